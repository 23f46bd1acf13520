// Computes where the cubelets of a snake are after a number of folding steps, and how far its
// elastic is stretched.

import {ease} from './assembly.js';
import {END, START, WOODS} from './colours.js';
import {Folding} from './fold.js';

const STRETCH = 1.1;

export class CubeletString {
  constructor(solution) {
    this.folding = new Folding(solution.walk);
    const n = solution.walk.length;
    this.parts = solution.walk.map((_, i) => ({
      name: `cubelet ${i + 1}`,
      label: String(i + 1),
      cells: [[0, 0, 0]],
      colour: i === 0 ? START : i === n - 1 ? END : WOODS[i % 2],
    }));
    this.steps = this.folding.steps;
  }

  /** The cubelets of the snake in their final places. */
  inPlace() {
    return this.parts.map((part, i) => ({...part, cells: [this.folding.walk[i]]}));
  }

  smooth(progress) {
    return Math.floor(progress) + ease(progress - Math.floor(progress));
  }

  pose(progress, explode, place) {
    const stretch = 1 + explode * STRETCH;
    this.folding.pose(this.smooth(progress), (i, position, turn) =>
      place(i, position.map((c) => c * stretch), turn));
  }

  hull(progress, explode) {
    const points = [];
    this.pose(progress, explode, (i, p) => {
      for (let corner = 0; corner < 8; ++corner) {
        points.push(p.map((c, k) => c + (corner >> k & 1 ? 0.5 : -0.5)));
      }
    });
    return points;
  }
}
