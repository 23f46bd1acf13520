// Makes the web page that solves problems: one HTML file, and a folder for any web server:
//   node assemble.mjs PAGE_FOLDER BUILD_FOLDER VIEWER.html LICENCES...
// BUILD_FOLDER must contain engine.js, engine.wasm, and bundles of app.js and worker.js of page/ with all their
// imports. The engine and the viewer are compressed with gzip and written as base64. The result of dlx_about(), which
// describes the engine, becomes part of the page and is written to BUILD_FOLDER/about.json.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

import { caller } from './page/call.js';

const most = 2_500_000; // limit on the size of the page, in bytes

const [page, build, viewer, ...licences] = process.argv.slice(2);
const read = (path) => readFileSync(path, 'utf8');
const packed = (path) => gzipSync(readFileSync(path), { level: 9 }).toString('base64');
const engine = await createRequire(import.meta.url)(resolve(build, 'engine.js'))({ wasmBinary: readFileSync(join(build, 'engine.wasm')) });
const about = JSON.stringify(caller(engine)('dlx_about'));
writeFileSync(join(build, 'about.json'), about);
const parts = {
  '/*style*/': ['style.css', 'pictures.css', 'boards.css', 'views.css'].map((name) => read(join(page, name))).join('\n'),
  '/*worker*/': `${read(join(build, 'engine.js'))}\n${read(join(build, 'worker.js'))}`,
  '/*binary*/': packed(join(build, 'engine.wasm')),
  '/*viewer*/': packed(viewer),
  '/*about*/': about,
  '/*app*/': read(join(build, 'app.js')),
};
let html = read(join(page, 'index.html'));
for (const [mark, text] of Object.entries(parts)) {
  if (html.split(mark).length !== 2) throw new Error(`${mark} must stand in index.html once`);
  if (/<\/(script|style)/i.test(text)) throw new Error(`what ${mark} stands for would end its element`);
  html = html.replace(mark, () => text);
}
if (html.length > most) throw new Error(`dlx.html has ${html.length} bytes, more than ${most}`);
writeFileSync(join(build, 'dlx.html'), html);

const site = join(build, 'site');
mkdirSync(site, { recursive: true });
writeFileSync(join(site, 'index.html'), html);
for (const licence of licences) copyFileSync(licence, join(site, basename(licence)));
