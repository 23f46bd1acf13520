// Puts the package together: node assemble.mjs BUILD_FOLDER VERSION LICENCE
// BUILD_FOLDER has engine.js and engine.wasm of bindings/web; the package is its folder npm.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [build, version, licence] = process.argv.slice(2);
const home = join(build, 'npm');
mkdirSync(home, { recursive: true });
for (const name of ['index.js', 'index.d.ts', 'README.md']) copyFileSync(join(here, name), join(home, name));
copyFileSync(join(here, '../web/page/call.js'), join(home, 'call.js'));
copyFileSync(join(build, 'engine.js'), join(home, 'engine.cjs'));
copyFileSync(join(build, 'engine.wasm'), join(home, 'engine.wasm'));
copyFileSync(licence, join(home, 'LICENSE'));
const described = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(home, 'package.json'), `${JSON.stringify({ ...described, version }, null, 2)}\n`);
