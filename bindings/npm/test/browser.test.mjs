// Tests the package as npm packs it: in a project that esbuild bundles, and in headless Chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';

import { Browser } from '../../../viewer/test/browser.mjs';

const home = process.env.DLX_NPM;
if (!home) throw new Error('DLX_NPM must name the folder of the package');
const { name } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

const app = `
import { load, ProblemError } from '${name}';
const problem = {
  primary: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  options: [['c', 'e'], ['a', 'd', 'g'], ['b', 'c', 'f'], ['a', 'd', 'f'], ['b', 'g'], ['d', 'e', 'g']],
};
const queens = (n) => {
  const all = Array.from({ length: n }, (_, k) => k);
  return {
    primary: 2 * n, secondary: 4 * n - 2,
    options: all.flatMap((r) => all.map((c) => [r, n + c, 2 * n + r + c, 4 * n - 1 + r - c + n - 1])),
  };
};
const said = (work) => work.then(() => 'nothing', (error) => error.name + ': ' + error.message);
window.tried = (async () => {
  const dlx = await load(window.files);
  const questions = await dlx.questions(problem);
  const stopped = new AbortController();
  let reports = 0;
  const long = dlx.count(queens(16), { signal: stopped.signal, engine: 'dancing_links', tables: false,
    onProgress: () => { if (++reports === 3) stopped.abort(); } });
  let frames = 0;
  const frame = () => { ++frames; requestAnimationFrame(frame); };
  frame();
  const { complete } = await long;
  const result = {
    version: dlx.version,
    count: String((await dlx.count(problem)).count),
    eight: String((await dlx.count(queens(8))).count),
    list: (await dlx.list(problem)).solutions[0].sort(),
    cheapest: (await dlx.cheapest({ ...problem, costs: [1, 2, 3, 4, 5, 0.5] })).best,
    core: (await questions.ask({ fix: [0, 2] })) ?? (await questions.core()).minimal,
    complete, reports, frames,
    wrong: await said(dlx.count({ primary: ['a'], options: [['b']] })),
    isProblemError: await dlx.count({ primary: ['a'], options: [['b']] }).catch((e) => e instanceof ProblemError && e.option),
    option: await said(dlx.list(problem, { time_limit: 1 })),
    cloned: await said(dlx.list({ ...problem, options: () => 1 })),
  };
  dlx.close();
  result.closed = await said(dlx.count(problem));
  return result;
})();
`;

let project;
let browser;
let server;
const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };

before(async () => {
  project = mkdtempSync(join(tmpdir(), 'dlx-npm-'));
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', project], { cwd: home }));
  writeFileSync(join(project, 'package.json'), '{"private": true, "type": "module"}');
  execFileSync('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(project, filename)], { cwd: project });
  writeFileSync(join(project, 'app.js'), app);
  execFileSync('esbuild', ['app.js', '--bundle', '--format=esm', '--outdir=out', '--log-level=warning'], { cwd: project });
  for (const file of ['worker.js', 'engine.wasm']) copyFileSync(join(project, 'node_modules', name, file), join(project, 'out', file));
  writeFileSync(join(project, 'out/index.html'), '<!doctype html><title>app</title><script type="module" src="app.js"></script>');
  writeFileSync(join(project, 'out/lost.html'), `<!doctype html><script>window.files = ${'{ wasm: "lost.wasm" }'}</script><script type="module" src="app.js"></script>`);
  server = createServer(({ url }, answer) => {
    const path = join(project, 'out', url.slice(1));
    try {
      const bytes = readFileSync(path);
      answer.writeHead(200, { 'Content-Type': types[url.split('.').pop()] }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await Browser.start({ webgl: false });
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(project, { recursive: true, force: true });
});

async function visit(file) {
  const page = await browser.open(join(project, 'app.js'));
  const loaded = page.once('Page.loadEventFired');
  await page.send('Page.navigate', { url: `http://127.0.0.1:${server.address().port}/${file}` });
  await loaded;
  return page;
}

test('a bundled page counts, lists and stops in a worker', async () => {
  const page = await visit('index.html');
  const tried = await page.evaluate('window.tried');
  assert.deepEqual([tried.count, tried.eight, tried.list, tried.cheapest, tried.core], ['1', '92', [0, 3, 4], '10', true]);
  assert.match(tried.version, /^\d+\.\d+\.\d+$/);
  assert.equal(tried.complete, false, 'it was stopped');
  assert.ok(tried.reports >= 3 && tried.frames >= 2, `${tried.reports} reports, ${tried.frames} frames: the page was not blocked`);
  assert.match(tried.wrong, /^ProblemError: option 0: .*b/);
  assert.equal(tried.isProblemError, 0);
  assert.match(tried.option, /^TypeError: list\(\) has no option 'time_limit'; use timeLimit$/);
  assert.match(tried.cloned, /^TypeError: problem and options must be texts, numbers and lists/);
  assert.match(tried.closed, /was closed/);
});

test('a file that is not there is named', async () => {
  const page = await visit('lost.html');
  assert.match(await page.evaluate('window.tried.catch((error) => error.message)'), /lost\.wasm cannot be loaded: 404/);
});

test('the README tells the sizes', () => {
  const readme = readFileSync(join(home, 'README.md'), 'utf8');
  const [, whole, packed] = /`engine\.wasm` has ([\d.]+) MB \(([\d.]+) MB compressed by gzip\)/.exec(readme);
  const wasm = readFileSync(join(home, 'engine.wasm'));
  const off = (told, bytes) => Math.abs(told * 1e6 / bytes - 1);
  assert.ok(off(whole, wasm.length) < 0.1, `${wasm.length} bytes`);
  assert.ok(off(packed, gzipSync(wasm).length) < 0.1, `${gzipSync(wasm).length} bytes packed`);
  assert.ok(statSync(join(home, 'worker.js')).size < 60_000);
});
