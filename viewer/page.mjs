// Makes a page in one file that needs no other files, for build.mjs and learn/build.mjs.

import {createHash} from 'node:crypto';
import {readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {basename} from 'node:path';
import {build, transform} from 'esbuild';

export const read = (path) => readFileSync(path, 'utf8');

async function script(entry) {
  const result = await build({
    absWorkingDir: process.cwd(),
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022'],
    legalComments: 'none',
    write: false,
  });
  return result.outputFiles[0].text.trim();
}

async function style(path) {
  return (await transform(read('src/base.css') + read(path), {loader: 'css', minify: true})).code.trim();
}

/**
 * Makes a page from page.html, style.css and main.js in `folder`, and from src/base.css. `texts`
 * maps words, each of which occurs exactly once, to the texts that replace them in the page. Writes
 * the checksums of all sources and of the page to the file `sums`. `data`: the word in whose place a program later writes the data. `bound`: limit on
 * the size in bytes. `others`: further sources. Returns the size of the page in bytes.
 */
export async function makePage(path, {folder, data, bound, texts = {}, sums, others}) {
  let page = read(`${folder}/page.html`);
  const all = {
    ...texts,
    PAGE_STYLE: await style(`${folder}/style.css`),
    PAGE_SCRIPT: await script(`${folder}/main.js`),
  };
  for (const [word, text] of Object.entries(all)) {
    const parts = page.split(word);
    if (parts.length !== 2) throw new Error(`${word} occurs ${parts.length - 1} times`);
    page = parts.join(text);
  }
  if (page.split(data).length !== 2) throw new Error('not one place for the data');
  if (page.split('</script>').length !== 3) throw new Error('the script ends itself');
  const bytes = Buffer.byteLength(page);
  if (bytes > bound) throw new Error(`${basename(path)} has ${bytes} bytes, more than ${bound}`);
  writeFileSync(path, page);

  const sources = ['page.mjs', ...others, ...readdirSync(folder).sort().map((f) => `${folder}/${f}`), path];
  writeFileSync(sums, sources.map((source) =>
    `${createHash('sha256').update(readFileSync(source)).digest('hex')}  ${source}\n`).join(''));
  return bytes;
}
