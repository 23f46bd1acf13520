// Builds dist/viewer.html, a page in one file that needs no other files, and dist/SOURCES.sha256:
//   npm ci && node build.mjs
// dist/ is stored in the repository. The script `check` tells whether it was built from the present
// sources.

import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {makePage, read} from './page.mjs';

process.chdir(dirname(fileURLToPath(import.meta.url)));

const licence = read('node_modules/three/LICENSE').trim();
const {version} = JSON.parse(read('node_modules/three/package.json'));
if (licence.includes('--')) throw new Error('the licence ends the comment it stands in');
mkdirSync('dist', {recursive: true});
writeFileSync('dist/LICENSE.three', licence + '\n');
const bytes = await makePage('dist/viewer.html', {
  folder: 'src', data: 'DLX_SCENE', bound: 850_000,
  texts: {THREE_VERSION: version, THREE_LICENCE: licence},
  sums: 'dist/SOURCES.sha256', others: ['build.mjs', 'package-lock.json', 'dist/LICENSE.three'],
});
console.log(`dist/viewer.html: ${bytes} bytes, three.js ${version}`);
