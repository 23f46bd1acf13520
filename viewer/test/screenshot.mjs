// A picture of a page: node screenshot.mjs PAGE.html OUT.png ['#step=3&explode=0.4'] [1280x800]
// [light|dark] [pixels per point]

import {resolve} from 'node:path';
import {Browser} from './browser.mjs';

const [page, out, hash = '', size = '1280x800', scheme = 'light', scale = '1'] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
if (!out || !(width > 0) || !(height > 0) || !(Number(scale) > 0)) {
  console.error('usage: screenshot.mjs PAGE.html OUT.png [HASH] [WxH] [light|dark] [SCALE]');
  process.exit(2);
}
const browser = await Browser.start();
try {
  const opened = await browser.open(resolve(page), {
    hash, width, height, scale: Number(scale), mobile: width < 500,
    media: {'prefers-color-scheme': scheme},
  });
  await opened.settle();
  await opened.save(out);
} finally {
  await browser.close();
}
