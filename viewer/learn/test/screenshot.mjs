// Makes a picture of a page: node learn/test/screenshot.mjs PAGE.html OUT.png [HASH] [WxH] [light|dark]

import {resolve} from 'node:path';
import {Browser} from '../../test/browser.mjs';

const [page, out, hash = '', size = '1280x800', scheme = 'light'] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
if (!out || !(width > 0) || !(height > 0)) {
  console.error('usage: screenshot.mjs PAGE.html OUT.png [HASH] [WxH] [light|dark]');
  process.exit(2);
}
const browser = await Browser.start({webgl: false});
try {
  const opened = await browser.open(resolve(page), {hash, width, height, mobile: width < 500, media: {'prefers-color-scheme': scheme}});
  await opened.evaluate('Promise.all(document.getAnimations().map(({finished}) => finished)).then(() => 0)');
  await opened.save(out);
} finally {
  await browser.close();
}
