// Which part lies under the pointer? A ray against the unit cubes of the parts, box by box.

import {inverse, rotate} from './rotation.js';
import {HIDDEN} from './shown.js';

/** Where the ray enters the box, or Infinity. */
function enters(origin, direction, low, high) {
  let from = 0;
  let to = Infinity;
  for (let k = 0; k < 3; ++k) {
    const a = (low[k] - origin[k]) / direction[k];
    const b = (high[k] - origin[k]) / direction[k];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from <= to ? from : Infinity;
}

function boxOf(cells) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    for (let k = 0; k < 3; ++k) {
      low[k] = Math.min(low[k], cell[k] - 0.5);
      high[k] = Math.max(high[k], cell[k] + 0.5);
    }
  }
  return {low, high};
}

export class Picker {
  constructor(body) {
    this.body = body;
    this.boxes = body.parts.map((part) => boxOf(part.cells));
  }

  /** The first part on the ray, in coordinates of the lattice, or -1. */
  pick(origin, direction) {
    let best = -1;
    let nearest = Infinity;
    this.body.parts.forEach((part, i) => {
      if (this.body.shown(i) === HIDDEN) return;
      const offset = this.body.offset(i);
      const back = inverse(this.body.turn(i));
      const o = rotate(back, origin.map((c, k) => c - offset[k]));
      const d = rotate(back, direction).map((c) => c || 1e-12);
      const {low, high} = this.boxes[i];
      if (enters(o, d, low, high) >= nearest) return;
      for (const cell of part.cells) {
        const distance =
          enters(o, d, cell.map((c) => c - 0.5), cell.map((c) => c + 0.5));
        if (distance < nearest) {
          nearest = distance;
          best = i;
        }
      }
    });
    return best;
  }
}
