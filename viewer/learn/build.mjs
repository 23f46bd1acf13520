// Builds ../dist/learn.html, a page in one file that needs no other files:
//   npm ci (in viewer/) && node learn/build.mjs
// ../check tells whether dist/learn.html was built from the present sources. The page contains no
// code of other projects.

import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {makePage} from '../page.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const bytes = await makePage('dist/learn.html', {
  folder: 'learn/src', data: 'DLX_TREE', bound: 100_000,
  sums: 'dist/LEARN.sha256', others: ['learn/build.mjs', 'src/base.css', 'src/dom.js'],
});
console.log(`dist/learn.html: ${bytes} bytes`);
