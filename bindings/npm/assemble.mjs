// Assembles the npm package: node assemble.mjs BUILD_FOLDER NAME VERSION LICENCE ESBUILD.
// BUILD_FOLDER must contain engine.js and engine.wasm from bindings/web. The package is written to
// BUILD_FOLDER/npm.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [build, name, version, licence, esbuild] = process.argv.slice(2);
const home = join(build, 'npm');
mkdirSync(home, { recursive: true });
for (const file of ['index.js', 'dlx.js', 'browser.js', 'index.d.ts', 'README.md']) copyFileSync(join(here, file), join(home, file));
copyFileSync(join(here, '../web/page/call.js'), join(home, 'call.js'));
copyFileSync(join(build, 'engine.js'), join(home, 'engine.cjs'));
copyFileSync(join(build, 'engine.wasm'), join(home, 'engine.wasm'));
// The worker and its imports are bundled into one script, so that a page can use it without a
// bundler.
copyFileSync(join(here, 'worker.js'), join(home, 'worker.js'));
execFileSync(esbuild, ['worker.js', '--bundle', '--minify', '--format=iife', '--target=es2022', '--external:fs', '--external:path',
  '--log-level=warning', '--outfile=worker.js', '--allow-overwrite'], { cwd: home, stdio: 'inherit' });
copyFileSync(licence, join(home, 'LICENSE'));
const described = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(home, 'package.json'), `${JSON.stringify({ ...described, name, version }, null, 2)}\n`);
