// The viewer in a browser: pages are opened from files, keys pressed, buttons clicked, pictures
// compared. Needs Chromium ("chromium" in the PATH, or the path in CHROMIUM) and nothing from npm.

import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {Browser} from './browser.mjs';
import {compare, readPng} from './png.mjs';
import {CHRISTMAS, bars, burr, chains, grids, locked, parted, readLayers, snake, soma, writePage} from './scenes.mjs';
import './unit.mjs';

const SLOW = 10_000;  // milliseconds no first picture may take, however slow the machine

// Small, and without animations where they are not the matter: pictures are drawn by the processor.
const CALM = {'prefers-reduced-motion': 'reduce'};
const MOVING = {};
const USUAL = {width: 800, height: 560, media: CALM};

const folder = mkdtempSync(join(tmpdir(), 'dlx-pages-'));
const pages = {};
let browser;

before(async () => {
  const scenes = {
    soma: soma(),
    snake: snake(),
    thousand: bars(10, 10, 10, 5),
    bad: {format: 'dlx-scene/2', kind: 'assembly', solutions: []},
    unread: '{"format": ',
    none: {...soma(), solutions: [], more: 0},
    flat: bars(10, 6, 1, 5),
    burr: burr(),
    chain: chains(2),
    locked: locked(),
    parted: parted(),
    ...Object.fromEntries(grids().map((scene) => [scene.grid.name, scene])),
    odd: {...soma(), title: '</script><b>x</b> & "DLX_' + 'SCENE" $&', pieces: soma().pieces.map(
      ({name}) => ({name: `<i>${name}`}))},
  };
  for (const [name, scene] of Object.entries(scenes)) {
    pages[name] = writePage(join(folder, `${name}.html`), scene);
  }
  browser = await Browser.start();
});

after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true, force: true});
});

/** Opens a page, runs the checks on it, and sees that it was quiet. */
function onPage(name, page, options, checks) {
  test(name, async () => {
    const opened = await browser.open(pages[page], {...USUAL, ...options});
    await opened.settle();
    await checks(opened);
    assert.deepEqual(opened.complaints, [], 'no errors or warnings');
    assert.deepEqual(opened.requests, [], 'nothing asked of the network');
    await opened.close();
  });
}

async function stageOf(page) {
  return page.evaluate(`(() => {
    const b = document.querySelector('#stage').getBoundingClientRect();
    return {x: b.x, y: b.y, width: b.width, height: b.height - 44};  // without the caption
  })()`);
}

async function picture(page) {
  await page.settle();
  return readPng(await page.shot(await stageOf(page)));
}

async function change(page, action) {
  const was = await page.state();
  await action();
  await page.settle();
  const is = await page.state();
  return {was, is};
}

for (const name of ['soma', 'snake', 'thousand']) {
  onPage(`${name}: a first picture`, name, {}, async (page) => {
    const {firstDraw, error, labels, webgl} = await page.state();
    assert.equal(error, null);
    assert.ok(webgl);
    assert.equal(labels, name !== 'thousand', 'up to 64 parts have letters from the start');
    console.log(`# ${name}: first picture ${Math.round(firstDraw)} ms after opening`);
    assert.ok(firstDraw < SLOW);
    const full = await picture(page);
    await page.evaluate(name === 'snake' ? 'document.querySelector("#canvas").hidden = true'
      : 'dlxViewer.set({step: 0})');
    const {pixels} = compare(full, await picture(page));
    assert.ok(pixels > 20_000, `${pixels} pixels are drawn`);
  });
}

for (const {grid: {name}} of grids()) {
  onPage(`${name}: drawn, pointed at and taken apart`, name, {}, async (page) => {
    const {error, steps} = await page.state();
    assert.equal(error, null);
    assert.ok(steps > 0);
    await page.evaluate('dlxViewer.set({labels: true})');
    const full = await picture(page);
    await page.evaluate('dlxViewer.set({labels: false})');
    assert.ok(compare(full, await picture(page)).pixels > 200, 'letters are drawn');
    await page.evaluate('dlxViewer.set({step: 0})');
    assert.ok(compare(full, await picture(page)).pixels > 10_000, 'bodies are drawn');
    await page.evaluate('dlxViewer.set({step: 2, explode: 0.5, isolated: "0"})');
    assert.ok((await picture(page)).width > 0);
    assert.equal((await page.state()).step, 2);
  });
}

onPage('seen from above, an assembly is its first layer, unmirrored', 'soma', {}, async (page) => {
  await page.evaluate('dlxViewer.set({labels: false, view: {azimuth: 0, polar: 0}})');
  const png = await picture(page);
  const colours = await page.evaluate(`Object.fromEntries([...document.querySelectorAll('#list li')]
    .map((li) => [li.textContent, getComputedStyle(li.querySelector('.swatch')).backgroundColor]))`);
  const rgb = Object.fromEntries(Object.entries(colours)
    .map(([name, colour]) => [name, colour.match(/\d+/g).map(Number)]));
  const layer = ['SSL', 'PSS', 'TTT'];
  for (let y = 0; y < 3; ++y) {
    for (let x = 0; x < 3; ++x) {
      const at = await page.evaluate(`dlxViewer.project([${x}, ${y}, -0.5])`);
      const seen = png.at(at.x, at.y);
      const far = (name) => Math.hypot(...rgb[name].map((c, k) => c - seen[k]));
      const nearest = Object.keys(rgb).sort((a, b) => far(a) - far(b))[0];
      assert.equal(nearest, layer[y][x], `cell ${x}, ${y}`);
    }
  }
  const corner = async (p) => page.evaluate(`dlxViewer.project(${JSON.stringify(p)})`);
  const o = await corner([1, 1, 1]);
  assert.ok((await corner([2, 1, 1])).x > o.x + 10, 'x to the right');
  assert.ok((await corner([1, 2, 1])).y > o.y + 10, 'y down the page');
  assert.ok((await corner([1, 1, 2])).depth > o.depth + 0.9, 'z into it');
});

onPage('seen from above, a string has y upward and z toward the eye', 'snake', {}, async (page) => {
  await page.evaluate('dlxViewer.set({view: {azimuth: 0, polar: 0}})');
  const corner = async (p) => page.evaluate(`dlxViewer.project(${JSON.stringify(p)})`);
  const o = await corner([1, 1, 1]);
  assert.ok((await corner([2, 1, 1])).x > o.x + 10);
  assert.ok((await corner([1, 2, 1])).y < o.y - 10);
  assert.ok((await corner([1, 1, 2])).depth < o.depth - 0.9);
});

onPage('every key does something', 'soma', {}, async (page) => {
  const key = (k) => change(page, () => page.press(k));
  assert.equal((await key('ArrowRight')).is.solution, 2);
  assert.equal((await key('ArrowLeft')).is.solution, 1);
  assert.equal((await key('ArrowLeft')).is.solution, 1);
  assert.equal((await key('ArrowDown')).is.step, 6);
  assert.equal((await key('ArrowUp')).is.step, 7);
  assert.ok((await key('e')).is.explode > 0);
  assert.equal((await key('e')).is.explode, 0);
  assert.equal((await key('l')).is.labels, false);
  assert.equal((await key('t')).is.layers, true);
  assert.equal(await page.evaluate('document.querySelectorAll("#layers [data-part]").length'), 27);
  assert.equal((await key('t')).is.layers, false);
  await page.evaluate('dlxViewer.set({view: {azimuth: 80, zoom: 3}})');
  const home = (await key('r')).is.view;
  assert.equal(home.zoom, 1);
  assert.notEqual(home.azimuth, 80);
  const played = await key(' ');
  assert.equal(played.is.playing, true);
  assert.ok(played.is.step < 7);
  assert.equal((await key(' ')).is.playing, false);
  assert.equal((await key('?')).is.help, true);
  assert.equal((await key('ArrowRight')).is.solution, 1, 'help takes the keys');
  await page.click('#help-close');
  assert.equal((await page.state()).help, false);
});

onPage('every button does something', 'soma', {}, async (page) => {
  const click = async (selector) => (await change(page, () => page.click(selector))).is;
  assert.equal((await click('#next')).solution, 2);
  assert.equal((await click('#previous')).solution, 1);
  assert.equal((await click('#back')).step, 6);
  assert.equal((await click('#forward')).step, 7);
  assert.equal((await click('#play')).playing, true);
  assert.equal((await click('#play')).playing, false);
  assert.ok((await click('#burst')).explode > 0);
  assert.equal((await click('#burst')).explode, 0);
  assert.equal((await click('#labels-button')).labels, false);
  assert.equal((await click('#layers-button')).layers, true);
  assert.equal((await click('#layers-button')).layers, false);
  await page.evaluate('dlxViewer.set({view: {azimuth: 80}})');
  assert.notEqual((await click('#home')).view.azimuth, 80);
  assert.equal((await click('#help-button')).help, true);
  assert.equal((await click('#help-close')).help, false);
  const middle = (await click('#step')).step;
  assert.ok(middle > 0 && middle < 7, 'the slider was clicked in its middle');
  const {explode} = await click('#explode');
  assert.ok(explode > 0.3 && explode < 0.7);
  assert.equal((await click('#list li:nth-child(2) .name')).isolated, '2');
  assert.equal((await click('#list li:nth-child(2) .name')).isolated, null);
  assert.deepEqual((await click('#list li:nth-child(2) input')).hidden, ['2']);
  assert.deepEqual((await click('#list li:nth-child(2) input')).hidden, []);
  const unnamed = await page.evaluate(`[...document.querySelectorAll('button, input')].filter((b) =>
    !b.getAttribute('aria-label') && b.textContent.trim() === '').length`);
  assert.equal(unnamed, 0, 'all have names for a screen reader');
});

onPage('a number is entered', 'soma', {}, async (page) => {
  const enter = async (words) => {
    await page.evaluate(`(() => {
      const n = document.querySelector('#number');
      n.value = ${JSON.stringify(words)};
      n.dispatchEvent(new Event('change'));
    })()`);
    return [(await page.state()).solution, await page.evaluate('document.querySelector("#number").value')];
  };
  assert.deepEqual(await enter('7'), [7, '7']);
  assert.deepEqual(await enter('999'), [10, '10']);
  assert.deepEqual(await enter('x'), [10, '10']);
  assert.deepEqual(await enter('-3'), [1, '1']);
  assert.equal(await page.evaluate('document.querySelector("#total").textContent'),
    'of 10 shown, 240 in all');
  assert.equal((await page.state()).total, '240');
});

onPage('what is hidden, glassy, apart, labelled looks different', 'soma', {}, async (page) => {
  const whole = await picture(page);
  const set = async (changes) => {
    await page.evaluate(`dlxViewer.set(${JSON.stringify(changes)})`);
    return picture(page);
  };
  const hidden = compare(whole, await set({hidden: ['6']}));
  assert.ok(hidden.pixels > 5000, `hidden: ${hidden.pixels}`);
  assert.equal(compare(whole, await set({hidden: []})).pixels, 0, 'the same picture again');
  assert.ok(compare(whole, await set({isolated: '3'})).pixels > 20_000);
  const plain = compare(whole, await set({isolated: null, labels: false}));
  assert.ok(plain.pixels > 1000 && plain.pixels < 100_000, `labels: ${plain.pixels}`);
  const empty = await set({labels: true, step: 0});
  const together = compare(empty, await set({step: 7}));
  const {bounds} = await page.state();
  const apart = compare(empty, await set({explode: 1}));
  const wider = (await page.state()).bounds;
  bounds.low.forEach((low, k) => {
    assert.ok(wider.low[k] < low - 0.3 && wider.high[k] > bounds.high[k] + 0.3);
  });
  assert.ok(together.pixels > 20_000 && apart.pixels > 20_000);
  assert.ok(apart.top > 0 && apart.left > 0 && apart.right < empty.width - 1, 'all in sight');
});

onPage('pointing at a part names it', 'soma', {}, async (page) => {
  const plain = await picture(page);
  const stage = await stageOf(page);
  const {parts} = soma().solutions[0];
  const seen = new Set();
  for (const part of parts) {
    for (const [x, y, z] of part.cells) {
      if (z !== 0) continue;
      const at = await page.evaluate(`dlxViewer.project([${x}, ${y}, -0.5])`);
      await page.mouse('mouseMoved', stage.x + at.x, stage.y + at.y);
      assert.equal((await page.state()).highlighted, String(part.piece), `cell ${x}, ${y}, 0`);
      seen.add(part.label);
    }
  }
  assert.deepEqual([...seen].sort(), ['L', 'P', 'S', 'T']);
  assert.equal(await page.evaluate('document.querySelector("#list li.lit").textContent'), 'S');
  assert.ok(compare(plain, await picture(page)).pixels > 1000, 'it is lit');
  await page.mouse('mouseMoved', stage.x + 3, stage.y + 3);
  assert.equal((await page.state()).highlighted, null);
  });

onPage('dragging turns, the wheel zooms, a double click resets', 'soma', {}, async (page) => {
  const {view: home} = await page.state();
  await page.mouse('mouseMoved', 300, 300);
  await page.mouse('mousePressed', 300, 300, {button: 'left', buttons: 1, clickCount: 1});
  for (let i = 1; i <= 10; ++i) await page.mouse('mouseMoved', 300 + 10 * i, 300 + 4 * i, {buttons: 1, button: 'left'});
  await page.mouse('mouseReleased', 400, 340, {button: 'left', clickCount: 1});
  await page.settle();
  const turned = (await page.state()).view;
  assert.ok(turned.azimuth < home.azimuth - 10 && turned.polar < home.polar - 5);
  await page.send('Input.dispatchMouseEvent', {type: 'mouseWheel', x: 300, y: 300, deltaX: 0, deltaY: -200});
  await page.until('dlxViewer.state().view.zoom > 1.1');
  await page.clickAt(300, 300, 2);
  await page.settle();
  assert.deepEqual((await page.state()).view, home);
});

onPage('nothing is drawn while nothing changes', 'soma', {media: MOVING}, async (page) => {
  const frames = async () => (await page.state()).frames;
  await page.evaluate('dlxViewer.set({step: 3, explode: 0.4})');
  await page.settle();
  await page.evaluate('new Promise((f) => setTimeout(f, 200))');
  const was = await frames();
  await page.evaluate('new Promise((f) => setTimeout(f, 500))');
  assert.equal(await frames(), was);
  await page.evaluate('dlxViewer.set({step: 5})');
  await page.settle();
  assert.ok(await frames() > was);
});

onPage('a string folds, step by step and by play', 'snake', {hash: '#step=0', media: MOVING}, async (page) => {
  const flat = await page.state();
  assert.equal(flat.step, 0);
  assert.equal(flat.steps, 14);
  assert.equal(flat.bounds.high[2] - flat.bounds.low[2], 1, 'flat');
  await page.click('#play');
  await page.until('dlxViewer.state().step > 2');
  await page.click('#play');
  await page.settle();
  assert.ok((await page.state()).bounds.high[2] - flat.bounds.low[2] > 1.5);
  await page.evaluate('dlxViewer.set({step: 14})');
  await page.settle();
  const {bounds} = await page.state();
  bounds.low.forEach((low, k) => {
    assert.ok(Math.abs(low + 0.5) < 1e-5 && Math.abs(bounds.high[k] - 2.5) < 1e-5);
  });
  await page.click('#list li:nth-child(4) .name');
  await page.settle();
  const {step} = await page.state();
  assert.ok(step > 0 && step < 14);
});

/** Goes to a step; returns the caption, the box around what is shown, and the parts not yet placed. */
async function stepOf(page, step) {
  await page.evaluate(`dlxViewer.set({step: ${step}})`);
  await page.settle();
  const {bounds} = await page.state();
  const later = await page.evaluate(
    '[...document.querySelectorAll("#list li.later")].map((li) => li.textContent)');
  return {caption: await page.evaluate('document.querySelector("#caption").textContent'), bounds, later};
}

onPage('a linked ring is said to come by no straight move', 'chain', {}, async (page) => {
  const {caption} = await stepOf(page, 2);
  assert.equal(caption, '2 of 2: B shown in its place, not by a straight move');
  assert.equal((await stepOf(page, 1)).caption, '1 of 2: A from above');
  assert.equal((await stepOf(page, 0)).caption, '2 parts, none placed');
});

onPage('pieces slide out of each other\'s way, and the page says how far', 'burr', {}, async (page) => {
  const {steps} = await page.state();
  assert.equal((await stepOf(page, steps)).caption.match(/\(level .*\)/)[0], '(level 2.3)');
  assert.equal((await stepOf(page, 7)).caption, '7 of 10: a, b slide 1 to the right');
  await page.evaluate('dlxViewer.set({solution: 2})');
  await page.settle();
  const last = (await page.state()).steps;
  assert.match((await stepOf(page, last)).caption,
    /: a slides 1 (up|down|to the (front|back|left|right)) \(level 3\.3\)$/);
});

onPage('the view turns to a piece that would be hidden, unless the user has turned it', 'burr', {hash: '#solution=3', media: MOVING}, async (page) => {
  const views = [(await page.state()).view];
  for (let {steps: step} = await page.state(); step > 0; --step) {
    await page.evaluate('document.querySelector("#back").click()');
    await page.settle();
    views.push((await page.state()).view);
  }
  const turns = views.slice(1).map(({azimuth}, n) => Math.abs(azimuth - views[n].azimuth));
  assert.ok(turns.some((turn) => turn > 40), 'it turns');
  assert.ok(turns.every((turn) => turn <= 90.1), turns.join());
  assert.doesNotMatch(await page.evaluate('location.hash'), /view/, 'no view of the user');
  await page.press('r');
  const {view: home} = await page.state();
  assert.deepEqual(home, views[0]);
  await page.mouse('mouseMoved', 300, 300);
  await page.mouse('mousePressed', 300, 300, {button: 'left', buttons: 1, clickCount: 1});
  for (let i = 1; i <= 5; ++i) await page.mouse('mouseMoved', 300 + 10 * i, 300, {buttons: 1, button: 'left'});
  await new Promise((resolve) => setTimeout(resolve, 100));
  await page.mouse('mouseReleased', 350, 300, {button: 'left', clickCount: 1});
  await page.settle();
  const {view} = await page.state();
  assert.notEqual(view.azimuth, home.azimuth);
  for (let step = 0; step < 10; ++step) {
    await page.evaluate('document.querySelector("#forward").click()');
    await page.settle();
    assert.deepEqual((await page.state()).view, view);
  }
});

onPage('an assembly that does not come apart has no steps, and the page says why', 'locked', {},
  async (page) => {
    assert.equal((await page.state()).steps, 0);
    const caption = await page.evaluate('document.querySelector("#caption").textContent');
    assert.equal(caption, '2 parts: does not come apart');
    assert.equal(await page.evaluate('document.querySelector("#play").disabled'), true);
    const {low, high} = (await page.state()).bounds;
    assert.ok(low.every((c, k) => c < high[k]), 'it is shown');
  });

onPage('a group is put together beside the others', 'parted', {}, async (page) => {
  assert.equal((await page.state()).steps, 5);
  const whole = await stepOf(page, 5);
  assert.equal(whole.caption, '5 of 5: A, D together from above');
  assert.deepEqual([whole.bounds.low, whole.bounds.high], [[-0.5, -0.5, -0.5], [3.5, 3.5, 3.5]]);
  const apart = await stepOf(page, 4);
  assert.match(apart.caption, /^4 of 5: D from the (front|back), beside the others$/);
  assert.ok(apart.bounds.low[2] < -4, 'above the others');
  assert.deepEqual(apart.later, []);
  const png = await picture(page);
  const drawn = compare(png, await (async () => {
    await page.evaluate('dlxViewer.set({hidden: ["0", "1", "2", "3"]})');
    return picture(page);
  })());
  assert.ok(drawn.pixels > 5000);
  assert.ok(drawn.top > 0 && drawn.bottom < png.height - 1, 'all in sight');
  await page.evaluate('dlxViewer.set({hidden: []})');
  assert.deepEqual((await stepOf(page, 2)).later, ['A', 'D']);
});

onPage('playing ends when all is done', 'soma', {hash: '#step=5'}, async (page) => {
  await page.click('#play');
  await page.until('!dlxViewer.state().playing');
  assert.equal((await page.state()).step, 7);
});

onPage('the address is read and kept', 'soma', {hash: '#solution=3&step=5&explode=0.4&labels=0'}, async (page) => {
  const {solution, step, explode, labels} = await page.state();
  assert.deepEqual({solution, step, explode, labels}, {solution: 3, step: 5, explode: 0.4, labels: false});
  await page.evaluate('dlxViewer.set({solution: 4, hidden: ["1"]})');
  await page.until('location.hash === "#solution=4&step=5&explode=0.4&labels=0&hide=1"');
  await page.evaluate('location.hash = "#solution=2&step=1"');
  await page.until('dlxViewer.state().solution === 2 && dlxViewer.state().step === 1');
});

for (const name of ['soma', 'snake', 'thousand']) {
  onPage(`${name} on a phone`, name, {width: 360, height: 740, mobile: true}, async (page) => {
    const {outside, small, wide} = await page.evaluate(`(() => {
      const controls = [...document.querySelectorAll('footer button, footer input, #list button')];
      const within = (b) => b.left >= 0 && b.right <= innerWidth && b.top >= 0 && b.bottom <= innerHeight;
      const outside = [];
      const small = [];
      for (const control of controls) {
        if (!control.checkVisibility()) continue;
        control.scrollIntoView({block: 'nearest'});
        const b = control.getBoundingClientRect();
        if (!within(b)) outside.push(control.id || control.textContent);
        const hit = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
        if (!control.contains(hit)) outside.push('covered: ' + (control.id || control.textContent));
        if (b.height < 30 || b.width < 12) small.push(control.id || control.textContent);
      }
      return {outside, small, wide: document.documentElement.scrollWidth};
    })()`);
    assert.deepEqual(outside, []);
    assert.deepEqual(small, []);
    assert.ok(wide <= 360);
    const stage = await stageOf(page);
    assert.ok(stage.height > 250, `the picture is ${stage.height} high`);
    await page.evaluate('document.querySelector("#layers-button").click()');
    await page.settle();
    assert.ok(await page.evaluate('document.documentElement.scrollWidth') <= 360);
  });
}

onPage('no control lies on another, whatever the frame', 'soma', {}, async (page) => {
  for (const [width, height] of [[360, 740], [294, 460], [294, 520], [254, 460], [430, 460], [500, 460], [720, 500]]) {
    await page.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
    const overlaps = await page.evaluate(`(() => {
      const controls = [...document.querySelectorAll('footer button, footer input')].filter((c) => c.checkVisibility());
      const boxes = controls.map((c) => c.getBoundingClientRect());
      const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
      return controls.flatMap((c, i) => controls.slice(0, i).filter((_, j) => meet(boxes[i], boxes[j])).map((d) => c.id + ' ' + d.id));
    })()`);
    assert.deepEqual(overlaps, [], `${width}x${height}`);
  }
});

onPage('paper gets the picture, the parts and no controls', 'soma', {media: {'prefers-color-scheme': 'dark'}}, async (page) => {
  const {data} = await page.send('Page.printToPDF', {printBackground: true});
  const pdf = Buffer.from(data, 'base64').toString('latin1');
  assert.equal(pdf.match(/\/Type \/Page\b/g).length, 1, 'one sheet');
  // The picture is an image with colours, and not an empty one.
  const [, length] = /\/Subtype \/Image[^]*?\/ColorSpace \[[^]*?\/Length (\d+)/.exec(pdf);
  assert.ok(Number(length) > 5000, `${length} bytes`);
  await page.send('Emulation.setEmulatedMedia', {media: 'print'});
  assert.deepEqual(await page.evaluate(`['footer', '#list input', '#list .name', '#caption']
    .map((what) => document.querySelector(what).checkVisibility())`), [false, false, true, true]);
});

onPage('fingers turn and zoom', 'soma', {media: MOVING, width: 360, height: 740, mobile: true}, async (page) => {
  const touch = (type, ...points) => page.send('Input.dispatchTouchEvent',
    {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
  const {view: home} = await page.state();
  await touch('touchStart', [100, 250]);
  for (let x = 110; x <= 200; x += 10) await touch('touchMove', [x, 250]);
  await touch('touchEnd');
  await page.until(`dlxViewer.state().view.azimuth < ${home.azimuth - 10}`);
  await touch('touchStart', [150, 250], [210, 250]);
  for (let d = 10; d <= 60; d += 10) await touch('touchMove', [150 - d, 250], [210 + d, 250]);
  await touch('touchEnd');
  await page.until('dlxViewer.state().view.zoom > 1.5');
});

for (const [name, words] of [
  ['bad', /cannot be shown: the format is "dlx-scene\/2"/],
  ['unread', /cannot be shown: the scene is not JSON/],
  ['none', /^No solutions$/],
]) {
  onPage(`${name}: a clear message`, name, {}, async (page) => {
    assert.match(await page.evaluate('document.querySelector("#message").innerText'), words);
    assert.ok(await page.evaluate('document.querySelector("#message").checkVisibility()'));
    await page.press('ArrowRight');
    await page.press(' ');
    assert.equal((await page.state()).bounds, null);
    await page.evaluate(`dlxViewer.load(${JSON.stringify(soma())})`);
    await page.settle();
    assert.equal((await page.state()).steps, 7, 'another scene can be loaded');
    assert.ok(!await page.evaluate('document.querySelector("#message").checkVisibility()'));
  });
}

onPage('words of the scene stay words', 'odd', {}, async (page) => {
  assert.equal(await page.evaluate('document.querySelector("h1").textContent'),
    '</script><b>x</b> & "DLX_' + 'SCENE" $&');
  assert.match(await page.evaluate('document.querySelector("#list").innerText'), /<i>/);
});

onPage('another scene takes the place of the first', 'soma', {}, async (page) => {
  await page.evaluate(`dlxViewer.load(${JSON.stringify(snake())})`);
  await page.settle();
  const {kind, step, error} = await page.state();
  assert.deepEqual({kind, step, error}, {kind: 'walk', step: 14, error: null});
  await page.evaluate('dlxViewer.load({})');
  assert.match((await page.state()).error, /format is missing/);
});

onPage('a flat assembly is seen from higher up', 'flat', {}, async (page) => {
  const {view} = await page.state();
  assert.ok(view.polar < 45);
  await page.evaluate('dlxViewer.set({view: {polar: 90}})');
  await page.press('r');
  assert.deepEqual((await page.state()).view, view);
});

test('a page around the viewer sends it scenes', async () => {
  const around = join(folder, 'around.html');
  writeFileSync(around, `<iframe id="f" src="soma.html"></iframe><script>
    const scenes = [${JSON.stringify(snake())}, {}];
    const answers = [];
    addEventListener('message', ({data}) => {
      answers.push(data);
      if (scenes.length) f.contentWindow.postMessage({dlxViewer: 'load', scene: scenes.shift()}, '*');
    });</script>`);
  const page = await browser.open(around, USUAL);
  await page.until('answers.length === 3');
  const [ready, first, second] = await page.evaluate('answers');
  assert.deepEqual([ready, first], [{dlxViewer: 'ready'}, {dlxViewer: 'loaded', error: null}]);
  assert.match(second.error, /format is missing/);
  await page.close();
});

onPage('dark and light differ', 'soma', {}, async (page) => {
  const light = await picture(page);
  await page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: 'dark'}]});
  const dark = await picture(page);
  assert.ok(light.at(5, 5).every((c) => c > 200) && dark.at(5, 5).every((c) => c < 60));
});

onPage('the theme of a page around it goes before that of the system', 'snake', {media: {...CALM, 'prefers-color-scheme': 'dark'}}, async (page) => {
  const corner = async (theme) => {
    await page.evaluate(`document.documentElement.dataset.theme = ${JSON.stringify(theme)}`);
    return (await picture(page)).at(5, 5);
  };
  assert.ok((await corner('light')).every((c) => c > 200));
  assert.ok((await corner('dark')).every((c) => c < 60));
  await page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: 'light'}]});
  assert.ok((await corner('dark')).every((c) => c < 60));
  assert.ok((await corner('auto')).every((c) => c > 200));
});

// The sizes of the frame in the page of bindings/web at 1280x800 and 1440x900, and wider ones.
for (const [width, height] of [[654, 460], [718, 560], [654, 440], [700, 420], [900, 440]]) {
  onPage(`most of a frame of ${width}x${height} is the picture`, 'soma', {width, height}, async (page) => {
    await page.evaluate('document.querySelector("header").style.display = document.querySelector("#pager").style.display = "none"');
    await page.settle();
    const {stage, parts} = await page.evaluate(`Object.fromEntries(['stage', 'parts'].map((id) => {
      const {width, height, left, right, top} = document.getElementById(id).getBoundingClientRect();
      return [id, {width, height, left, right, top}];
    }))`);
    assert.ok(stage.width * stage.height > 0.6 * width * height, JSON.stringify(stage));
    assert.equal(parts.left, stage.right, 'the parts stand beside the picture');
    assert.equal(parts.top, stage.top);
  });
}

onPage('the content policy forbids the network', 'soma', {}, async (page) => {
  const error = await page.evaluate('fetch("https://example.org/").then(() => "", (e) => e.name)');
  assert.equal(error, 'TypeError');
  assert.ok(page.complaints.some((words) => /Content Security Policy/.test(words)));
  page.complaints.length = 0;
  page.requests.length = 0;
});

test('without WebGL the layers are shown', async () => {
  const plain = await Browser.start({webgl: false});
  try {
    const page = await plain.open(pages.soma, {});
    const {webgl, layers, error} = await page.state();
    assert.deepEqual({webgl, layers, error}, {webgl: false, layers: true, error: null});
    assert.match(await page.evaluate('document.querySelector("#message").innerText'), /WebGL/);
    const letters = await page.evaluate(`[...document.querySelectorAll('#layers .grid')].map((g) =>
      [...g.children].map((s) => s.textContent).join(''))`);
    assert.deepEqual(letters, ['SSLPSSTTT', 'QPLPPRYTR', 'QQLYQLYYR']);
    await page.press('ArrowDown');
    await page.press('ArrowRight');
    await page.press('t');
    const after = await page.state();
    assert.deepEqual([after.solution, after.step, after.layers], [2, 6, true]);
    assert.equal(await page.evaluate('document.querySelectorAll("footer :disabled").length'), 5);
    assert.equal(await page.evaluate('document.querySelector("#caption").textContent'), '6 of 7: T from above');
    await page.press('e');
    await page.press(' ');
    await page.until('dlxViewer.state().playing');
    await page.close();
    const string = await plain.open(pages.snake, {});
    assert.equal(await string.evaluate(
      'document.querySelector("#layers .grid").firstChild.textContent'), '21');
    assert.equal(await string.evaluate(
      'document.querySelector("#layers figcaption").textContent'), 'Layer 2, on top');
    await string.close();
  } finally {
    await plain.close();
  }
});

test('the samples are what they claim', () => {
  assert.equal(CHRISTMAS.length, 27);
  const cells = [...readLayers('|AB|  |BB|\n|AA|  |AB|')[0]];
  assert.deepEqual(cells[0], ['A', [[0, 0, 0], [0, 1, 0], [1, 1, 0], [0, 1, 1]]]);
});
