// Tests of the page in a browser. The tests need Chromium ("chromium" in the PATH, or the path in
// CHROMIUM). The tests of accessibility also need axe-core in viewer/node_modules; without axe-core
// they are skipped.

import assert from 'node:assert/strict';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {Browser} from '../../test/browser.mjs';
import {fixture} from './fixtures.mjs';

const TEMPLATE = readFileSync(new URL('../../dist/learn.html', import.meta.url), 'utf8');
const AXE = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);
const USUAL = {width: 1280, height: 800};
const PHONE = {width: 360, height: 740, mobile: true};

/** Data of a search whose tree has 2000 nodes: at each depth one option is a dead end, and the
    search goes on below the other option. No move changes links. */
function large() {
  const {items, options, links, moves, format} = fixture('toy');
  const code = (move) => moves.indexOf(move);
  const nodes = [{parent: -1, option: null, state: 'branch', item: 0, choices: [1, 3], arrival: 1}];
  const steps = [[code('choose'), 1, 2, 0]];
  const go = (move, at) => steps.push([code(move), at, 0, 0]);
  for (let parent = 0, depth = 0; depth < 999; ++depth) {
    go('attempt', 10);
    go('dead', 2);
    nodes.push({parent, option: 1, state: 'dead', item: 1, arrival: steps.length});
    go('undo', 10);
    go('attempt', 16);
    go('choose', 1);
    nodes.push({parent, option: 3, state: 'branch', item: 0, choices: [1, 3], arrival: steps.length});
    parent = nodes.length - 1;
  }
  return {format, moves, title: 'large', complete: false, solutions: 0, items, options, links, rule: 'minimum', nodes, steps};
}

function hostile() {
  const data = fixture('coloured');
  data.title = '</script><img src=x onerror=alert(1)> $& ' + 'long'.repeat(40);
  data.items.forEach((item, i) => { item.name = `<b>item ${i} with a long name</b>`; });
  return data;
}

const folder = mkdtempSync(join(tmpdir(), 'dlx-learn-'));
let browser;

before(async () => {
  const pages = {
    large: large(), hostile: hostile(), unread: '{"format": ', format: {...fixture('toy'), format: 'dlx-tree/2'},
    damaged: {...fixture('toy'), nodes: [fixture('toy').nodes[0], {parent: 0, option: 6, state: 'solution'}]},
  };
  for (const name of ['toy', 'own', 'coloured', 'cut', 'queens', 'dominoes']) pages[name] = fixture(name);
  assert.equal(TEMPLATE.split('DLX_TREE').length, 2, 'one place for the data');
  for (const [name, data] of Object.entries(pages)) {
    const text = typeof data === 'string' ? data : JSON.stringify(data).replaceAll('<', '\\u003c');
    writeFileSync(join(folder, `${name}.html`), TEMPLATE.replace('DLX_TREE', () => text));
  }
  browser = await Browser.start({webgl: false});
});

after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true, force: true});
});

/** Opens a page, runs the checks, and tests that the page reported no errors and made no network
    requests. */
function onPage(name, page, options, checks) {
  test(name, {skip: options.skip}, async () => {
    const opened = await browser.open(join(folder, `${page}.html`), {...USUAL, ...options});
    opened.state = () => opened.evaluate('dlxLearn.state()');
    opened.go = (at) => opened.evaluate(`dlxLearn.go(${at})`);
    opened.set = (id, value) => opened.evaluate(`(() => {
      const e = document.querySelector('#${id}');
      e.value = '${value}';
      e.dispatchEvent(new Event('change', {bubbles: true}));
    })()`);
    if (!options.byNodes) await opened.set('grain', 'link');
    await checks(opened);
    assert.deepEqual(opened.complaints, [], 'no errors or warnings');
    assert.deepEqual(opened.requests, [], 'nothing asked of the network');
    await opened.close();
  });
}

/** The content of the matrix: classes of the options, texts of the line "options left", classes of
    the items. */
const matrix = (page) => page.evaluate(`({
  options: [...document.querySelectorAll('#matrix tbody tr')].map((row) => row.className),
  marks: [...document.querySelectorAll('#matrix .mark')].map((mark) => mark.textContent),
  left: [...document.querySelectorAll('#matrix .left td')].map((cell) => cell.textContent),
  items: [...document.querySelectorAll('#matrix th.item')].map(
    (head) => ['covered', 'branch', 'dead'].find((c) => head.classList.contains(c)) ?? ''),
  picked: [...document.querySelectorAll('#matrix td.pick')].map((cell) => Number(cell.parentNode.dataset.option)),
})`);

/** The pointers that are drawn, such as {"D5": 9, ...}, and the pointers that are drawn as changed. */
const arrows = (page) => page.evaluate(`(() => {
  const all = [...document.querySelectorAll('.arrow')];
  return {
    to: Object.fromEntries(all.map((arrow) => [arrow.dataset.pointer, Number(arrow.dataset.to)])),
    changed: all.filter((arrow) => arrow.classList.contains('changed')).map((arrow) => arrow.dataset.pointer).sort(),
  };
})()`);

const text = (page, selector) => page.evaluate(`document.querySelector('${selector}').textContent`);

onPage('a step is a node of the tree at first, and the controls are above the fold', 'toy', {byNodes: true}, async (page) => {
  const {end} = await page.state();
  await page.click('#forward');
  const {at, grain} = await page.state();
  assert.ok(grain === 'node' && at > 1 && at < end, `${at} of ${end}`);
  assert.ok(await page.evaluate('document.querySelector("footer").getBoundingClientRect().bottom') < 250);
});

onPage('the buttons step, one link at a time', 'toy', {}, async (page) => {
  const at = async (selector) => {
    await page.click(selector);
    return (await page.state()).at;
  };
  const {end} = await page.state();
  assert.equal((await page.state()).at, 0);
  assert.ok(await page.evaluate('document.querySelector("#back").disabled'));
  assert.equal(await at('#forward'), 1);
  assert.equal(await at('#forward'), 2);
  assert.equal(await page.evaluate('location.hash'), '#move=2');
  assert.equal(await page.evaluate('document.querySelector("#slider").value'), '2');
  assert.equal(await at('#back'), 1);
  assert.equal(await at('#last'), end);
  assert.ok(await page.evaluate('document.querySelector("#forward").disabled'));
  assert.equal(await at('#first'), 0);
});

for (const [name, what] of [['queens', '#board-box svg'], ['toy', 'table']]) {
  onPage(`${name}: paper gets a sheet for each step`, name, {byNodes: true}, async (page) => {
    await page.go(3);
    const steps = await page.evaluate('Number(document.querySelector("#slider").max)');
    const {data} = await page.send('Page.printToPDF', {printBackground: true, preferCSSPageSize: true});
    const pdf = Buffer.from(data, 'base64').toString('latin1');
    assert.equal(pdf.match(/\/Type \/Page\b/g).length, Math.min(60, steps + 1), 'one for the start, too');
    assert.equal((await page.state()).at, 3, 'the page stays where it was');
    assert.equal(await page.evaluate('document.querySelectorAll("article").length'), 0);
    // Tests the page as it is shown on paper.
    await page.send('Emulation.setEmulatedMedia', {media: 'print'});
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    const sheets = await page.evaluate(`[...document.querySelectorAll('article')].map((sheet) => ({
      heading: sheet.querySelector('h2').textContent, sentence: sheet.querySelector('p').textContent,
      seen: [${JSON.stringify(what)}, '.picture svg'].every((part) => sheet.querySelector(part).getBoundingClientRect().height > 100),
      fits: sheet.scrollHeight <= sheet.clientHeight,
    }))`);
    assert.deepEqual(sheets.map(({seen, fits}) => seen && fits), sheets.map(() => true));
    assert.match(sheets[1].heading, new RegExp(`step 1 of ${steps}$`));
    assert.ok(new Set(sheets.map(({sentence}) => sentence)).size > sheets.length / 2);
    const more = await page.evaluate('document.querySelector("article:last-child > p:last-child")?.textContent');
    if (steps >= 60) assert.equal(more, `and ${steps - 59} more steps`);
    assert.equal(await page.evaluate('document.querySelector("footer").checkVisibility()'), false);
  });
}

onPage('the keys step and play', 'toy', {hash: '#move=4'}, async (page) => {
  const at = async (key) => {
    await page.press(key);
    return (await page.state()).at;
  };
  const {end} = await page.state();
  assert.equal((await page.state()).at, 4, 'from the address');
  assert.equal(await at('ArrowRight'), 5);
  assert.equal(await at('ArrowLeft'), 4);
  assert.equal(await at('Home'), 0);
  assert.equal(await at('ArrowLeft'), 0);
  assert.equal(await at('End'), end);
  assert.equal(await at('ArrowRight'), end);
  await page.evaluate('document.querySelector("#slider").focus()');
  assert.equal(await at('ArrowLeft'), end - 1, 'one step, also on the slider');
  await page.evaluate('location.hash = "#move=1"');
  await page.until('dlxLearn.state().at === 1');
  await page.evaluate('document.querySelector("#slider").blur(); document.querySelector("#speed").value = "100"');
  await page.set('grain', 'node');
  await page.press(' ');
  await page.until(`dlxLearn.state().at === ${end} && !dlxLearn.state().playing`);
  await page.evaluate('document.querySelector("#speed").value = "3000"');
  await page.press(' ');
  assert.equal((await page.state()).playing, true);
  assert.equal((await page.state()).at, 0, 'from the start again');
  await page.press(' ');
  assert.equal((await page.state()).playing, false);
});

onPage('each node is told, and going back is a step of its own', 'toy', {}, async (page) => {
  await page.set('grain', 'node');
  const told = [
    /^Item a is chosen. It is the first of the items with fewest options left, 2./,
    /^Choose option 2: a d g\./,
    /^Item b is chosen. It has only one option left, so that option must be chosen. It is option 3: b c f\./,
    /^Choose option 3: b c f\./,
    /^Dead end: item e has no option left\./,
    /^Backtrack: take back option 3: b c f\./,
    /^All options of item b have been tried: uncover it, and go back\./,
    /^Backtrack: take back option 2: a d g\./,
    /^Choose option 4: a d f\./,
  ];
  for (const sentence of told) {
    await page.press('ArrowRight');
    const state = await page.state();
    assert.match(state.sentence, sentence);
    assert.equal(await text(page, '#sentence'), state.sentence);
    assert.equal(await page.evaluate('document.body.classList.contains("backtracking")'), /^(Backtrack|All)/.test(state.sentence));
  }
  await page.press('End');
  assert.match((await page.state()).sentence, /^The search is over: 6 nodes and 1 solution\./);
});

onPage('the matrix at a node', 'toy', {}, async (page) => {
  await page.set('grain', 'node');
  await page.click('#tree-box [data-node="2"]');
  assert.deepEqual(await matrix(page), {
    options: ['removed', 'chosen', 'chosen', 'removed', 'removed', 'removed'],
    marks: ['', '✓', '✓', '', '', ''],
    left: ['✓', '✓', '✓', '✓', '0', '✓', '✓'],
    items: ['covered', 'covered', 'covered', 'covered', 'dead', 'covered', 'covered'],
    picked: [],
  });
  await page.click('#tree-box [data-node="0"]');
  const start = await matrix(page);
  assert.deepEqual(start.options, ['', 'choice', '', 'choice', '', '']);
  assert.deepEqual(start.marks, ['', '▸', '', '', '', '']);
  assert.deepEqual(start.items, ['branch', '', '', '', '', '', '']);
  assert.deepEqual(start.picked, [1, 3]);
});

for (const name of ['toy', 'coloured']) {
  onPage(`every arrow is the pointer of the memory, at every move: ${name}`, name, {}, async (page) => {
    const {end} = await page.state();
    const data = fixture(name);
    let previous = await arrows(page);
    for (let at = 1; at <= end; ++at) {
      await page.press('ArrowRight');
      const state = await page.state();
      assert.equal(state.at, at);
      const drawn = await arrows(page);
      const primaries = data.items.filter(({primary}) => primary).length;
      for (let p = 1; p < state.up.length; ++p) {
        assert.equal(drawn.to[`U${p}`], state.up[p], `U of ${p} after ${at} moves`);
        assert.equal(drawn.to[`D${p}`], state.down[p], `D of ${p} after ${at} moves`);
        if (p > data.items.length && data.links.right[p] !== p) {
          assert.equal(drawn.to[`R${p}`], data.links.right[p]);
          assert.equal(drawn.to[`L${data.links.right[p]}`], p);
        }
      }
      for (let h = 0; h <= primaries; ++h) {
        assert.equal(drawn.to[`R${h}`], state.next[h], `R of header ${h} after ${at} moves`);
        assert.equal(drawn.to[`L${h}`], state.previous[h], `L of header ${h} after ${at} moves`);
      }
      // Every pointer that differs is drawn as changed. A pointer that a move writes without a
      // change of its value is also drawn as changed.
      const differ = Object.keys(drawn.to).filter((key) => drawn.to[key] !== previous.to[key]);
      for (const key of differ) assert.ok(drawn.changed.includes(key), `${key} after ${at} moves`);
      const writing = ['unlink', 'relink', 'deactivate', 'activate'].includes(state.moves[0].move);
      assert.equal(drawn.changed.length, writing ? 2 : 0);
      previous = drawn;
    }
  });
}

onPage('secondary items and colours', 'coloured', {}, async (page) => {
  assert.deepEqual((await matrix(page)).left, ['3', '2', '2', '4', '3']);
  await page.click('#tree-box [data-node="3"]');
  const {options, left} = await matrix(page);
  assert.equal(options[3], 'chosen');
  assert.equal(options[1], 'chosen', 'x:A is shared');
  assert.ok(left.includes('A'), 'the colour of x');
  assert.equal(await page.evaluate('document.querySelector("#matrix tbody td i[class]").textContent'), 'A');
  assert.equal(await page.evaluate('document.querySelectorAll("#matrix th.item.divide").length'), 1);
  await page.go(0);
  const told = [];
  for (let last = -1, {at, end} = await page.state(); at < end && at !== last;) {
    await page.press('ArrowRight');
    const state = await page.state();
    last = at;
    at = state.at;
    told.push(state.sentence);
    if (state.moves[0].move === 'mark') {
      assert.ok(await page.evaluate('document.querySelectorAll(".link-node.marked").length > 0'));
    }
  }
  for (const sentence of [/^Purify item x to the colour A/, /has that colour, so it stays/, /^Undo the colour of item x/, /has the colour A already/]) {
    assert.ok(told.some((each) => sentence.test(each)), String(sentence));
  }
});

onPage('a click in the tree jumps there', 'toy', {}, async (page) => {
  await page.click('#tree-box [data-node="4"]');
  assert.equal((await page.state()).node, 4);
  assert.deepEqual((await page.state()).chosen, [3, 4]);
  const classes = await page.evaluate('[...document.querySelectorAll("#tree-box .node")].map((node) => node.getAttribute("class"))');
  assert.deepEqual(classes, ['node live path', 'node live', 'node live', 'node live path', 'node live path', 'node live later unknown']);
  assert.equal(await page.evaluate('document.querySelectorAll("#tree-box .cross").length'), 1);
  assert.equal(await page.evaluate('document.querySelectorAll("#tree-box .check").length'), 1);
});

onPage('a search that was cut off says so', 'cut', {}, async (page) => {
  await page.press('End');
  assert.match((await page.state()).sentence, /The search is cut off here: it goes on\.$/);
  assert.match(await text(page, '#tree-caption'), /at least/);
});

/** Whether an element of the page lies inside another element, with a tolerance of 10 pixels. */
const inside = (page, box, part) => page.evaluate(`(() => {
  const b = document.querySelector('${box}').getBoundingClientRect();
  const r = document.querySelector('${part}').getBoundingClientRect();
  return r.left >= b.left - 10 && r.right <= b.right + 10 && r.top >= b.top - 10 && r.bottom <= b.bottom + 10;
})()`);

onPage('a board shows what is chosen, and the tree is whole at its sides', 'queens', {}, async (page) => {
  assert.equal(await page.evaluate('document.querySelectorAll("#board-box .square").length'), 36);
  assert.ok(await inside(page, '#tree-box', '#tree-box svg > g'), 'the whole tree');
  const solution = fixture('queens').nodes.findIndex(({state}) => state === 'solution');
  await page.click(`#tree-box [data-node="${solution}"]`);
  const {chosen} = await page.state();
  assert.equal(chosen.length, 6);
  const queens = await page.evaluate(`[...document.querySelectorAll('#board-box .sign')].map(
    (sign) => 6 * Math.floor(sign.getAttribute('y') / 40) + Math.floor(sign.getAttribute('x') / 40))`);
  assert.deepEqual(queens, chosen);
});

onPage('tiles are drawn on their squares', 'dominoes', {}, async (page) => {
  const solution = fixture('dominoes').nodes.findIndex(({state}) => state === 'solution');
  await page.click(`#tree-box [data-node="${solution}"]`);
  assert.equal(await page.evaluate('document.querySelectorAll("#board-box .tile").length'), 6);
});

onPage('a large tree fits, can be zoomed, moved, and follows', 'large', {}, async (page) => {
  assert.ok(await inside(page, '#tree-box', '#tree-box svg > g'), 'the whole tree');
  await page.click('#tree-larger');
  await page.evaluate('for (let i = 0; i < 25; ++i) document.querySelector("#tree-larger").click()');
  const {end} = await page.state();
  for (const at of [end, 0, Math.floor(end / 2)]) {
    await page.go(at);
    assert.ok(await inside(page, '#tree-box', '.ring'), `move ${at} is in view`);
  }
  const transform = () => page.evaluate('document.querySelector("#tree-box svg > g").getAttribute("transform")');
  const old = await transform();
  await page.evaluate('document.querySelector("#tree-box").focus()');
  await page.press('+');
  const larger = await transform();
  assert.notEqual(larger, old);
  const [x, y] = await page.evaluate('(() => { const b = document.querySelector("#tree-box").getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()');
  await page.mouse('mouseMoved', x, y);
  await page.mouse('mousePressed', x, y, {button: 'left', clickCount: 1});
  await page.mouse('mouseMoved', x + 60, y + 20, {button: 'left', buttons: 1});
  await page.mouse('mouseReleased', x + 60, y + 20, {button: 'left', clickCount: 1});
  assert.notEqual(await transform(), larger, 'dragged');
  await page.press('0');
  assert.ok(await inside(page, '#tree-box', '#tree-box svg > g'));
});

onPage('both rules are compared', 'own', {}, async (page) => {
  await page.click('#compare');
  const {nodes, compared} = fixture('own');
  assert.match(await text(page, '#tree-caption'), new RegExp(`^minimum: ${nodes.length} nodes, `));
  assert.match(await text(page, '#other-caption'), new RegExp(`^first: ${compared.nodes.length} nodes, `));
  assert.equal(await page.evaluate('document.querySelectorAll("#other-box .node").length'), compared.nodes.length);
  await page.set('rule', 'first');
  assert.equal((await page.state()).rule, 'first');
  assert.match(await text(page, '#tree-caption'), /^first:/);
  assert.match(await text(page, '#other-caption'), /^minimum:/);
  await page.press('ArrowRight');
  assert.match((await page.state()).sentence, /first active item/);
  await page.click('#compare');
  assert.equal(await page.evaluate('document.querySelector("#other-pane").hidden'), true);
});

/** Ticks all right answers, or one wrong answer if `right` is false, and presses the button for
    answering. */
async function answer(page, right) {
  const {asking} = await page.state();
  const numbers = asking.answers.flatMap((each, k) => each.right ? [k] : []);
  const ticked = right ? numbers : [asking.answers.findIndex((each) => !each.right)];
  for (const k of ticked) await page.click(`#answers label:nth-child(${k + 1}) input`);
  await page.click('#answer');
}

onPage("a teacher's path: an own example, the links one by one, back and forth, and the quiz", 'own', {}, async (page) => {
  assert.equal(await page.evaluate('document.querySelectorAll("#matrix tbody tr").length'), 7);
  for (let k = 0; k < 5; ++k) await page.click('#forward');
  assert.equal((await arrows(page)).changed.length, 2);
  const there = (await arrows(page)).to;
  await page.click('#back');
  await page.click('#forward');
  assert.deepEqual((await arrows(page)).to, there);
  await page.set('speed', '100');
  await page.click('#play');
  await page.until('dlxLearn.state().at > 12');
  await page.click('#play');
  assert.equal((await page.state()).playing, false);
  await page.click('#first');
  await page.click('#quiz-toggle');
  assert.ok(await page.evaluate('document.querySelector("#quiz").checkVisibility()'));
  const seen = (selector) => page.evaluate(`getComputedStyle(document.querySelector('${selector}')).visibility === 'visible'`);
  assert.equal(await seen('#tree-box [data-node="0"] text'), false, 'the answer is not on the page');
  assert.equal(await seen('#tree-box [data-node="2"]'), false);
  assert.equal(await seen('#sentence'), false);
  const before = (await page.state()).at;
  await page.click('#answer');
  assert.match(await text(page, '#verdict'), /^Tick an answer first/);
  await answer(page, true);
  assert.match(await text(page, '#verdict'), /^Right\./);
  assert.ok(await seen('#tree-box [data-node="0"] text'), 'and after it, it is');
  assert.ok(await seen('#sentence'));
  assert.deepEqual((await page.state()).score, [1, 1]);
  assert.ok((await page.state()).at > before, 'the move is made');
  await page.click('#answer');
  await answer(page, false);
  assert.match(await text(page, '#verdict'), /^No: /);
  assert.deepEqual((await page.state()).score, [1, 2]);
  assert.match(await text(page, '#score'), /^1 of 2 answers right/);
  const kinds = new Set();
  for (let k = 0; k < 500 && (await page.state()).asking; ++k) {
    await page.click('#answer');
    const {asking} = await page.state();
    if (!asking) break;
    kinds.add(asking.kind);
    await answer(page, true);
    assert.match(await text(page, '#verdict'), /^Right\./);
  }
  assert.deepEqual([...kinds].sort(), ['item', 'links', 'option']);
  assert.match(await text(page, '#prompt'), /the search is over/);
  await page.click('#quiz-toggle');
  assert.equal(await page.evaluate('document.querySelector("#quiz").checkVisibility()'), false);
});

onPage('names are text and nothing else', 'hostile', {}, async (page) => {
  assert.equal(await page.evaluate('document.querySelectorAll("img, #matrix b, .box b").length'), 0);
  assert.match(await text(page, '#title'), /^<\/script><img/);
  await page.press('ArrowRight');
  assert.match((await page.state()).sentence, /<b>item \d with a long name<\/b>/);
});

for (const [name, says] of [['format', /dlx-tree\/1.*"dlx-tree\/2"/], ['unread', /no search tree that can be read/],
  ['damaged', /damaged: node 0 is reached after no move|damaged: node 1 has no option/]]) {
  onPage(`an error is shown: ${name}`, name, {}, async (page) => {
    assert.match(await text(page, '#message'), says);
    assert.ok(await page.evaluate('document.querySelector("#message").checkVisibility()'));
    assert.equal(await page.evaluate('document.querySelector("footer").checkVisibility()'), false);
    assert.match((await page.state()).error, says);
    await page.press('ArrowRight');
  });
}

for (const name of ['toy', 'coloured', 'hostile', 'large', 'queens']) {
  onPage(`no wider than a phone: ${name}`, name, {...PHONE, hash: '#move=2'}, async (page) => {
    assert.equal(await page.evaluate('innerWidth'), PHONE.width);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth') <= PHONE.width);
    const [matrixBottom, linksTop, treeTop, textTop] = await page.evaluate(`
      ['#matrix-box', '#links-pane', '#tree-pane', '#how'].map((s, k) =>
        document.querySelector(s).getBoundingClientRect()[['bottom', 'top', 'top', 'top'][k]])`);
    assert.ok(linksTop >= matrixBottom && treeTop > linksTop && textTop > treeTop, 'one below the other');
    await page.click('#forward');
    assert.equal((await page.state()).at, 3);
    await page.click('#quiz-toggle');
    assert.ok(await page.evaluate('document.documentElement.scrollWidth') <= PHONE.width);
  });
}

for (const scheme of ['light', 'dark']) {
  for (const [name, size] of [['toy', USUAL], ['coloured', USUAL], ['queens', USUAL], ['dominoes', USUAL], ['toy', PHONE]]) {
    onPage(`axe-core finds nothing: ${name}, ${size.width} wide, ${scheme}`, name,
      {...size, hash: '#move=12', media: {'prefers-color-scheme': scheme}, skip: !existsSync(AXE) && 'axe-core is not installed'}, async (page) => {
        await page.evaluate(readFileSync(AXE, 'utf8') + '; undefined');
        const findings = () => page.evaluate(`axe.run().then(({violations}) =>
          violations.map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html.slice(0, 90)).join(' | ')))`);
        assert.deepEqual(await findings(), []);
        await page.click('#quiz-toggle');
        await page.click('#compare');
        await answer(page, false);
        assert.deepEqual(await findings(), []);
      });
  }
}
