// Compares dlx-wasm with the npm package dancing-links on the problems of the benchmark of
// dancing-links, and on all tilings of 6x10 by pentominoes. These problems are a sudoku, and 1, 10
// and 100 tilings of 6x10. Both packages begin with options as arrays of numbers, and return lists of
// options. As in that benchmark, the conversion of options for addSparseConstraints(), the fastest
// input of dancing-links, is not measured.
//   npm ci --prefix bench/npm && node bench/npm/compare.mjs [FOLDER_OF_THE_PACKAGE]
// Prints the least and the median time of a run. The two packages run alternately in one process.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { DancingLinks } from 'dancing-links';

const home = resolve(process.argv[2] ?? join(fileURLToPath(import.meta.url), '../../../build/web/npm'));
const { load } = await import(pathToFileURL(join(home, 'index.js')).href);
const dlx = await load();

const range = (n) => Array.from({ length: n }, (_, k) => k);

/** Makes a sudoku. Its items are the squares, and the digits in each row, column and box. */
function sudoku(squares) {
  const options = [];
  for (const s of range(81)) {
    const [row, column] = [Math.floor(s / 9), s % 9];
    const box = 3 * Math.floor(row / 3) + Math.floor(column / 3);
    for (const digit of squares[s] === '.' ? range(9) : [Number(squares[s]) - 1]) {
      options.push([`s${s}`, `r${row}${digit}`, `c${column}${digit}`, `b${box}${digit}`]);
    }
  }
  const digits = (kind) => range(81).map((k) => `${kind}${k % 9}${Math.floor(k / 9)}`);
  return { primary: [...range(81).map((s) => `s${s}`), ...['r', 'c', 'b'].flatMap(digits)], options };
}

/** Makes the tilings of a box by the twelve pentominoes. The items are the pieces and the cells. */
function pentominoes(rows, columns) {
  const shapes = {
    F: '01 02 10 11 21', I: '00 01 02 03 04', L: '00 10 20 30 31', N: '01 11 20 21 30', P: '00 01 10 11 20',
    T: '00 01 02 11 21', U: '00 02 10 11 12', V: '00 10 20 21 22', W: '00 10 11 21 22', X: '01 10 11 12 21',
    Y: '01 10 11 21 31', Z: '00 01 11 21 22',
  };
  const options = [];
  for (const [piece, words] of Object.entries(shapes)) {
    let cells = words.split(' ').map((word) => [...word].map(Number));
    const seen = new Set();
    for (const turn of range(8)) {
      cells = cells.map(([r, c]) => (turn === 4 ? [r, -c] : [c, -r]));
      const [top, left] = [0, 1].map((k) => Math.min(...cells.map((cell) => cell[k])));
      cells = cells.map(([r, c]) => [r - top, c - left]).sort(([r, c], [s, d]) => r - s || c - d);
      if (seen.has(String(cells))) continue;
      seen.add(String(cells));
      const [height, width] = [0, 1].map((k) => 1 + Math.max(...cells.map((cell) => cell[k])));
      for (const row of range(Math.max(0, rows - height + 1))) {
        for (const column of range(Math.max(0, columns - width + 1))) {
          options.push([piece, ...cells.map(([r, c]) => `${r + row},${c + column}`)]);
        }
      }
    }
  }
  const cells = range(rows * columns).map((k) => `${Math.floor(k / columns)},${k % columns}`);
  return { primary: [...Object.keys(shapes), ...cells], options };
}

/** Checks the number of solutions, that they differ, and that each solution covers each item once. */
function check({ primary, options }, solutions, count) {
  assert.equal(solutions.length, count);
  assert.equal(new Set(solutions.map((s) => String([...s].sort((a, b) => a - b)))).size, count);
  for (const solution of solutions) {
    assert.deepEqual(solution.flatMap((o) => options[o]).sort(), [...primary].sort());
  }
}

/**
 * Returns the least and the median time of each task, in ms. The tasks alternate for 8 seconds, in
 * turns of at least 5 ms.
 */
async function compare(tasks, once) {
  const turn = async (task, runs) => {
    const start = performance.now();
    for (let run = 0; run < runs; ++run) await task();
    return (performance.now() - start) / runs;
  };
  const times = tasks.map(() => []);
  const runs = tasks.map(() => 1);
  if (!once) {
    for (const [k, task] of tasks.entries()) {
      await turn(task, 20);
      runs[k] = Math.ceil(5 / (await turn(task, 20)));
    }
  }
  const begin = performance.now();
  do {
    for (const [k, task] of tasks.entries()) times[k].push(await turn(task, runs[k]));
  } while (!once && performance.now() - begin < 8_000);
  return times.map((all) => {
    all.sort((a, b) => a - b);
    return { least: all[0], median: all[all.length >> 1] };
  });
}

const squares = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9';
const field = pentominoes(10, 6);
for (const [name, problem, count] of [
  ['the solution of the sudoku', sudoku(squares), 1],
  ['1 tiling of 6x10', field, 1],
  ['10 tilings of 6x10', field, 10],
  ['100 tilings of 6x10', field, 100],
  ['all tilings of 6x10', field, 9356],
]) {
  const numbers = new Map(problem.primary.map((item, k) => [item, k]));
  const columns = problem.options.map((option) => option.map((item) => numbers.get(item)));
  const numbered = { primary: problem.primary.length, options: columns };
  const constraints = columns.map((columnIndices, data) => ({ data, columnIndices }));
  const whole = problem !== field || count === 9356;
  const theirs = () => {
    const solver = new DancingLinks().createSolver({ columns: problem.primary.length });
    solver.addSparseConstraints(constraints);
    const solutions = whole ? solver.findAll() : solver.find(count);
    return solutions.map((solution) => solution.map(({ data }) => data));
  };
  const ours = async () => {
    const { solutions } = await dlx.list(numbered, { limit: whole ? 10_000 : count, preprocess: false });
    return solutions;
  };
  check(problem, theirs(), count);
  check(problem, await ours(), count);
  const [they, we] = await compare([theirs, ours], count > 1000);
  const shown = ({ least, median }) => `${least.toFixed(4).padStart(10)} ${median.toFixed(4).padStart(10)} ms`;
  const ratios = ['least', 'median'].map((which) => (they[which] / we[which]).toFixed(2).padStart(6)).join(' ');
  console.log(`${name.padEnd(26)} dancing-links ${shown(they)}   dlx-wasm ${shown(we)}   ${ratios} times as quick`);
}
