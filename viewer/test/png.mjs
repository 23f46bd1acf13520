// Reads the pictures the browser takes: PNG of 8 bits a channel, RGB or RGBA, not interlaced.

import {inflateSync} from 'node:zlib';

export function readPng(bytes) {
  let at = 8;
  let width, height, channels;
  const data = [];
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = {2: 3, 6: 4}[body[9]];
      if (body[8] !== 8 || !channels || body[12] !== 0) throw new Error('an unusual PNG');
    } else if (type === 'IDAT') {
      data.push(body);
    }
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(data));
  const line = width * channels;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; ++x) {
      const a = x >= channels ? pixels[y * line + x - channels] : 0;
      const b = y > 0 ? pixels[(y - 1) * line + x] : 0;
      const c = x >= channels && y > 0 ? pixels[(y - 1) * line + x - channels] : 0;
      pixels[y * line + x] = raw[y * (line + 1) + 1 + x] + guess(filter, a, b, c);
    }
  }
  return {width, height, channels, pixels, at: (x, y) => {
    const i = Math.round(y) * line + Math.round(x) * channels;
    return [pixels[i], pixels[i + 1], pixels[i + 2]];
  }};
}

/** What a filter expects of a byte, from those to the left, above, and above to the left. */
function guess(filter, a, b, c) {
  if (filter < 3) return filter === 0 ? 0 : filter === 1 ? a : b;
  if (filter === 3) return (a + b) >> 1;
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - 2 * c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** How many pixels differ by more than noise, and the box they lie in. */
export function compare(a, b) {
  const box = {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity};
  let pixels = 0;
  if (a.pixels.length !== b.pixels.length) throw new Error('pictures of different sizes');
  for (let y = 0; y < a.height; ++y) {
    for (let x = 0; x < a.width; ++x) {
      const i = (y * a.width + x) * a.channels;
      let far = 0;
      for (let k = i; k < i + 3; ++k) far += Math.abs(a.pixels[k] - b.pixels[k]);
      if (far <= 12) continue;
      ++pixels;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return {pixels, ...box};
}
