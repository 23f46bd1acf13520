// Finds the part under the pointer. A ray is tested against the boxes of the parts, and then
// against their cells.

import {boundsOf} from './building.js';
import {cross, dot, inverse, rotate, sum} from './rotation.js';
import {HIDDEN} from './shown.js';

/** The distance at which a ray enters a box; Infinity if the ray misses the box. */
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

/** The distance at which a ray enters a convex body; Infinity if the ray misses it. The body is
    bounded by planes, each given by its normal and its distance from the origin. */
function entersBody(origin, direction, planes) {
  let from = 0;
  let to = Infinity;
  for (const {normal, level} of planes) {
    const speed = dot(normal, direction);
    const at = (level - dot(normal, origin)) / (speed || 1e-12);
    if (speed < 0) from = Math.max(from, at);
    else to = Math.min(to, at);
  }
  return from <= to ? from : Infinity;
}

/** The planes of the faces of a cell. If the cell is a ball, the planes bound the points that are
    nearer to this ball than to any other. */
function planesOf(cell, grid) {
  return grid.facesOf(cell).map((face) => {
    const [a, b, c] = face.map((point) => grid.at(point));
    const normal = cross(sum(b, a, -1), sum(c, a, -1));
    return {normal, level: dot(normal, a)};
  });
}

/** For each cell, a function that returns the distance at which a ray enters the cell. */
function targetsOf(cells, grid) {
  return cells.map((cell) => {
    if (grid) {
      const planes = planesOf(cell, grid);
      return (origin, direction) => entersBody(origin, direction, planes);
    }
    const low = cell.map((c) => c - 0.5);
    const high = cell.map((c) => c + 0.5);
    return (origin, direction) => enters(origin, direction, low, high);
  });
}

/** The neighbour of a cube at the face that contains a given point of the cube's surface. */
export function besideAt(cell, point) {
  const out = point.map((c, k) => c - cell[k]);
  const axis = out.reduce((most, c, k) => (Math.abs(c) > Math.abs(out[most]) ? k : most), 0);
  return cell.map((c, k) => (k === axis ? c + Math.sign(out[axis]) : c));
}

export class Picker {
  /** If the cells are cubes, `grid` is null. */
  constructor(body, grid = null) {
    this.body = body;
    this.boxes = body.parts.map(({cells, box = boundsOf(cells)}) =>
      ({low: box.low.map((c) => c - 0.5), high: box.high.map((c) => c + 0.5)}));
    this.targets = body.parts.map(({cells}) => targetsOf(cells, grid));
  }

  /** The number of the first part that a ray meets, or -1. The ray is given in coordinates of
      cells. */
  pick(origin, direction) {
    return this.hit(origin, direction).part;
  }

  /** The first cell that a ray meets: its part, its number in the part, and its distance. If the
      ray meets no cell, the part is -1. */
  hit(origin, direction) {
    let best = {part: -1, cell: -1, distance: Infinity};
    this.body.parts.forEach((_, i) => {
      if (this.body.shown(i) === HIDDEN) return;
      const offset = this.body.offset(i);
      const back = inverse(this.body.turn(i));
      const o = rotate(back, origin.map((c, k) => c - offset[k]));
      const d = rotate(back, direction).map((c) => c || 1e-12);
      const {low, high} = this.boxes[i];
      if (enters(o, d, low, high) >= best.distance) return;
      this.targets[i].forEach((target, cell) => {
        const distance = target(o, d);
        if (distance < best.distance) best = {part: i, cell, distance};
      });
    });
    return best;
  }
}
