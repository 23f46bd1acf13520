// Compares the engine as WebAssembly, in node, with the command built for this machine.
import assert from 'node:assert/strict';
import test from 'node:test';

import { asSet, loadEngine, native, offered, randomFrom, randomProblem, run } from './support.mjs';

const { call, solve } = await loadEngine();
const engines = ['auto', 'dancing_links', 'dancing_cells', 'bit_matrix', 'learning_cells'];

/** Whether a count takes about half a minute, which is too long for a test. */
const long = ({ open, upTo }) =>
  open.layers === 3 || (open.puzzle === 'dominoes' && open.rows === 8 && upTo !== 'none');

for (const game of offered()) {
  if (game.name === 'example A mistake') continue;
  test(`count: ${game.name}`, { skip: long(game) }, () => {
    const here = solve(game, { want: 'count' });
    const there = native(game, ['--count']);
    assert.equal(here.found, there.count);
    assert.equal(here.complete, true);
    assert.equal(there.complete, true);
  });

  test(`list: ${game.name}`, () => {
    const most = 300;
    const here = solve(game, { want: 'list', most });
    const solutions = call('dlx_solutions', 0, most);
    if (here.complete) {
      const there = native(game, ['--all']);
      assert.equal(here.found, there.count);
      if (game.open.text !== undefined || game.upTo === 'none') {
        assert.deepEqual(asSet(solutions), asSet(there.solutions));
      } else {
        // The engine and the command may list different members of a class.
        const all = new Set(asSet(native({ ...game, upTo: 'none' }, ['--all']).solutions));
        assert.ok(asSet(solutions).every((solution) => all.has(solution)));
        assert.equal(new Set(asSet(solutions)).size, Number(there.count));
      }
    } else {
      assert.equal(here.status, 'solution_limit');
      assert.equal(solutions.length, most);
      assert.equal(new Set(asSet(solutions)).size, most);
    }
  });
}

// Preprocessing is off. The page ends preprocessing after 100 ms, and the command ends it later. On a slow machine,
// the two might search problems that differ in superfluous options, and find solutions in different orders.
test('pictures are those of the command', () => {
  const plain = offered().filter(({ open, upTo }) => open.puzzle && (upTo ?? 'none') === 'none');
  for (const game of plain.filter(({ open }) => open.puzzle !== 'snake')) {
    solve(game, { want: 'list', most: 20, engine: 'dancing_links', preprocess: false });
    const here = call('dlx_solutions', 0, 20).map((s) => s.text);
    const there = native(game, ['-n', '20', '--engine', 'dancing_links', '--no-preprocess']).solutions;
    assert.deepEqual(here, there.map((s) => s.picture), game.name);
  }
});

test('text is that of the command', () => {
  const game = offered().find((g) => g.name === 'example Colours');
  solve(game, { want: 'list' });
  const here = call('dlx_solutions', 0, 100).map((s) => s.text);
  const { stdout } = run(['solve', '-', '--all', '--quiet'], { input: game.open.text });
  assert.equal(here.join(''), stdout);
});

test('every named snake', () => {
  const { snakes } = call('dlx_about');
  assert.ok(snakes.length > 5);
  for (const { name } of snakes) {
    const game = { open: { puzzle: 'snake', snake: name } };
    assert.equal(solve(game, { want: 'count' }).found, native(game, ['--count']).count, name);
  }
});

test('nodes are the same for every engine', () => {
  for (const open of [{ puzzle: 'soma' }, { puzzle: 'queens', n: 9 }, { puzzle: 'langford', n: 8 }]) {
    for (const engine of engines.slice(1)) {
      const as = { want: 'count', engine, preprocess: false };
      const here = solve({ open }, as);
      const words = ['--count', '--method', 'search', '--no-preprocess', '--engine', engine, '--threads', '1'];
      const there = native({ open }, words);
      assert.equal(here.found, there.count);
      assert.equal(here.nodes, there.nodes, `${open.puzzle} ${engine}`);
      assert.equal(here.updates, there.updates, `${open.puzzle} ${engine}`);
    }
  }
});

test('slices do not change a search', () => {
  const game = { open: { puzzle: 'soma' } };
  const as = { want: 'count', engine: 'dancing_links', preprocess: false };
  const [whole, cut] = [solve(game, as, 100_000), solve(game, as, 1)];
  assert.equal(whole.slices, 1);
  assert.ok(cut.slices > 5, `${cut.slices} slices`);
  assert.deepEqual([cut.found, cut.nodes], [whole.found, whole.nodes]);
});

test('a table of states counts what no search does', () => {
  const game = { open: { puzzle: 'dominoes', rows: 14, columns: 14 } };
  const here = solve(game, { want: 'count' });
  assert.equal(here.swept, true);
  assert.equal(here.found, native(game, ['--count']).count);
});

test('random problems, by every engine, counted and listed', () => {
  const random = randomFrom(20_26);
  let solvable = 0;
  for (let n = 0; n < 200; ++n) {
    const text = randomProblem(random);
    const game = { open: { text } };
    const there = native(game, ['--all']);
    solvable += there.count === '0' ? 0 : 1;
    for (const engine of text.split('\n')[0].match(/\d\|/) ? engines.slice(0, 2) : engines) {
      for (const preprocess of [true, false]) {
        const as = { engine, preprocess, most: 100_000 };
        assert.equal(solve(game, { ...as, want: 'count' }).found, there.count, text);
        assert.equal(solve(game, { ...as, want: 'list' }).complete, true, text);
        assert.deepEqual(asSet(call('dlx_solutions', 0, 100_000)), asSet(there.solutions), text);
      }
    }
  }
  assert.ok(solvable > 80 && solvable < 200, `${solvable} of 200 have solutions`);
});

test('errors in a text say what the command says, and where', () => {
  const texts = [
    '',
    '| nothing\n',
    'a b c\na b\nb d\nc\n',
    'a a\na\n',
    'a | é x\na é:1 é\n',
    'a b\na:1 b\n',
    '2:1|a b\na b\n',
    'a | x\nx\n',
    'a b\na b |cost\n',
    'a b | x | y\na\n',
    'é♣ b\né♣ q\n',
  ];
  for (const text of texts) {
    const { error } = call('dlx_open', { text });
    assert.ok(error, `no error for ${JSON.stringify(text)}`);
    const { stderr } = run(['solve', '-', '--color', 'never'], { input: text, codes: [2] });
    const place = error.line ? `${error.line}:${error.column}: ` : '';
    assert.ok(stderr.includes(place + error.message), `${place}${error.message}\n${stderr}`);
    if (error.line) {
      const line = [...text.split('\n')[error.line - 1]];
      assert.equal(line.slice(error.column - 1).join('').startsWith(error.word), true, text);
    }
  }
});

test('what cannot be built is refused in words', () => {
  const refused = [
    [{ puzzle: 'chess' }, "no puzzle is called 'chess'"],
    [{ puzzle: 'queens', n: 0 }, 'n must be a whole number from 1 to 1000'],
    [{ puzzle: 'queens', n: '8' }, 'n must be a whole number from 1 to 1000'],
    [{ puzzle: 'pentominoes', rows: 6, columns: 10, pieces: 'QQ' }, 'Q'],
    [{ puzzle: 'sudoku', squares: '123' }, 'squares'],
    [{ puzzle: 'sudoku', squares: `11${'.'.repeat(79)}` }, '1'],
    [{ puzzle: 'snake', snake: 'nosuch' }, 'n'],
    [{ puzzle: 'cube', colour: 'black' }, "no happy cube is 'black'"],
  ];
  const both = `0${'.'.repeat(79)}9`;
  refused.push([{ puzzle: 'sudoku', squares: both }, "'.' marks empty squares"]);
  for (const [open, words] of refused) {
    const { error } = call('dlx_open', open);
    assert.ok(error?.message.includes(words), `${JSON.stringify(open)}: ${error?.message}`);
    assert.ok(call('dlx_start', { want: 'count' }).error, 'a game is left');
  }
  call('dlx_open', { puzzle: 'sudoku', squares: '1.....................'.slice(0, 16) });
  assert.ok(call('dlx_start', { want: 'count', up_to: 'rotations' }).error);
  assert.ok(call('dlx_start', { want: 'count', engine: 'nosuch' }).error);
});

test('a sudoku of any format is read as by the command', () => {
  const rows = ['1...', '..3.', '.4..', '...2'];
  const wanted = { box_width: 2, box_height: 2, symbols: ['1', '2', '3', '4'], squares: [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2] };
  const texts = [
    rows.join(''), rows.join('\r\n'), rows.join(' '), `${rows.join('')},0.5`, `[Puzzle]\n${rows.join('\n')}\n[State]\n1234`,
    JSON.stringify(rows.map((row) => [...row.replaceAll('.', '0')].map(Number))),
  ];
  for (const squares of texts) {
    const { box_width, box_height, symbols, squares: values } = call('dlx_sudoku', { squares });
    assert.deepEqual({ box_width, box_height, symbols, squares: values }, wanted, squares);
  }
  const { error } = call('dlx_sudoku', { squares: '1...\n..1.\n.1..\n1..2' });
  assert.deepEqual([error.line, error.column, error.word], [4, 1, '1']);
  const hex = call('dlx_sudoku', { squares: `0123456789ABCDEF${'.'.repeat(240)}` });
  assert.equal(hex.symbols.join(''), '0123456789ABCDEF');
});

test('a sudoku is judged as by the command', () => {
  const unique = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
  const level = Number(/level (\d)/.exec(run(['sudoku', unique, '--rate']).stdout)[1]);
  const judged = call('dlx_sudoku_judge', { squares: unique, patience: 5000 });
  assert.deepEqual([judged.verdict, judged.level], ['one', level]);
  assert.deepEqual(judged.candidates[0], [], 'it has a value');
  assert.deepEqual(call('dlx_sudoku_judge', { squares: '1234341221434...' }).candidates[13], [3]);
  const several = call('dlx_sudoku_judge', { squares: '12343412........' });
  assert.equal(several.verdict, 'several');
  assert.ok(several.differ.length > 1 && several.differ.every((square) => square >= 8));
  const none = call('dlx_sudoku_judge', { squares: '123...4.........' });
  assert.deepEqual([none.verdict, /^no solution: no /.test(none.why[0])], ['none', true], none.why);
  const values = [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  const squares = '.'.repeat(16);
  assert.deepEqual(call('dlx_sudoku', { squares, values }).conflicts, [0, 1]);
  assert.deepEqual(call('dlx_sudoku', { squares, rules: 'x', values }).conflicts, [0, 1, 15]);
  assert.match(call('dlx_sudoku_judge', { squares, values }).why[0], /1/);
  const hint = call('dlx_sudoku_hint', { squares: unique });
  assert.equal(run(['sudoku', unique, '--hint']).stdout.split('\n')[0], hint.why[0]);
  assert.ok(hint.square >= 0 && hint.value >= 1 && hint.level >= 1);
  for (const level of [1, 2]) {
    const { line } = call('dlx_sudoku_new', { squares: '.'.repeat(81), level, seed: 7 });
    assert.match(run(['sudoku', line, '--rate']).stdout, new RegExp(`level ${level}`));
  }
  const made = call('dlx_sudoku_new', { squares: '.'.repeat(81), rules: 'x', level: 2, seed: 5 }).line;
  assert.equal(run(['sudoku', made, '--rules', 'x', '--count']).stdout.trim(), '1');
});

test('solutions up to all symmetries, of puzzles and of a text', () => {
  const text = run(['langford', '7', '--emit']).stdout;
  for (const open of [{ puzzle: 'queens', n: 8 }, { puzzle: 'soma' }, { text }]) {
    const game = { open, upTo: 'all' };
    const { count } = native(game, ['--count']);
    assert.equal(solve(game, { want: 'count' }).found, count);
    const listed = solve(game, { want: 'list' });
    assert.deepEqual([listed.found, listed.complete], [count, true]);
  }
  assert.match(solve({ open: { puzzle: 'snake', snake: 'christmas' }, upTo: 'all' }, { want: 'count' }).error.message, /snake/);
});

test('a puzzle as text is the same problem', () => {
  for (const open of [{ puzzle: 'queens', n: 6 }, { puzzle: 'langford', n: 7 }]) {
    const count = solve({ open }, { want: 'count' }).found;
    const { text } = call('dlx_text', { format: 'knuth' });
    assert.equal(text, run([open.puzzle, String(open.n), '--emit']).stdout);
    assert.equal(solve({ open: { text } }, { want: 'count' }).found, count);
  }
});

test('a region may be drawn', () => {
  const picture = '.##.\n####\n####\n.##.\n';
  const { stdout } = run(['dominoes', '-', '--count'], { input: picture });
  const here = solve({ open: { puzzle: 'dominoes', picture } }, { want: 'count' });
  assert.equal(here.found, stdout.trim());
});
