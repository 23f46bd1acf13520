// The package as npm would pack it, in node: what its README shows, counts that are known, errors,
// and a search that is stopped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

const home = process.env.DLX_NPM;
if (!home) throw new Error('DLX_NPM must name the folder of the package');
const { ProblemError, load } = await import(pathToFileURL(join(home, 'index.js')).href);
const dlx = await load();

/** n queens as items and options. */
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

test('queens, by every engine, counted and listed, at the same time', async () => {
  const engines = ['auto', 'dancing_links', 'dancing_cells', 'bit_matrix'];
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
  await assert.rejects(dlx.count({ primary: ['a b'], options: [] }), /"a b" is no name/);
  for (const options of [[['a'], ['b']], [['a'], ['a', 'a']], [['a'], ['x']]]) {
    const wrong = { primary: ['a'], secondary: ['x'], options };
    await assert.rejects(dlx.count(wrong), (error) => error instanceof ProblemError && error.line === 3, `${options}`);
  }
  await assert.rejects(dlx.count({ primary: ['a'], options: [['a'], []] }), ProblemError);
  await assert.rejects(dlx.count({ primary: ['a', 'a'], options: [] }), ProblemError);
  await assert.rejects(dlx.count('a\na\n', { engine: 'fast' }), /fast/);
  assert.equal((await dlx.count('a\na\n')).count, 1n, 'an error is over');
});

/** The same problem with numbers for names. */
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
    await assert.rejects(dlx.list(wrong), /^ProblemError: (line 4|option 3)\b/, `${option}`);
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

test('the types name what there is', () => {
  const types = readFileSync(join(home, 'index.d.ts'), 'utf8');
  for (const name of ['load', 'Dlx', 'ProblemError', 'count', 'list', 'version']) assert.match(types, new RegExp(`\\b${name}\\b`));
  const { files } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  for (const name of files) assert.ok(readFileSync(join(home, name)).length > 0, name);
});
