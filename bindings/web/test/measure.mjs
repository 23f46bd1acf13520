// How long the engine takes as WebAssembly, in node, and how long as the command on this machine:
// the same search by the same engine, without preprocessing, in one thread; the best of five runs.
import { loadEngine, native } from './support.mjs';

const rounds = 5;
const { solve } = await loadEngine();
const best = (work) => Math.min(...Array.from({ length: rounds }, work));

const games = [
  ['soma', { puzzle: 'soma' }],
  ['queens 12', { puzzle: 'queens', n: 12 }],
  ['pentominoes 3x20', { puzzle: 'pentominoes', rows: 3, columns: 20, pieces: 'FILNPTUVWXYZ' }],
];
for (const [name, open] of games) {
  for (const engine of ['dancing_links', 'dancing_cells', 'bit_matrix']) {
    let nodes = 0;
    const here = best(() => {
      const start = performance.now();
      nodes = solve({ open }, { want: 'count', engine, preprocess: false }).nodes;
      return performance.now() - start;
    });
    const words = ['--count', '--method', 'search', '--no-preprocess', '--threads', '1'];
    const there = best(() => {
      const answer = native({ open }, [...words, '--engine', engine]);
      if (answer.nodes !== nodes) throw new Error(`${name}: ${nodes} nodes, not ${answer.nodes}`);
      return 1000 * answer.elapsed_s;
    });
    console.log(
      `${name.padEnd(18)}${engine.padEnd(15)}${String(nodes).padStart(9)} nodes ` +
        `${here.toFixed(0).padStart(6)} ms  command ${there.toFixed(0).padStart(6)} ms  ` +
        `ratio ${(here / there).toFixed(2)}`,
    );
  }
}
