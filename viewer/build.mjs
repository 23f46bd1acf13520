// Builds dist/viewer.html, one file that needs nothing else, and what goes with it:
//   npm ci && node build.mjs
// dist/ is kept in the tree; ./check says whether it belongs to these sources.

import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build, transform} from 'esbuild';

process.chdir(dirname(fileURLToPath(import.meta.url)));

const BOUND = 850_000;  // bytes
const read = (path) => readFileSync(path, 'utf8');

async function script() {
  const result = await build({
    entryPoints: ['src/main.js'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022'],
    legalComments: 'none',
    write: false,
  });
  return result.outputFiles[0].text.trim();
}

async function style() {
  return (await transform(read('src/style.css'), {loader: 'css', minify: true})).code.trim();
}

/** Puts texts in the place of words that occur once each. */
function fill(page, texts) {
  for (const [word, text] of Object.entries(texts)) {
    const parts = page.split(word);
    if (parts.length !== 2) throw new Error(`${word} occurs ${parts.length - 1} times`);
    page = parts.join(text);
  }
  return page;
}

const licence = read('node_modules/three/LICENSE').trim();
const {version} = JSON.parse(read('node_modules/three/package.json'));
if (licence.includes('--')) throw new Error('the licence ends the comment it stands in');
const page = fill(read('src/page.html'), {
  THREE_VERSION: version,
  THREE_LICENCE: licence,
  PAGE_STYLE: await style(),
  PAGE_SCRIPT: await script(),
});
if (page.split('DLX_SCENE').length !== 2) throw new Error('not one place for the scene');
if (page.split('</script>').length !== 3) throw new Error('the script ends itself');

mkdirSync('dist', {recursive: true});
writeFileSync('dist/viewer.html', page);
writeFileSync('dist/LICENSE.three', licence + '\n');
const bytes = Buffer.byteLength(page);
if (bytes > BOUND) throw new Error(`viewer.html has ${bytes} bytes, more than ${BOUND}`);

const sources = ['build.mjs', 'package-lock.json', ...readdirSync('src').sort().map((f) => `src/${f}`),
  'dist/LICENSE.three', 'dist/viewer.html'];
const sums = sources.map((path) =>
  `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path}\n`);
writeFileSync('dist/SOURCES.sha256', sums.join(''));
console.log(`dist/viewer.html: ${bytes} bytes, three.js ${version}`);
