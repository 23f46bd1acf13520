// Tests the package as npm would pack it, in node: the code in its README, known counts, errors,
// and stopping a search.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const home = process.env.DLX_NPM;
if (!home) throw new Error('DLX_NPM must name the folder of the package');
const { ProblemError, load } = await import(pathToFileURL(join(home, 'index.js')).href);
const dlx = await load();

/** The problem of n queens, given by items and options. */
function queens(n) {
  const all = Array.from({ length: n }, (_, k) => k);
  const diagonals = Array.from({ length: 2 * n - 1 }, (_, k) => k);
  return {
    primary: [...all.map((k) => `r${k}`), ...all.map((k) => `c${k}`)],
    secondary: [...diagonals.map((k) => `a${k}`), ...diagonals.map((k) => `b${k}`)],
    options: all.flatMap((r) => all.map((c) => [`r${r}`, `c${c}`, `a${r + c}`, `b${r - c + n - 1}`])),
  };
}

test('the examples of the README', async () => {
  const problem = {
    primary: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    options: [['c', 'e'], ['a', 'd', 'g'], ['b', 'c', 'f'], ['a', 'd', 'f'], ['b', 'g'], ['d', 'e', 'g']],
  };
  assert.equal((await dlx.count(problem)).count, 1n);
  const { solutions, complete } = await dlx.list(problem);
  assert.deepEqual(solutions.map((s) => [...s].sort()), [[0, 3, 4]]);
  assert.equal(complete, true);
  assert.equal((await dlx.count('p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n')).count, 1n);
});

test('options are given', async () => {
  const problem = {
    primary: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    options: [['c', 'e'], ['a', 'd', 'g'], ['b', 'c', 'f'], ['a', 'd', 'f'], ['b', 'g'], ['d', 'e', 'g']],
  };
  const questions = await dlx.questions(problem);
  const sorted = (solution) => solution && [...solution].sort((a, b) => a - b);
  assert.deepEqual(sorted(await questions.ask({ fix: [0], forbid: [1] })), [0, 3, 4]);
  assert.equal(await questions.another(), null);
  assert.equal(await questions.ask({ fix: [0, 2] }), null);
  const core = await questions.core();
  assert.equal(core.minimal, true);
  assert.equal(core.fix.length, 1, 'option 2 alone excludes all');
  assert.deepEqual(core.forbid, []);
  await assert.rejects(questions.core(), /has a core/);
  await assert.rejects(questions.ask({ fix: [6] }), /fix: 6 is not the number of an option/);
  await assert.rejects(questions.ask({ fix: 1 }), /must be lists/);
  await assert.rejects(questions.ask({ forbid: [-1] }), /-1 is not the number/);
  assert.deepEqual(sorted(await questions.ask()), [0, 3, 4], 'an error is over');
  await questions.close();
  await assert.rejects(questions.ask(), /closed/);

  const board = queens(6);
  const { solutions } = await dlx.list(board);
  const asked = await dlx.questions(board);
  for (let o = 0; o < 36; ++o) {
    const fitting = solutions.filter((s) => s.includes(o));
    assert.equal((await dlx.count(board, { fix: [o] })).count, BigInt(fitting.length));
    const listed = (await dlx.list(board, { fix: [o], forbid: [35 - o] })).solutions;
    assert.ok(listed.every((s) => s.includes(o) && !s.includes(35 - o)));
    assert.equal((await asked.ask({ fix: [o] })) !== null, fitting.length > 0);
  }
  const all = await dlx.count(board, { fix: [], forbid: [] });
  assert.equal(all.count, 4n);
  await assert.rejects(dlx.count(board, { fix: [36] }), /36 is not the number of an option/);
});

test('some solution for each seed', async () => {
  const found = new Set();
  for (let seed = 0; seed < 12; ++seed) {
    const [solution] = (await dlx.list(queens(10), { limit: 1, random: seed })).solutions;
    found.add([...solution].sort((a, b) => a - b).join());
  }
  assert.ok(found.size >= 9, `${found.size}`);
  await assert.rejects(dlx.list(queens(4), { random: -1 }), RangeError);
});

test('questions end at a limit, and go on', async () => {
  const questions = await dlx.questions(queens(120), { timeLimit: 0 });
  let steps = 0;
  let answer;
  for (let work = () => questions.ask(); ; work = () => questions.another()) {
    try {
      answer = await work();
      break;
    } catch (error) {
      assert.equal(error.name, 'TimeLimitError');
      ++steps;
    }
  }
  assert.equal(answer.length, 120);
  await questions.close();
});

test('queens, by every engine, counted and listed, at the same time', async () => {
  const engines = ['auto', 'dancing_links', 'dancing_cells', 'bit_matrix', 'item_bits', 'learning_cells'];
  const counts = await Promise.all(engines.map((engine) => dlx.count(queens(8), { engine, tables: false })));
  assert.deepEqual(counts.map((c) => [c.count, c.complete]), engines.map(() => [92n, true]));
  const { solutions } = await dlx.list(queens(8));
  assert.equal(new Set(solutions.map((s) => [...s].sort((a, b) => a - b).join())).size, 92);
  const few = await dlx.list(queens(8), { limit: 5 });
  assert.deepEqual([few.solutions.length, few.complete], [5, false]);
  assert.deepEqual(await dlx.list(queens(8), { limit: 0 }), { solutions: [], complete: false });
});

test('problems without items, without options, and without solutions', async () => {
  assert.equal((await dlx.count({ primary: [], options: [] })).count, 1n);
  assert.equal((await dlx.count({ primary: ['a'], options: [] })).count, 0n);
  assert.deepEqual(await dlx.list({ primary: ['a'], options: [] }), { solutions: [], complete: true });
});

test('what is no problem is refused, with its place', async () => {
  await assert.rejects(dlx.count('a b\nc\n'), (error) =>
    error instanceof ProblemError && error.line === 2 && error.column === 1 && error.word === 'c');
  await assert.rejects(dlx.count({ primary: ['a b'], options: [] }), /'a b' is not a name/);
  for (const options of [[['a'], ['b']], [['a'], ['a', 'a']], [['a'], ['x']]]) {
    const wrong = { primary: ['a'], secondary: ['x'], options };
    await assert.rejects(dlx.count(wrong), (error) => error instanceof ProblemError && error.option === 1, `${options}`);
  }
  await assert.rejects(dlx.count({ primary: ['a'], options: [['a'], []] }), ProblemError);
  await assert.rejects(dlx.count({ primary: ['a', 'a'], options: [] }), ProblemError);
  await assert.rejects(dlx.count('a\na\n', { engine: 'fast' }), /fast/);
  assert.equal((await dlx.count('a\na\n')).count, 1n, 'an error is over');
});

test('what is not a problem at all is refused in words', async () => {
  const refused = [
    [undefined, /^ProblemError: a problem is a text or an object \{ primary, options \}, not undefined/],
    [null, /not null/], [5, /not 5/], [Buffer.from('a\na\n'), /primary must be a list of names, or how many items there are, not undefined/],
    [[[0, 1], [1]], /options need items/], [{}, /primary must be/], [{ primary: ['a'] }, /options must be a list of lists of items, not undefined/],
    [{ primary: 'ab', options: [] }, /primary must be .* not 'ab'/], [{ primary: ['a'], options: 'a' }, /options must be .* not 'a'/],
    [{ primary: ['a'], secondary: 1, options: [] }, /secondary must be a list of names, as primary is, not 1/],
    [{ primary: 1, secondary: ['x'], options: [] }, /\[ 'x' \] is not a number of items/],
  ];
  for (const [problem, words] of refused) {
    for (const ask of ['count', 'list']) await assert.rejects(dlx[ask](problem), (error) => error instanceof ProblemError && words.test(String(error)), String(words));
  }
  for (const limit of ['many', NaN, -1, null]) await assert.rejects(dlx.list('a\na\n', { limit }), RangeError);
  assert.equal((await dlx.list('a\na\n', { limit: Infinity })).solutions.length, 1);
});

test('an option that is wrong is named, whatever its items look like', async () => {
  const refused = [
    // Written as text, these problems would look like matrices or files of the OR-Library, because
    // they begin with numbers.
    [{ primary: 2, options: [[0, 5]] }, 0, /^ProblemError: option 0: 5 is not the number of an item; there are 2, numbered from 0$/],
    [{ primary: 2, options: [[0], [1, 1]] }, 1, /^ProblemError: option 1: item '?1'? occurs twice/],
    [{ primary: 2, secondary: 1, options: [[0], [1], [2]] }, 2, /^ProblemError: option 2: no primary item/],
    [{ primary: ['5', '7'], options: [['5'], ['9']] }, 1, /unknown item '9'/],
    [{ primary: ['0', '1'], options: [['0', '1'], ['1', '1']] }, 1, /occurs twice/],
    [{ primary: 1, options: [undefined] }, 0, /a list of items is wanted, not undefined/],
    [{ primary: 1, options: [[0], 0] }, 1, /a list of items is wanted, not 0/],
    [{ primary: 1, options: [[0], ['0']] }, 1, /'0' is not the number of an item/],
    [{ primary: ['a'], secondary: ['x'], options: [['a', 'x:1'], []] }, 1, /no items/],
    // Written into a text, these names would be read as other words, as a cost or as another line.
    [{ primary: ['a', 'b'], options: ['ab'] }, 0, /a list of items is wanted, not 'ab'/],
    [{ primary: ['a', 'b'], options: [['a b']] }, 0, /'a b' is not the name of an item/],
    [{ primary: ['a', 'b'], options: [['b'], ['a', '']] }, 1, /'' is not the name of an item/],
    [{ primary: ['a', 'b'], options: [['a', undefined]] }, 0, /undefined is not the name of an item/],
    [{ primary: ['a', 'b'], options: [['a', '|5'], ['b']] }, 0, /'\|5' is not the name of an item/],
    [{ primary: ['a', 'b'], options: [['a\nb']] }, 0, /is not the name of an item/],
  ];
  for (const [problem, option, words] of refused) {
    for (const ask of ['count', 'list']) {
      await assert.rejects(dlx[ask](problem), (error) => error instanceof ProblemError && error.option === option && words.test(String(error)) && error.line === undefined, JSON.stringify(problem));
    }
  }
});

test('items with numbers as names are counted in colours too', async () => {
  const problem = { primary: ['1', '2'], secondary: ['3'], options: [['1', '3:4'], ['2', '3:4'], ['2', '3:5']] };
  assert.equal((await dlx.count(problem)).count, 1n);
  assert.deepEqual((await dlx.list(problem)).solutions.map((s) => [...s].sort()), [[0, 1]]);
});

/** The same problem, with numbers as items in place of names. */
function numbered({ primary, secondary = [], options }) {
  const numbers = new Map([...primary, ...secondary].map((name, k) => [name, k]));
  return {
    primary: primary.length, secondary: secondary.length,
    options: options.map((option) => option.map((name) => numbers.get(name))),
  };
}

test('numbers for names give the same solutions in the same order', async () => {
  for (const limit of [1, 7, 1000]) {
    for (const preprocess of [false, true]) {
      const byNames = await dlx.list(queens(8), { limit, preprocess });
      assert.deepEqual(await dlx.list(numbered(queens(8)), { limit, preprocess }), byNames);
      assert.deepEqual(await dlx.list(numbered(queens(8)), { limit, preprocess, onProgress: () => {} }), byNames);
      assert.equal(byNames.solutions.length, Math.min(limit, 92));
      assert.equal(byNames.complete, limit > 92);
    }
  }
  assert.equal((await dlx.count(numbered(queens(8)))).count, 92n);
  assert.deepEqual(await dlx.list({ primary: 1, options: [] }), { solutions: [], complete: true });
  assert.deepEqual((await dlx.list({ primary: 0, options: [] })).solutions, [[]]);
});

test('a list that takes several slices is whole', async () => {
  const { solutions, complete } = await dlx.list(numbered(queens(11)), { limit: 10_000, slice: 1 });
  assert.equal(new Set(solutions.map((s) => [...s].sort((a, b) => a - b).join())).size, 2680);
  assert.equal(complete, true);
});

test('a time limit ends a count and a list', async () => {
  const counted = await dlx.count(numbered(queens(20)), { timeLimit: 0 });
  assert.deepEqual([counted.count, counted.complete], [0n, false]);
  const { solutions, complete } = await dlx.list(numbered(queens(14)), { limit: 10_000_000, timeLimit: 0.05 });
  assert.ok(solutions.length < 365_596);
  assert.equal(complete, false);
  await assert.rejects(dlx.count(numbered(queens(4)), { timeLimit: -1 }), RangeError);
});

test('a list shows its progress, also where the search is short', async () => {
  for (const n of [5, 8]) {
    const seen = [];
    const { solutions } = await dlx.list(numbered(queens(n)), { onProgress: (progress) => seen.push(progress) });
    assert.equal(seen.at(-1).found, BigInt(solutions.length));
    assert.equal(seen.at(-1).share, 1);
    assert.ok(seen.at(-1).nodes > solutions.length);
  }
  const stopped = await dlx.list(numbered(queens(5)), { signal: AbortSignal.abort() });
  assert.deepEqual(stopped, { solutions: [], complete: false });
});

test('the cheapest solutions, their number and the bound', async () => {
  const crews = {
    primary: ['a', 'b', 'c'],
    options: [['a', 'b'], ['c'], ['a'], ['b', 'c']],
    costs: [2.5, 1, 1.25, '2.25'],
  };
  const one = await dlx.cheapest(crews);
  assert.equal(one.solutions.length, 1);
  assert.deepEqual([one.solutions[0].cost, one.best, one.bound, one.gap, one.complete], ['3.5', '3.5', '3.5', 0, true]);
  const numbered = { ...crews, primary: 3, options: [[0, 1], [2], [0], [1, 2]] };
  for (const problem of [crews, numbered]) {
    const both = await dlx.cheapest(problem, { n: 'least' });
    assert.deepEqual(both.solutions, [{ cost: '3.5', options: [0, 1] }, { cost: '3.5', options: [2, 3] }]);
    assert.equal((await dlx.countCheapest(problem)).count, 2n);
    assert.equal((await dlx.countCheapest(problem, { allWithin: '3.49' })).count, 0n);
    assert.equal((await dlx.cheapest(problem, { n: Infinity, maxCost: 3.5 })).solutions.length, 2);
    assert.equal((await dlx.cheapest(problem, { n: 5, maxCost: -1 })).solutions.length, 0);
    assert.equal((await dlx.cheapest(problem, { n: 5, fix: [2] })).solutions.length, 1);
    assert.equal((await dlx.count(problem)).count, 2n);
  }
  const ring = { primary: 4, options: [[0, 1], [1, 2], [2, 3], [3, 0]], costs: [1, 1, 1, 1] };
  assert.equal((await dlx.countCheapest(ring)).count, 2n);
  assert.equal((await dlx.countCheapest(ring, { upTo: 'all' })).count, 1n);
  assert.equal((await dlx.cheapest('a b\na |3\nb |-4\n')).best, '-1');

  await assert.rejects(dlx.cheapest({ ...crews, costs: [1] }), /costs must be a list of numbers, one for each option/);
  await assert.rejects(dlx.cheapest({ ...crews, costs: [1, 2, 3, NaN] }), /option 3: NaN is not a cost/);
  await assert.rejects(dlx.cheapest({ ...crews, costs: undefined }), /no option has a cost/);
  await assert.rejects(dlx.cheapest(crews, { n: 0 }), RangeError);
  await assert.rejects(dlx.cheapest(crews, { maxCost: 'dear' }), RangeError);
  await assert.rejects(dlx.cheapest(crews, { upTo: 'turns' }), /turns/);
});

test('a search for the cheapest that ends too early tells the gap', async () => {
  // A set-partitioning problem with many solutions of similar cost.
  let seed = 1;
  const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const items = 150;
  const options = Array.from({ length: 5000 }, () => [...new Set(Array.from({ length: 2 + below(5) }, () => below(items)))]);
  const costs = options.map((option) => (10 + below(80)) * option.length);
  for (let item = 0; item < items; ++item) {
    options.push([item]);
    costs.push(200);
  }
  const seen = [];
  const before = performance.now();
  const { solutions, best, bound, gap, complete } = await dlx.cheapest({ primary: items, options, costs }, {
    n: 10_000, timeLimit: 1.5, onProgress: (progress) => seen.push(progress),
  });
  assert.equal(complete, false);
  assert.ok(solutions.length > 0 && solutions[0].cost === best);
  assert.ok(Number(bound) <= Number(best) && gap >= 0);
  assert.ok(seen.length > 1 && seen.at(-1).best === best);
  assert.ok(performance.now() - before < 30_000);
});

test('small and large problems take turns', async () => {
  for (const primary of [3, 30_000, 2, 60_000, 1]) {
    const options = Array.from({ length: primary }, (_, k) => [k]);
    const { solutions, complete } = await dlx.list({ primary, options }, { preprocess: false });
    assert.deepEqual(solutions.map((s) => s.sort((a, b) => a - b)), [options.map(([k]) => k)]);
    assert.equal(complete, true);
  }
});

test('numbers that are no problem are refused', async () => {
  for (const wrong of [
    { primary: -1, options: [] }, { primary: 1.5, options: [] }, { primary: 1, secondary: -2, options: [] },
    { primary: 1, options: [[1]] }, { primary: 1, options: [[0], [0.5]] }, { primary: 1, options: [[0, 0]] },
    { primary: 1, options: [[]] }, { primary: 1, secondary: 1, options: [[1]] }, { primary: 1, options: [[-1]] },
  ]) {
    for (const ask of ['list', 'count']) await assert.rejects(dlx[ask](wrong), ProblemError, JSON.stringify(wrong));
  }
  await assert.rejects(dlx.list({ primary: 1, options: [[0]] }, { engine: 'fast' }), /fast/);
  for (const option of [[1, 1], [2], [0, 0.5], []]) {
    const wrong = { primary: 2, options: [[0], [1], option] };
    await assert.rejects(dlx.list(wrong), /^ProblemError: option 2: /, `${option}`);
  }
  assert.deepEqual((await dlx.list({ primary: 1, options: [[0]] })).solutions, [[0]], 'an error is over');
});

test('a long count is stopped, and says what it has', async () => {
  const stop = new AbortController();
  const seen = [];
  const counted = dlx.count(queens(16), {
    engine: 'bit_matrix', tables: false, signal: stop.signal,
    onProgress: (progress) => seen.push(progress) === 3 && stop.abort(),
  });
  const { count, complete } = await counted;
  assert.equal(complete, false);
  assert.ok(count < 14_772_512n);
  assert.equal(seen.length, 3);
  assert.ok(seen[2].nodes > seen[0].nodes);
});

test('an error that a program does not catch is shown as the program’s own', () => {
  const script = `import { load } from ${JSON.stringify(pathToFileURL(join(home, 'index.js')).href)}; await load(); throw new Error('mine');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.equal(status, 1);
  assert.match(stderr, /Error: mine/);
  assert.doesNotMatch(stderr, /engine\.cjs/);
});

test('options that a method does not take are named', async () => {
  for (const [method, options, message] of [
    ['list', { time_limit: 1 }, /list\(\) has no option 'time_limit'; use timeLimit$/],
    ['count', { limit: 1 }, /count\(\) has no option 'limit'; there are slice, timeLimit, /],
    ['list', 5, /list\(problem, options\): options are an object such as \{ timeLimit: 10 \}, not 5$/],
    ['cheapest', [1], /not \[ 1 \]$/],
    ['count', { onProgress: 1 }, /onProgress must be a function, not 1/],
    ['count', { signal: new AbortController() }, /signal must be an AbortSignal, not \{/],
    ['questions', { fix: [1] }, /questions\(\) has no option 'fix'; there are timeLimit, random/],
  ]) {
    await assert.rejects(dlx[method](queens(4), options), (error) => error instanceof TypeError && message.test(error.message) || assert.fail(error.message));
  }
  assert.equal((await dlx.count(queens(6))).count, 4n, 'errors are over');
});

test('the options that methods take are those of the types', async () => {
  const types = readFileSync(join(home, 'index.d.ts'), 'utf8');
  const declared = new Set();
  for (const [, body] of types.matchAll(/^export interface \w*Options [^{]*\{\n([\s\S]*?)^\}/gm)) {
    for (const [, name] of body.matchAll(/^ {2}(\w+)\?:/gm)) declared.add(name);
  }
  const taken = new Set();
  for (const method of ['count', 'list', 'cheapest', 'countCheapest', 'questions']) {
    await assert.rejects(dlx[method](queens(4), { other: 1 }), ({ message }) => {
      message.split('there are ')[1].split(', ').forEach((name) => taken.add(name));
      return true;
    });
  }
  assert.deepEqual([...taken].sort(), [...declared].sort());
});

test('an engine that was closed refuses everything', async () => {
  const other = await load();
  other.close();
  await assert.rejects(other.count(queens(4)), /was closed/);
});

test('the types name what there is', () => {
  const types = readFileSync(join(home, 'index.d.ts'), 'utf8');
  for (const name of ['load', 'Dlx', 'ProblemError', 'count', 'list', 'version']) assert.match(types, new RegExp(`\\b${name}\\b`));
  // EngineName must list exactly the engines that the engine reports in about.json.
  const { engines } = JSON.parse(readFileSync(join(home, '../about.json'), 'utf8'));
  assert.deepEqual(/EngineName = ([^;]*);/.exec(types)[1].split(' | '), engines.map((name) => `'${name}'`));
  const { files } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  for (const name of files) assert.ok(readFileSync(join(home, name)).length > 0, name);
});
