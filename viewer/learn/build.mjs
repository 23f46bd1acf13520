// Builds ../dist/learn.html, one file that needs nothing else:
//   npm ci (in viewer/) && node learn/build.mjs
// ../check says whether it belongs to these sources. It contains nothing by others.

import {createHash} from 'node:crypto';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build, transform} from 'esbuild';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const BOUND = 100_000;  // bytes
const read = (path) => readFileSync(path, 'utf8');

const script = await build({
  absWorkingDir: process.cwd(),
  entryPoints: ['learn/src/main.js'],
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['es2022'],
  legalComments: 'none',
  write: false,
});
const style = await transform(read('learn/src/style.css'), {loader: 'css', minify: true});

let page = read('learn/src/page.html');
for (const [word, text] of [['PAGE_STYLE', style.code.trim()], ['PAGE_SCRIPT', script.outputFiles[0].text.trim()]]) {
  const parts = page.split(word);
  if (parts.length !== 2) throw new Error(`${word} occurs ${parts.length - 1} times`);
  page = parts.join(text);
}
if (page.split('DLX_TREE').length !== 2) throw new Error('not one place for the data');
if (page.split('</script>').length !== 3) throw new Error('the script ends itself');
const bytes = Buffer.byteLength(page);
if (bytes > BOUND) throw new Error(`learn.html has ${bytes} bytes, more than ${BOUND}`);
writeFileSync('dist/learn.html', page);

const sources = ['learn/build.mjs', ...readdirSync('learn/src').sort().map((f) => `learn/src/${f}`), 'dist/learn.html'];
writeFileSync('dist/LEARN.sha256', sources.map((path) =>
  `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path}\n`).join(''));
console.log(`dist/learn.html: ${bytes} bytes`);
