// Measures the times of the engine as WebAssembly in node, and of the command on this machine, for one search by one
// engine, without preprocessing, in one thread. The two run alternately for two seconds, at least five times each, and
// the best times are printed. So compilation is over, and other programs disturb few of the runs. Names given as
// arguments select the engines.
import { loadEngine, native } from './support.mjs';

const rounds = 5;
const duration = 2_000; // ms
const only = process.argv.slice(2);
const all = ['dancing_links', 'dancing_cells', 'bit_matrix'];
const { solve } = await loadEngine();

const games = [
  ['soma', { puzzle: 'soma' }, all],
  ['queens 12', { puzzle: 'queens', n: 12 }, all],
  ['pentominoes 3x20', { puzzle: 'pentominoes', rows: 3, columns: 20, pieces: 'FILNPTUVWXYZ' }, all],
  ['pentominoes 6x10', { puzzle: 'pentominoes', rows: 6, columns: 10, pieces: 'FILNPTUVWXYZ' }, ['bit_matrix']],
];
for (const [name, open, engines] of games) {
  for (const engine of engines.filter((e) => only.length === 0 || only.includes(e))) {
    let [here, there] = [Infinity, Infinity];
    let nodes = 0;
    const begin = performance.now();
    for (let round = 0; round < rounds || performance.now() - begin < duration; ++round) {
      const start = performance.now();
      nodes = solve({ open }, { want: 'count', engine, preprocess: false }).nodes;
      here = Math.min(here, performance.now() - start);
      const words = ['--count', '--method', 'search', '--no-preprocess', '--threads', '1'];
      const answer = native({ open }, [...words, '--engine', engine]);
      if (answer.nodes !== nodes) throw new Error(`${name}: ${nodes} nodes, not ${answer.nodes}`);
      there = Math.min(there, 1000 * answer.elapsed_s);
    }
    console.log(
      `${name.padEnd(18)}${engine.padEnd(15)}${String(nodes).padStart(9)} nodes ` +
        `${here.toFixed(1).padStart(8)} ms  command ${there.toFixed(1).padStart(8)} ms  ` +
        `ratio ${(here / there).toFixed(2)}`,
    );
  }
}
