// The page of dlx explain in a browser, with search trees made by hand. Needs Chromium ("chromium" in
// the PATH, or the path in CHROMIUM) and nothing from npm.

import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {Browser} from '../test/browser.mjs';

const TEMPLATE = readFileSync(new URL('explain.html', import.meta.url), 'utf8');
const USUAL = {width: 1100, height: 700};
const PHONE = {width: 390, height: 844, mobile: true};

const itemsOf = (names, primary) => [...names].map((name) => ({name, primary}));

/** Knuth's first example: six options of seven primary items, one solution. */
function toy() {
  const items = itemsOf('abcdefg', true);
  return {
    format: 'dlx-tree/1', title: 'toy.dlx', complete: true, solutions: 1, items,
    options: ['ce', 'adg', 'bcf', 'adf', 'bg', 'deg'].map(
      (option) => [...option].map((name) => [items.findIndex((item) => item.name === name), null])),
    nodes: [
      {parent: -1, option: null, state: 'branch', item: 0, choices: [1, 3]},
      {parent: 0, option: 1, state: 'branch', item: 1, choices: [2]},
      {parent: 1, option: 2, state: 'dead', item: 4},
      {parent: 0, option: 3, state: 'branch', item: 1, choices: [4]},
      {parent: 3, option: 4, state: 'branch', item: 2, choices: [0]},
      {parent: 4, option: 0, state: 'solution'},
    ],
  };
}

/** His first with colours: p q r primary, x y secondary. */
function coloured() {
  const [p, q, r, x, y] = [0, 1, 2, 3, 4];
  return {
    format: 'dlx-tree/1', title: 'coloured.dlx', complete: true, solutions: 1,
    items: [...itemsOf('pqr', true), ...itemsOf('xy', false)],
    options: [
      [[p, null], [q, null], [x, null], [y, 'amber']],
      [[p, null], [r, null], [x, 'amber'], [y, null]],
      [[p, null], [x, 'blue']],
      [[q, null], [x, 'amber']],
      [[r, null], [y, 'blue']],
    ],
    nodes: [
      {parent: -1, option: null, state: 'branch', item: q, choices: [0, 3]},
      {parent: 0, option: 0, state: 'dead', item: r},
      {parent: 0, option: 3, state: 'branch', item: p, choices: [1]},
      {parent: 2, option: 1, state: 'solution'},
    ],
  };
}

/** A comb of 2000 nodes: at each depth one option is a dead end, and the other goes on. */
function large() {
  const depth = 999;
  const nodes = [{parent: -1, option: null, state: 'branch', item: 0, choices: [0, 1]}];
  for (let k = 0; k < depth; ++k) {
    const parent = k === 0 ? 0 : 2 * k;
    nodes.push({parent, option: 0, state: 'dead', item: 1});
    nodes.push(k < depth - 1 ? {parent, option: 1, state: 'branch', item: 0, choices: [0, 1]}
      : {parent, option: 1, state: 'open'});
  }
  return {format: 'dlx-tree/1', title: 'large', complete: false, solutions: 0,
    items: itemsOf('ab', true), options: [[[0, null]], [[0, null]]], nodes};
}

function cutOff() {
  const tree = toy();
  tree.nodes = [...tree.nodes.slice(0, 3), {parent: 0, option: 3, state: 'open'}];
  return {...tree, complete: false, solutions: 0};
}

function hostile() {
  const tree = coloured();
  tree.title = '</script><img src=x onerror=alert(1)> $& ' + 'long'.repeat(40);
  tree.items.forEach((item, i) => { item.name = `<b>item ${i} with a long name</b>`; });
  return tree;
}

const folder = mkdtempSync(join(tmpdir(), 'dlx-explain-'));
let browser;

before(async () => {
  const trees = {
    toy: toy(), coloured: coloured(), large: large(), cutOff: cutOff(), hostile: hostile(),
    format: {...toy(), format: 'dlx-tree/2'},
    unread: '{"format": ',
    damaged: {...toy(), nodes: [toy().nodes[0], {parent: 0, option: 6, state: 'solution'}]},
  };
  assert.equal(TEMPLATE.split('DLX_TREE').length, 2, 'one place for the tree');
  for (const [name, tree] of Object.entries(trees)) {
    const text = typeof tree === 'string' ? tree : JSON.stringify(tree).replaceAll('<', '\\u003c');
    writeFileSync(join(folder, `${name}.html`), TEMPLATE.replace('DLX_TREE', () => text));
  }
  browser = await Browser.start({webgl: false});
});

after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true, force: true});
});

/** Opens a page, runs the checks on it, and sees that it was quiet. */
function onPage(name, page, options, checks) {
  test(name, async () => {
    const opened = await browser.open(join(folder, `${page}.html`), {...USUAL, ...options});
    opened.state = () => opened.evaluate('dlxTree.state()');
    await checks(opened);
    assert.deepEqual(opened.complaints, [], 'no errors or warnings');
    assert.deepEqual(opened.requests, [], 'nothing asked of the network');
    await opened.close();
  });
}

/** What the matrix shows: classes of the options, texts of the line "options left", classes of the items. */
const matrix = (page) => page.evaluate(`({
  options: [...document.querySelectorAll('#matrix tbody tr')].map((row) => row.className),
  marks: [...document.querySelectorAll('#matrix .mark')].map((mark) => mark.textContent),
  left: [...document.querySelectorAll('#matrix .left td')].map((cell) => cell.textContent),
  items: [...document.querySelectorAll('#matrix th.item')].map(
    (head) => ['covered', 'branch', 'dead'].find((c) => head.classList.contains(c)) ?? ''),
  picked: [...document.querySelectorAll('#matrix td.pick')].map((cell) => Number(cell.parentNode.dataset.option)),
})`);

const classOf = (page, node) => page.evaluate(`document.querySelector('[data-node="${node}"]').getAttribute('class')`);

onPage('the buttons step', 'toy', {}, async (page) => {
  const at = async (selector) => {
    await page.click(selector);
    return (await page.state()).step;
  };
  assert.equal((await page.state()).step, 0);
  assert.ok(await page.evaluate('document.querySelector("#back").disabled'));
  assert.equal(await at('#forward'), 1);
  assert.equal(await at('#forward'), 2);
  assert.equal(await page.evaluate('location.hash'), '#step=2');
  assert.equal(await page.evaluate('document.querySelector("#slider").value'), '2');
  assert.equal(await at('#back'), 1);
  assert.equal(await at('#last'), 5);
  assert.ok(await page.evaluate('document.querySelector("#forward").disabled'));
  assert.equal(await at('#first'), 0);
});

onPage('the keys step and play', 'toy', {hash: '#step=4'}, async (page) => {
  const at = async (key) => {
    await page.press(key);
    return (await page.state()).step;
  };
  assert.equal((await page.state()).step, 4, 'from the address');
  assert.equal(await at('ArrowRight'), 5);
  assert.equal(await at('ArrowRight'), 5);
  assert.equal(await at('ArrowLeft'), 4);
  assert.equal(await at('Home'), 0);
  assert.equal(await at('ArrowLeft'), 0);
  assert.equal(await at('End'), 5);
  await page.evaluate('document.querySelector("#slider").focus()');
  assert.equal(await at('ArrowLeft'), 4, 'one step, also on the slider');
  await page.evaluate('location.hash = "#step=1"');
  await page.until('dlxTree.state().step === 1');
  await page.evaluate('document.querySelector("#slider").blur(); document.querySelector("#speed").value = "100"');
  await page.press(' ');
  await page.until('dlxTree.state().step === 5 && !dlxTree.state().playing');
  await page.evaluate('document.querySelector("#speed").value = "3000"');
  await page.press(' ');
  assert.equal((await page.state()).playing, true);
  assert.equal((await page.state()).step, 0, 'from the start again');
  await page.press(' ');
  assert.equal((await page.state()).playing, false);
});

onPage('each step is told', 'toy', {}, async (page) => {
  const told = [
    'Of all items, a is one of those with fewest options left: 2. It must be covered by one of them; try option 2: a d g.',
    'Option 2 is chosen. Item b has only one option left, so take it: option 3: b c f.',
    'Option 3 is chosen. Item e has no option left: back.',
    'Back at item a, try its next option 4: a d f. Item b has only one option left, so take it: option 5: b g.',
    'Option 5 is chosen. Item c has only one option left, so take it: option 1: c e.',
    'Option 1 is chosen. Every primary item is covered: solution 1, of options 4, 5 and 1.'
      + ' Nothing is left to try: the search is over, with 1 solution.',
  ];
  for (const [step, sentence] of told.entries()) {
    await page.evaluate(`dlxTree.set(${step})`);
    assert.equal((await page.state()).sentence, sentence);
    assert.equal(await page.evaluate('document.querySelector("#sentence").textContent'), sentence);
  }
});

onPage('the matrix at a node', 'toy', {hash: '#step=3'}, async (page) => {
  assert.deepEqual(await matrix(page), {
    options: ['', 'removed', 'removed', 'chosen', 'choice', 'removed'],
    marks: ['', '', '', '✓', '▸', ''],
    left: ['✓', '1', '1', '✓', '1', '✓', '1'],
    items: ['covered', 'branch', '', 'covered', '', 'covered', ''],
    picked: [4],
  });
  await page.evaluate('dlxTree.set(2)');
  assert.deepEqual(await matrix(page), {
    options: ['removed', 'chosen', 'chosen', 'removed', 'removed', 'removed'],
    marks: ['', '✓', '✓', '', '', ''],
    left: ['✓', '✓', '✓', '✓', '0', '✓', '✓'],
    items: ['covered', 'covered', 'covered', 'covered', 'dead', 'covered', 'covered'],
    picked: [],
  });
  await page.evaluate('dlxTree.set(0)');
  const start = await matrix(page);
  assert.deepEqual(start.options, ['', 'choice', '', 'choice', '', '']);
  assert.deepEqual(start.left, ['2', '2', '2', '3', '2', '2', '3']);
});

onPage('secondary items and colours in the matrix', 'coloured', {}, async (page) => {
  assert.equal((await page.state()).sentence, 'Of all items, q is one of those with fewest options left: 2. '
    + 'It must be covered by one of them; try option 1: p q x y:amber.');
  assert.deepEqual((await matrix(page)).left, ['3', '2', '2', '4', '3']);
  await page.evaluate('dlxTree.set(1)');
  assert.deepEqual(await matrix(page), {
    options: ['chosen', 'removed', 'removed', 'removed', 'removed'],
    marks: ['✓', '', '', '', ''],
    left: ['✓', '✓', '0', '✓', 'a'],
    items: ['covered', 'covered', 'dead', 'covered', 'covered'],
    picked: [],
  });
  await page.evaluate('dlxTree.set(2)');
  const {options, left} = await matrix(page);
  assert.deepEqual(options, ['removed', 'choice', 'removed', 'chosen', ''], 'x:amber may be shared, x and x:blue not');
  assert.deepEqual(left, ['1', '✓', '2', 'a', '2']);
  await page.evaluate('dlxTree.set(3)');
  assert.deepEqual((await page.state()).chosen, [3, 1]);
  assert.deepEqual((await page.state()).removed, [0, 2, 4]);
  assert.equal(await page.evaluate('document.querySelector("#matrix tbody td i[class]").textContent'), 'a');
  assert.equal(await page.evaluate('document.querySelectorAll("#matrix th.item.divide").length'), 1);
});

onPage('a click in the tree jumps there', 'toy', {}, async (page) => {
  await page.click('[data-node="4"]');
  assert.equal((await page.state()).step, 4);
  assert.deepEqual((await page.state()).chosen, [3, 4]);
  const classes = [];
  for (let n = 0; n < 6; ++n) classes.push(await classOf(page, n));
  assert.deepEqual(classes, ['node path', 'node', 'node', 'node path', 'node path', 'node later']);
  await page.click('[data-node="2"]');
  assert.equal((await page.state()).step, 2);
  assert.equal(await page.evaluate('document.querySelectorAll("#tree-box .cross").length'), 1);
  assert.equal(await page.evaluate('document.querySelectorAll("#tree-box .check").length'), 1);
});

onPage('a tree that was cut off says so', 'cutOff', {hash: '#step=99'}, async (page) => {
  const {step, sentence} = await page.state();
  assert.equal(step, 3);
  assert.equal(sentence, 'Back at item a, try its next option 4: a d f. The tree is cut off here: what is below is not shown.');
  assert.match(await page.evaluate('document.querySelector("#subtitle").textContent'), /cut off/);
});

onPage('a large tree is shown, and can be fitted to the width', 'large', {}, async (page) => {
  const inView = () => page.evaluate(`(() => {
    const b = document.querySelector('#tree-box').getBoundingClientRect();
    const r = document.querySelector('.ring').getBoundingClientRect();
    return r.left >= b.left - 10 && r.right <= b.right + 10 && r.top >= b.top - 10 && r.bottom <= b.bottom + 10;
  })()`);
  assert.equal((await page.state()).last, 1998);
  assert.equal((await page.state()).fit, false);
  for (const step of [1998, 0, 1000]) {
    await page.evaluate(`dlxTree.set(${step})`);
    assert.ok(await inView(), `step ${step} is in view`);
  }
  await page.click('#fit');
  assert.equal((await page.state()).fit, true);
  assert.ok(await page.evaluate(`(() => {
    const box = document.querySelector('#tree-box');
    return box.scrollWidth <= box.clientWidth;
  })()`));
  assert.ok(await inView());
  const {scale} = await page.state();
  await page.click('#larger');
  assert.ok((await page.state()).scale > scale);
});

onPage('names are text and nothing else', 'hostile', {}, async (page) => {
  assert.equal(await page.evaluate('document.querySelectorAll("img, #matrix b, #tree-box b").length'), 0);
  assert.match(await page.evaluate('document.querySelector("#title").textContent'), /^<\/script><img/);
  assert.match((await page.state()).sentence, /<b>item 1 with a long name<\/b>/);
});

for (const [name, says] of [['format', /dlx-tree\/1.*"dlx-tree\/2"/], ['unread', /no search tree that can be read/],
  ['damaged', /damaged: node 1 has no option/]]) {
  onPage(`an error is shown: ${name}`, name, {}, async (page) => {
    assert.match(await page.evaluate('document.querySelector("#message").textContent'), says);
    assert.ok(await page.evaluate('document.querySelector("#message").checkVisibility()'));
    assert.equal(await page.evaluate('document.querySelector("footer").checkVisibility()'), false);
    assert.match((await page.state()).error, says);
    await page.press('ArrowRight');
  });
}

for (const name of ['toy', 'coloured', 'hostile', 'large']) {
  onPage(`no wider than a phone: ${name}`, name, {...PHONE, hash: '#step=2'}, async (page) => {
    assert.equal(await page.evaluate('innerWidth'), PHONE.width);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth') <= PHONE.width);
    const [matrixBottom, treeTop, treeBottom, textTop] = await page.evaluate(`
      ['#matrix-box', '#tree-pane', '#tree-pane', '#how'].map((s, k) =>
        document.querySelector(s).getBoundingClientRect()[['bottom', 'top', 'bottom', 'top'][k]])`);
    assert.ok(treeTop >= matrixBottom && textTop >= treeBottom, 'the tree is under the matrix');
    await page.click('#forward');
    assert.equal((await page.state()).step, 3);
  });
}
