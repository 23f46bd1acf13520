// Tests requests to the engine other than searches, in node: texts, packings, foam pieces, snakes, solutions in space
// and files. The results are compared with the command and with the viewer's reader of scenes.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';

import { readScene } from '../../../viewer/src/scene.js';
import { presets } from '../page/packings.js';
import { key, loadEngine, native, root, run } from './support.mjs';

const { call, file, solve } = await loadEngine();
const data = join(root, 'data/xmpuzzle');
const others = join(root, '../shared/xmpuzzle'); // files of other authors, if the folder exists
const cell = [[0, 0, 0]];
const soma = presets[0];
/** Three bars in a closed chamber, which can be in many positions. */
const loose = [
  '[0-8][0-8]0 [0-8][0-8]2 [0-8]01 [0-8]81 0[1-7]1 8[1-7]1 [2-3]21 [2-3]41 [2-3]61',
  'box [0-8][0-8]0 [0-8][0-8]2 [0-8]01 [0-8]81 0[1-7]1 8[1-7]1',
  'a 221 321\nb 241 341\nc 261 361\n',
].join('\n');

/** Returns the text of a file that may be compressed with gzip. */
function unpacked(path) {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
}

test('a text is recognised, and its size told', () => {
  const texts = {
    knuth: 'a b\na b\n',
    json: '{"format": "dlx-problem/1", "items": [{"name": "a"}], "options": [{"items": [0]}]}',
    sage: '[[0, 1], [1]]',
    'or-library': '2 2\n3 1 1\n4 1 2\n',
  };
  for (const [format, text] of Object.entries(texts)) assert.equal(call('dlx_look', { text }).format, format);
  assert.deepEqual(call('dlx_look', { text: texts.knuth }), { format: 'knuth', primary: 2, secondary: 0, options: 1, costs: false });
  assert.equal(call('dlx_look', { text: texts['or-library'] }).costs, true);
  assert.equal(call('dlx_look', { text: '1 0\n0 1\n', name: 'a.matrix' }).format, 'matrix');
  const { error } = call('dlx_look', { text: 'a b\nc\n', name: 'x.dlx' });
  assert.deepEqual([error.line, error.column, error.word], [2, 1, 'c']);
});

test('the cheapest solutions come first, with their costs', () => {
  const text = 'a b\na |3\nb |4.5\na b |7.5\na b |8\n';
  const asked = (more) => {
    call('dlx_open', { text });
    let progress = call('dlx_start', { want: 'list', most: 10, cheapest: true, ...more });
    while (progress.status === 'running') progress = call('dlx_run', 50);
    const solutions = call('dlx_solutions', 0, 100);
    return { ...progress, costs: solutions.map(({ cost }) => cost), options: solutions.map(({ options }) => options) };
  };
  const all = asked({});
  assert.deepEqual(all.costs, ['7.5', '7.5', '8']);
  assert.deepEqual(all.options, [[1, 2], [3], [4]]);
  assert.deepEqual([all.best, all.complete, all.engine], ['7.5', true, 'cost_cells']);
  const one = asked({ most: 1 });
  assert.deepEqual([one.costs, one.best, one.lower_bound, one.gap], [['7.5'], '7.5', '7.5', 0]);
  assert.deepEqual(asked({ max_cost: '7.9' }).costs, ['7.5', '7.5']);
  assert.deepEqual(asked({ max_cost: '-1' }).costs, []);
  assert.equal(asked({ want: 'count', of_least_cost: true }).found, '2');
  assert.equal(asked({ of_least_cost: true }).found, '2');
  assert.match(call('dlx_start', { want: 'list', cheapest: true, max_cost: 'x' }).error.message, /'x' is not a decimal number/);
  call('dlx_open', { text: 'a b\na\nb\n' });
  assert.match(call('dlx_start', { want: 'list', cheapest: true }).error.message, /no option has a cost/);
});

test('a text without options is refused, unless a program has made it', () => {
  const sudoku = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  for (const name of ['', 'x.txt', 'x.dlx']) {
    for (const door of ['dlx_look', 'dlx_open']) {
      const { error } = call(door, { text: 'hello world', name });
      assert.match(error.message, /no options/);
      assert.deepEqual([error.line, error.column, error.word], [1, 1, 'hello']);
    }
    assert.match(call('dlx_open', { text: sudoku, name }).error.message, /it looks like a sudoku/);
    assert.deepEqual(call('dlx_look', { text: sudoku, name }), { format: 'sudoku' }, 'which the page has a board for');
  }
  assert.equal(call('dlx_open', { text: 'hello world\n', format: 'knuth' }).error, undefined);
});

test('packing puzzles are read with all that they say, and counted as by the command', () => {
  const figure = '/SOMA1 cube\n/XXX/XXX/XXX\n/XXX/XXX/XXX\n/XXX/XXX/XXX\n';
  const told = call('dlx_look', { text: figure });
  assert.equal(told.format, 'soma-figures');
  assert.equal(told.packings[0].pieces.length, 7);
  const { found } = solve({ open: { puzzle: 'packing', ...told.packings[0] }, upTo: 'rotations' }, { want: 'count' });
  assert.equal(found, run(['polycube', '-', '--count', '--up-to', 'rotations'], { input: figure }).stdout.trim());
  assert.equal(solve({ open: { text: figure } }, { want: 'count' }).found, '11520');
  const wrong = call('dlx_look', { text: '/SOMA1 x\n/XX/XY\n' });
  assert.equal(wrong.error.line, 2);
});

test('puzzles of BurrTools have the count that the command finds', () => {
  const quick = /^(burr6_038|burr6_094|links|slothouber|soma)/;
  const paths = readdirSync(data).filter((name) => quick.test(name)).map((name) => join(data, name));
  assert.ok(paths.length >= 8, `${paths}`);
  if (existsSync(others)) paths.push(join(others, 'AlPackino.xmpuzzle'));
  for (const path of paths) {
    const text = unpacked(path);
    const told = call('dlx_look', { text });
    assert.equal(told.format, 'xmpuzzle', path);
    const wanted = run(['polycube', path, '--problem', '1', '--count', '--up-to', 'rotations']).stdout.trim();
    for (const open of [{ text, number: 1 }, { puzzle: 'packing', ...told.packings[0] }]) {
      assert.equal(solve({ open, upTo: 'rotations' }, { want: 'count' }).found, wanted, path);
    }
  }
});

test('what is no packing puzzle is refused in words', () => {
  const refused = [
    [{}, 'draw a piece first'],
    [{ pieces: [{ name: 'a', cells: [] }], target: cell }, 'piece 1 has no cells yet'],
    [{ pieces: [{ name: 'a', cells: cell }], target: [] }, 'the box has no cells yet'],
    [{ pieces: [{ name: 'a', cells: [[0, 0]] }], target: cell }, 'a cell is a list of three numbers'],
    [{ pieces: [{ name: 'a', cells: [[0, 0, 1e9]] }], target: cell }, 'a coordinate must be'],
    [{ pieces: [{ name: 'a', cells: cell, least: -1 }], target: cell }, "'least'"],
    [{ pieces: [{ name: 'a', cells: cell, most: null }], target: cell }, 'no least number'],
    [{ pieces: [3], target: cell }, 'a piece is an object'],
    [{ pieces: [{ name: 'a', cells: cell, colour: '#12345"' }], target: cell }, 'six hexadecimal digits'],
    [{ pieces: 3, target: cell }, "'pieces' must be a list"],
  ];
  for (const [puzzle, words] of refused) {
    const { error } = call('dlx_open', { puzzle: 'packing', ...puzzle });
    assert.ok(error?.message.includes(words), `${JSON.stringify(puzzle)}: ${error?.message}`);
  }
});
test('colours that were chosen are those of pictures, scenes and files', () => {
  const [packing] = call('dlx_look', { text: 'grid cubes\n[0-1][0-1]0\nred 000\n0..3*bar 000 100\n1..3*cube 000\n' }).packings;
  const palette = packing.pieces.map(({ colour }) => colour);
  assert.equal(palette[1], call('dlx_about').palette[0], 'a piece named by a colour takes none of the others');
  packing.pieces[2].colour = '#0000ff';
  solve({ open: { puzzle: 'packing', ...packing } }, { want: 'list', most: 100 });
  const solutions = call('dlx_solutions', 0, 100);
  const known = new Map();
  solutions.forEach(({ picture }, n) => {
    for (const { name, colour } of call('dlx_scene', n, 'blocks', 0, 0).scene.pieces) {
      assert.equal(colour, known.get(name) ?? colour, `${name} has one colour in all assemblies`);
      known.set(name, colour);
      assert.ok(picture.includes(colour), `${name} ${colour}`);
    }
  });
  assert.equal(known.get('red'), palette[0]);
  assert.equal(known.get('bar1'), palette[1]);
  assert.equal(known.get('cube1'), '#0000ff');
  assert.equal(known.get('cube2'), '#3f3fff');
  const svg = new TextDecoder().decode(file({ what: 'svg', number: 0, title: 'blocks' }));
  assert.ok(svg.includes('#0000ff') && svg.includes(palette[0]));
});

test('the examples of the studio have solutions', () => {
  const counts = presets.map(({ name, ...puzzle }) => {
    const { found } = solve({ open: { puzzle: 'packing', ...puzzle } }, { want: 'count' });
    return [name, found];
  });
  assert.equal(counts[0][1], '11520');
  assert.equal(counts.find(([name]) => name === 'Scott’s board')[1], '520');
  for (const [name, found] of counts) assert.notEqual(found, '0', name);
});

test('pieces are turned as far as is said, and what is strange is said', () => {
  const text = '[0-7][0-4]0\n2*I 000 100 200 300\n2*O 000 100 010 110\n2*T 000 100 200 110\nL 000 100 200 010\nJ 000 100 200 210\nS 100 200 010 110\nZ 000 100 110 210\n';
  assert.equal(solve({ open: { text: `turning no-flip\n${text}` } }, { want: 'count' }).found, '740');
  const [packing] = call('dlx_look', { text: `grid cubes\n${text}` }).packings;
  assert.equal(packing.turning, 'any');
  for (const turning of [{ turning: 'no-flip' }, { turning: undefined, flat: true }]) {
    const open = JSON.parse(JSON.stringify({ puzzle: 'packing', ...packing, ...turning }));
    assert.equal(solve({ open }, { want: 'count' }).found, '740');
  }
  const board = { puzzle: 'pentominoes', rows: 5, columns: 5, pieces: "LL'PTY'", turning: 'no-flip' };
  assert.equal(solve({ open: board }, { want: 'count' }).found,
    run(['pentominoes', '5x5', '--pieces', "LL'PTY'", '--no-flip', '--count']).stdout.trim());
  assert.match(call('dlx_open', { ...board, turning: 'over' }).error.message, /any, no-flip or no-turn/);
  const large = { puzzle: 'pentominoes', rows: 900, columns: 900 };
  assert.deepEqual(call('dlx_open', large).warnings, ['the pieces have 60 cells, and 810000 must be filled']);
  assert.equal(solve({ open: large }, { want: 'count' }).found, '0');
  assert.deepEqual(call('dlx_open', { text: 'grid cubes\n000 100 200\nA 000 200\nB 000\n' }).warnings,
    ["piece 'A' is in 2 parts, which share no face"]);
});

test('foam pieces: sets, complaints, a text of facts', () => {
  const { cubes } = call('dlx_about');
  assert.deepEqual(cubes.map((c) => c.colour), ['blue', 'green', 'yellow', 'orange', 'red', 'purple']);
  for (const { colour, pieces } of cubes) {
    const told = call('dlx_complaints', { pieces });
    assert.deepEqual(told, { complaints: [], cells: 98, wanted: 98 }, colour);
    const facts = run(['cube', colour, '--facts']).stdout;
    assert.deepEqual(call('dlx_pieces', { text: facts }).pieces.map((p) => p.word), pieces.map((p) => p.word));
    const open = { puzzle: 'pieces', pieces };
    assert.equal(
      solve({ open, upTo: 'rotations' }, { want: 'count' }).found,
      native({ open: { puzzle: 'cube', colour }, upTo: 'rotations' }, ['--count']).count,
    );
  }
  const [{ pieces }] = cubes;
  const changed = pieces.map((p, n) => (n === 2 ? { ...p, word: '1111111111111111' } : p));
  const { complaints, cells: count } = call('dlx_complaints', { pieces: changed });
  assert.ok(count > 98 && complaints.length > 0);
  assert.match(call('dlx_complaints', { pieces: [{ name: 'a', word: '01' }] }).error.message, /16/);
  assert.equal(call('dlx_pieces', { text: 's(n,1,[0,1,0]).\nwrong(\n' }).error.line, 2);
  assert.match(call('dlx_open', { puzzle: 'pieces', build: 'tray', pieces }).error.message, /tray/);
});

test('the big cube with a colour a face', () => {
  const pieces = call('dlx_about').cubes.flatMap((cube) => cube.pieces.map((p) => ({ ...p, set: cube.colour })));
  const open = { puzzle: 'pieces', build: 'big', one_set_a_face: true, pieces };
  assert.equal(solve({ open }, { want: 'count' }).found, '768'); // as dlx bigcube --colour-faces
});

test('a snake in every spelling', () => {
  const told = call('dlx_snake', { text: '3 2 2 3 2 3 2 2 3 3 2 2 2 3 3 3 3' });
  assert.equal(told.side, 3);
  assert.equal(told.segments.length, 17);
  assert.equal(call('dlx_snake', { text: told.word }).word, told.word);
  assert.ok(call('dlx_snake', { text: '3 2 x' }).error);
});

test('solutions in space are scenes that the viewer reads', () => {
  const cube = call('dlx_about').cubes[0];
  const games = [
    { puzzle: 'soma' },
    { puzzle: 'snake', snake: 'christmas' },
    { puzzle: 'pieces', pieces: cube.pieces },
    { puzzle: 'pieces', pieces: cube.pieces, build: 'tray', tray: 'blue' },
    { puzzle: 'dominoes', rows: 4, columns: 4 },
  ];
  for (const open of games) {
    const { solid } = solve({ open }, { want: 'list', most: 2 });
    assert.equal(solid, true);
    const { scene } = call('dlx_scene', 0, 'A title', 0);
    assert.equal(scene.title, 'A title');
    assert.equal(readScene(scene).solutions.length, 1, JSON.stringify(open));
  }
  assert.match(call('dlx_scene', 7, 'A title', 0).error.message, /no solution 8/);
  solve({ open: { puzzle: 'queens', n: 6 } }, { want: 'list' });
  assert.ok(call('dlx_scene', 0, 'A title', 0).error);
});

test('assemblies are taken apart, at the levels that the command finds', () => {
  const path = join(data, 'burr6_038.xmpuzzle');
  const there = run(['polycube', path, '--apart', '--up-to', 'rotations', '--json', '--quiet']).stdout;
  const { assemblies, levels } = JSON.parse(there.trim().split('\n').at(-1));
  const open = { text: unpacked(path) };
  const { found } = solve({ open, upTo: 'rotations' }, { want: 'list' });
  assert.equal(found, assemblies);
  const here = {};
  for (let n = 0; n < Number(found); ++n) {
    const { verdict, level, scene } = call('dlx_scene', n, 'x', 60_000);
    assert.equal(readScene(scene).solutions.length, 1);
    if (verdict === 'comes apart') here[level] = (here[level] ?? 0) + 1;
    else assert.equal(verdict, 'does not come apart');
  }
  assert.deepEqual(here, levels);
});

test('an assembly that needs turns comes apart with turns only, as the command says', () => {
  const there = run(['polycube', '-', '--apart', '--turns', '--json', '--quiet'], { input: key }).stdout;
  const { hardest } = JSON.parse(there.trim().split('\n').at(-1));
  assert.equal(solve({ open: { text: key } }, { want: 'list' }).grid, 'cubes');
  const slid = call('dlx_scene', 0, 'key', 10_000, 0);
  assert.equal(slid.verdict, 'does not come apart');
  assert.equal(slid.turns, false);
  const turned = call('dlx_scene', 0, 'key', 60_000, 1);
  assert.equal(turned.verdict, 'comes apart');
  assert.deepEqual([turned.level, turned.turns], [hardest.level, hardest.turns]);
  const [solution] = readScene(turned.scene).solutions;
  assert.ok(solution.apart.stages.some(({ slides }) => slides.some(({ turn }) => turn)));
  const rooms = solve({ open: { text: loose } }, { want: 'list', most: 1 });
  assert.equal(rooms.found, '1');
  const before = Date.now();
  assert.equal(call('dlx_scene', 0, 'loose', 1_500, 1).verdict, 'not decided');
  assert.ok(Date.now() - before < 10_000, 'an analysis with turns ends in time');
});

test('other grids than that of cubes: nothing turns, and the studio takes no such puzzle', () => {
  const text = 'grid spheres\n000 110 220 101 211 321\n2*I 000 110 220\n';
  const [packing] = call('dlx_look', { text }).packings;
  assert.equal(packing.grid, 'spheres');
  assert.match(call('dlx_open', { puzzle: 'packing', ...packing }).error.message, /cubes only.*"spheres"/);
  assert.equal(solve({ open: { text } }, { want: 'list', most: 1 }).grid, 'spheres');
  assert.equal(call('dlx_scene', 0, 'rows', 10_000, 0).verdict, 'comes apart');
  assert.match(call('dlx_scene', 0, 'rows', 10_000, 1).error.message, /only cubes turn.*'spheres'/);
  assert.equal(solve({ open: { puzzle: 'queens', n: 6 } }, { want: 'list' }).grid, null);
});

test('files: solids, the puzzle of BurrTools, the problem', () => {
  solve({ open: { puzzle: 'packing', ...soma }, upTo: 'rotations' }, { want: 'list', most: 1_000 });
  const stl = Buffer.from(file({ what: 'stl', number: 3, title: 'soma' }));
  assert.equal(stl.length, 84 + 50 * stl.readUInt32LE(80));
  assert.match(Buffer.from(file({ what: 'obj', number: 0 })).toString(), /^o /m);
  const xml = Buffer.from(file({ what: 'xmpuzzle', title: 'Soma' })).toString();
  assert.equal(run(['polycube', '-', '--count', '--up-to', 'rotations'], { input: xml }).stdout.trim(), '480');
  const { text } = call('dlx_text', { format: 'json' });
  assert.equal(run(['count', '-'], { input: text }).stdout.trim(), '11520');
  assert.match(call('dlx_file', { what: 'doc' }).error.message, /'doc'/);
});
