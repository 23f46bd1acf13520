// Makes the texture from which labels are drawn. The texture is divided into squares. Each square
// contains one label, white on black.

import {CanvasTexture, LinearFilter, LinearMipmapLinearFilter} from 'three';

const MOST = 4096;
const SIDE = 2048;

/** Draws labels into a texture. `slot(label)` returns the number of the label's square, or -1 if
    the texture had no square left for the label. */
export function makeAtlas(labels) {
  const slots = new Map();
  for (const label of labels) {
    if (label !== '' && slots.size < MOST && !slots.has(label)) slots.set(label, slots.size);
  }
  let squares = 1;
  while (squares * squares < slots.size) squares *= 2;
  const side = Math.min(128, SIDE / squares);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = squares * side;
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#000';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#fff';
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  for (const [label, slot] of slots) {
    const size = side * (label.length < 2 ? 0.82 : 0.7);
    pen.font = `600 ${size}px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif`;
    const box = pen.measureText(label);
    const scale = Math.min(1, (side * 0.9) / box.width);
    const middle = (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
    pen.save();
    pen.translate((slot % squares + 0.5) * side, (Math.floor(slot / squares) + 0.5) * side);
    pen.scale(scale, scale);
    pen.fillText(label, 0, middle);
    pen.restore();
  }
  const texture = new CanvasTexture(canvas);
  texture.flipY = false;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = 8;
  return {texture, squares, slot: (label) => slots.get(label) ?? -1};
}
