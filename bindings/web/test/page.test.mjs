// Compares the page in headless Chromium, opened as a file and from a server, with the command.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test from 'node:test';

import {
  address, ask, digits, file, found, listed, nodes, open, page, show, text, trouble,
} from './browser.mjs';
import { asSet, native, offered, randomFrom, randomProblem } from './support.mjs';

const asGame = ({ open: { puzzle, text, ...rest }, upTo }) =>
  text === undefined ? { puzzle, parameters: { ...rest, up_to: upTo } } : { text };

const long = ({ open: { layers, puzzle, rows }, upTo }) =>
  layers === 3 || (puzzle === 'dominoes' && rows === 8 && upTo !== 'none');

test('the page asks for nothing', async () => {
  await open({ puzzle: 'soma', parameters: {} });
  assert.equal(await ask('count'), 'complete');
  assert.equal(await found(), native({ open: { puzzle: 'soma' } }, ['--count']).count);
});

test('the same from a server', async () => {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('Content-Type', 'text/html');
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${server.address().port}/#puzzle=queens&n=8`);
  await page.waitForFunction(() => document.getElementById('version').textContent !== '');
  await ask('count');
  assert.equal(await found(), native({ open: { puzzle: 'queens', n: 8 } }, ['--count']).count);
  await page.goto('about:blank');
  server.close();
  assert.deepEqual(asked, ['/']);
  trouble.length = 0; // requests to the server are not errors
});

test('a happy cube is drawn in its colour, with letters', async () => {
  for (const cube of ['blue', 'green', 'yellow', 'orange', 'red', 'purple']) {
    await open({ puzzle: 'cube', parameters: { colour: cube, up_to: 'rotations' } });
    await ask('first');
    await show('picture');
    const drawn = await page.$$eval('#list li svg rect[fill^="#"]', (list) =>
      [...new Set(list.map((rect) => rect.getAttribute('fill')))],
    );
    const { cubes } = await page.$eval('#engine-says', ({ textContent }) => JSON.parse(textContent));
    const { pieces } = cubes.find(({ colour }) => colour === cube);
    assert.deepEqual(drawn.sort(), pieces.map(({ fill }) => fill).sort(), cube);
    const letters = await page.$$eval('#list li svg text', (list) => list.map((t) => t.textContent));
    assert.deepEqual(letters.sort(), [...'ABCDEF'], cube);
  }
});

test('every puzzle and example is counted as by the command, and drawn', async () => {
  for (const game of offered().filter((g) => g.name !== 'example A mistake')) {
    await open(asGame(game));
    if (!long(game)) {
      assert.equal(await ask('count'), 'complete', game.name);
      assert.equal(await found(), native(game, ['--count']).count, game.name);
    }
    await page.$eval('#most', (most) => (most.value = 20));
    const status = await ask('all');
    const there = native(game, status === 'complete' ? ['--all'] : ['-n', '20']);
    assert.equal(await found(), there.count, game.name);
    if (there.count === '0') continue;
    await show('picture');
    const items = Math.min(12, Number(there.count));
    const wanted = [items, game.open.text === undefined ? items : 0];
    const drawn = () =>
      page.evaluate(() => ['#list li', '#list li svg'].map((parts) => document.querySelectorAll(parts).length));
    // After a solution was shown in space, the list shows only that solution until the engine has sent the others.
    for (const start = Date.now(); Date.now() - start < 10_000 && String(await drawn()) !== String(wanted); );
    assert.deepEqual(await drawn(), wanted, game.name);
  }
});

test('random problems have the solutions that the command finds', async () => {
  const random = randomFrom(7);
  await open({ text: '' });
  await page.$eval('#most', (most) => (most.value = 100_000));
  for (let n = 0; n < 200; ++n) {
    const problem = randomProblem(random);
    await page.$eval(
      '#text',
      (area, value) => {
        area.value = value;
        area.dispatchEvent(new Event('input', { bubbles: true }));
      },
      problem,
    );
    assert.equal(await ask('all'), 'complete', problem);
    const there = native({ open: { text: problem } }, ['--all']);
    assert.equal(await found(), there.count, problem);
    const here = (await listed()).map((solution) => ({
      options: [...solution.matchAll(/^ +(\d+):/gm)].map(([, number]) => Number(number)),
    }));
    assert.deepEqual(asSet(here), asSet(there.solutions), problem);
  }
});

test('an error is shown in its place', async () => {
  const mistakes = [
    ['a b c\na b\nb d\nc\n', 3, 'd'],
    ['🂡 b | x\n🂡 x:1\nb 🂡 wrong\n', 3, 'wrong'],
    [`a b\n${'a\n'.repeat(200)}b c\n`, 202, 'c'],
  ];
  for (const [problem, line, word] of mistakes) {
    await open({ text: problem });
    await ask('count');
    const seen = await page.evaluate(() => {
      const area = document.getElementById('text');
      const wrong = document.querySelector('#gutter .wrong');
      const gutter = document.getElementById('gutter').getBoundingClientRect();
      const place = wrong.getBoundingClientRect();
      return {
        word: area.value.slice(area.selectionStart, area.selectionEnd),
        before: area.value.slice(0, area.selectionStart).split('\n').length,
        focused: document.activeElement === area,
        wrong: wrong.textContent.trim(),
        visible: place.top >= gutter.top && place.bottom <= gutter.bottom,
        message: document.getElementById('error').textContent,
        outcome: document.getElementById('outcome').hidden,
      };
    });
    assert.equal(seen.word, word);
    assert.equal(seen.before, line);
    assert.equal(seen.wrong, String(line));
    assert.ok(seen.visible && seen.focused && seen.outcome);
    assert.ok(seen.message.startsWith(`Line ${line}, column `), seen.message);
    // The error disappears when the user types.
    await page.keyboard.type('a');
    assert.equal(await page.$eval('#error', (error) => error.hidden), true);
  }
  await open({ puzzle: 'sudoku', parameters: { squares: '12' } });
  await ask('count');
  assert.match(await text('error'), /square/);
});

test('a long count goes on beside the page, is stopped, and goes on', async () => {
  await open({ puzzle: 'queens', parameters: { n: 17 } });
  await page.evaluate(() => {
    window.frames_ = 0;
    const step = () => {
      ++window.frames_;
      requestAnimationFrame(step);
    };
    step();
  });
  await page.click('#count');
  await page.waitForFunction(() => !document.getElementById('number').textContent.match(/^0?$/));
  const [firstNodes, firstFrames] = [await nodes(), await page.evaluate(() => window.frames_)];
  await page.waitForFunction(
    (before) => Number(document.getElementById('nodes').textContent.replace(/\D/g, '')) > 2 * before,
    {},
    firstNodes,
  );
  // The first slice may have few nodes, because it also reduces the problem.
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok((await page.evaluate(() => window.frames_)) > firstFrames + 5, 'the page stood still');
  assert.equal(await text('status'), 'Running');
  assert.match(await text('meaning'), /so far/);

  const took = await page.evaluate(async () => {
    const start = performance.now();
    document.getElementById('stop').click();
    while (!document.getElementById('stop').hidden) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  console.log(`stopped after ${took.toFixed(0)} ms`);
  assert.ok(took < 5_000);
  assert.match(await text('status'), /^INCOMPLETE/);
  const stoppedAt = { found: Number(await found()), nodes: await nodes() };
  assert.ok(stoppedAt.found > 0 && stoppedAt.found < 95_815_104);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(await nodes(), stoppedAt.nodes, 'it went on after the stop');

  await page.click('#resume');
  await page.waitForFunction(
    (before) => Number(document.getElementById('nodes').textContent.replace(/\D/g, '')) > before,
    {},
    stoppedAt.nodes,
  );
  await page.click('#stop');
  await page.waitForFunction(() => document.getElementById('stop').hidden);
  assert.ok(Number(await found()) >= stoppedAt.found);

  // Another search must begin at once.
  await page.click('#games button[value=soma]');
  assert.equal(await ask('count'), 'complete');
  assert.equal(await found(), '11520');
});

test('a count that was stopped and continued is whole', async () => {
  await open({ puzzle: 'queens', parameters: { n: 12 } });
  await page.click('#count');
  for (let stops = 0; stops < 3; ++stops) {
    await page.evaluate(() => document.getElementById('stop').click());
    await page.waitForFunction(() => document.getElementById('stop').hidden);
    if (await page.$eval('#resume', (button) => button.hidden)) break;
    await page.click('#resume');
  }
  await page.waitForFunction(() => document.getElementById('status').className === 'complete');
  assert.equal(await found(), native({ open: { puzzle: 'queens', n: 12 } }, ['--count']).count);
});

test('what cannot pause is given up', async () => {
  await open({ puzzle: 'pentominoes', parameters: { rows: 60, columns: 60, layers: 20, pieces: '14400*Y' } });
  await page.click('#count');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await page.click('#stop');
  await page.waitForFunction(() => document.getElementById('stop').hidden);
  assert.match(await text('status'), /^INCOMPLETE/);
  await page.click('#games button[value=queens]');
  assert.equal(await ask('count'), 'complete');
  assert.equal(await found(), '92');
});

test('solutions are paged, as pictures and as text', async () => {
  await open({ puzzle: 'langford', parameters: { n: 8 } });
  await page.$eval('#most', (most) => (most.value = 100));
  assert.equal(await ask('all'), 'partial');
  await page.waitForSelector('#list svg');
  assert.equal(await text('range'), 'Solutions 1 to 12 of 100');
  assert.equal(await page.$eval('#previous', (button) => button.disabled), true);
  await page.click('#as-words');
  const all = await listed();
  assert.equal(all.length, 100);
  assert.equal(new Set(all).size, 100);
  assert.equal(await text('page'), '9 of 9');
  assert.equal((await page.$$('#list li')).length, 4);
  const words = ['-n', '100'];
  const there = native({ open: { puzzle: 'langford', n: 8 } }, words).solutions;
  assert.deepEqual([...all].sort(), there.map((s) => s.picture.trim()).sort());
  await page.click('#previous');
  await page.waitForFunction(() => document.getElementById('page').textContent === '8 of 9');
  await page.click('#as-picture');
  await page.waitForSelector('#list svg');
  assert.equal((await page.$$('#list svg')).length, 12);
});

test('a telephone shows all without scrolling sideways', async () => {
  await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
  for (const game of offered().filter((g) => !/up_to|colour/.test(g.name))) {
    await open(asGame(game));
    await page.$eval('#most', (most) => (most.value = 3));
    await page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
    await ask('all');
    await page.waitForFunction(
      () =>
        document.getElementById('solutions').hidden || document.getElementById('range').textContent !== '',
    );
    const [wide, window] = await page.evaluate(() => [
      document.scrollingElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= window, `${game.name}: ${wide} of ${window}`);
  }
});

test('the address holds the problem', async () => {
  await open({ puzzle: 'queens', parameters: { n: 6 } });
  await ask('count');
  assert.equal(await found(), native({ open: { puzzle: 'queens', n: 6 } }, ['--count']).count);
  await page.$eval('#parameter-n', (input) => (input.value = ''));
  await page.type('#parameter-n', '7');
  await page.waitForFunction(() => location.hash.includes('n=7'));
  await page.click('#views button[value=solve]');
  await page.$eval('#text', (area) => (area.value = ''));
  await page.type('#text', 'a b | é\na é:#1\nb é:#1\n');
  await page.waitForFunction(() => location.hash.startsWith('#text='));
  await page.waitForFunction(() => location.hash.endsWith('%0A'));
  const link = await page.evaluate(() => location.href);
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForFunction(() => document.getElementById('version').textContent !== '');
  assert.equal(await page.$eval('#text', (area) => area.value), 'a b | é\na é:#1\nb é:#1\n');
  assert.equal(await ask('all'), 'complete');
  assert.equal(await found(), '1');
});

test('a puzzle becomes a text', async () => {
  await open({ puzzle: 'langford', parameters: { n: 4 } });
  await page.$eval('#more', (details) => (details.open = true));
  await page.click('#as-text');
  await page.waitForSelector('#text', { visible: true });
  await ask('count');
  assert.equal(await found(), native({ open: { puzzle: 'langford', n: 4 } }, ['--count']).count);
});

test('by keyboard alone, with a name for every control', async () => {
  await open({ puzzle: 'soma', parameters: {} });
  const reached = [];
  for (let n = 0; n < 40; ++n) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const { id, value } = document.activeElement;
      return id || value;
    });
    reached.push(name);
    if (name === 'queens') await page.keyboard.press('Enter');
    if (name === 'parameter-n') await page.keyboard.press('Enter'); // Enter presses the form's first button
  }
  for (const control of ['theme', 'soma', 'queens', 'parameter-n', 'count', 'first', 'all', 'most']) {
    assert.ok(reached.includes(control), `${control} of ${reached}`);
  }
  await page.waitForFunction(() => document.getElementById('status').className === 'complete');
  assert.equal(await found(), '92');
  for (const game of offered().filter((g) => g.name.endsWith('{}'))) {
    await open(asGame(game));
    const nameless = await page.$$eval('button, input, select, textarea', (all) =>
      all
        .filter((e) => !e.textContent.trim() && !e.getAttribute('aria-label') && !e.labels?.length)
        .map((e) => e.outerHTML),
    );
    assert.deepEqual(nameless, []);
  }
});

test('light and dark', async () => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await open();
  const dark = await ground();
  await page.click('#theme');
  const light = await ground();
  assert.notEqual(light, dark);
  await open();
  assert.equal(await ground(), light, 'the choice is kept');
  await page.click('#theme');
  assert.equal(await ground(), dark);
});
