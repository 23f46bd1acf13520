// Where are the parts of an assembly after so many steps, and how far apart?

import {key} from './scene.js';

const EXPLODE = 1.6;

/** Ways out, in the order of preference: up (layer 0 is the top), then to the sides, then down. */
const WAYS = [[0, 0, -1], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1]];

function boundsOf(cells) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    for (let k = 0; k < 3; ++k) {
      low[k] = Math.min(low[k], cell[k]);
      high[k] = Math.max(high[k], cell[k]);
    }
  }
  return {low, high};
}

function ease(t) {
  return t * t * (3 - 2 * t);
}

export class Assembly {
  constructor(solution, colours) {
    this.parts = solution.parts.map((part) => ({...part, colour: colours[part.piece]}));
    this.steps = this.parts.length;
    this.bounds = boundsOf(this.parts.flatMap((part) => part.cells));
    const {low, high} = this.bounds;
    this.centre = low.map((c, k) => (c + high[k]) / 2);
    this.flat = low[2] === high[2];
    this.size = Math.max(...high.map((c, k) => c - low[k] + 1));
    this.outward = this.parts.map(({cells}) =>
      [0, 1, 2].map((k) => cells.reduce((sum, c) => sum + c[k], 0) / cells.length -
        this.centre[k]));
    this.ways = new Map();
  }

  /** The parts where they belong. */
  inPlace() {
    return this.parts;
  }

  /** The unit vector along which the part leaves the parts placed before it, if it can: a move
      of the part alone, without turning. Otherwise up. */
  wayOut(part) {
    if (!this.ways.has(part)) this.ways.set(part, this.findWay(part));
    return this.ways.get(part);
  }

  findWay(part) {
    const placed = new Set();
    for (let i = 0; i < part; ++i) this.parts[i].cells.forEach((c) => placed.add(key(c)));
    const {low, high} = this.bounds;
    const free = ([x, y, z], way) => {
      for (;;) {
        x += way[0];
        y += way[1];
        z += way[2];
        if (x < low[0] || x > high[0] || y < low[1] || y > high[1] || z < low[2] || z > high[2]) {
          return true;
        }
        if (placed.has(key([x, y, z]))) return false;
      }
    };
    return WAYS.find((way) => this.parts[part].cells.every((c) => free(c, way))) ?? WAYS[0];
  }

  /** Calls `place(part, offset, turn)`; an offset of null: not there yet. */
  pose(progress, explode, place) {
    const whole = Math.floor(progress);
    this.outward.forEach((out, i) => {
      if (i > whole || (i === whole && progress === whole)) {
        place(i, null);
        return;
      }
      const offset = out.map((c) => c * explode * EXPLODE);
      if (i === whole) {
        const away = (1 - ease(progress - whole)) * (1.1 * this.size + 1);
        this.wayOut(i).forEach((c, k) => (offset[k] += c * away));
      }
      place(i, offset, [0, 0, 0, 1]);
    });
  }

  /** Points that are to stay in the picture: corners of the boxes of the assembled parts. */
  hull(progress, explode) {
    const points = [];
    this.boxes ??= this.parts.map(({cells}) => boundsOf(cells));
    this.boxes.forEach(({low, high}, i) => {
      const shift = this.outward[i].map((c) => c * explode * EXPLODE);
      for (let corner = 0; corner < 8; ++corner) {
        points.push([0, 1, 2].map((k) =>
          shift[k] + (corner >> k & 1 ? high[k] + 0.5 : low[k] - 0.5)));
      }
    });
    return points;
  }
}
