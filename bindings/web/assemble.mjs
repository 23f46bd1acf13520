// Puts the page together into one file: node assemble.mjs PAGE_FOLDER ENGINE.js APP.js OUTPUT.html
// where APP.js is page/app.js with all it imports.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [page, engine, app, output] = process.argv.slice(2);
const read = (path) => readFileSync(path, 'utf8');
const parts = {
  '/*style*/': read(join(page, 'style.css')),
  '/*worker*/': `${read(engine)}\n${read(join(page, 'worker.js'))}`,
  '/*app*/': read(app),
};
let html = read(join(page, 'index.html'));
for (const [mark, text] of Object.entries(parts)) {
  if (html.split(mark).length !== 2) throw new Error(`${mark} must stand in index.html once`);
  if (/<\/(script|style)/i.test(text)) throw new Error(`what ${mark} stands for would end its element`);
  html = html.replace(mark, () => text);
}
writeFileSync(output, html);
