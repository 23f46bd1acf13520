// The cells of a scene that describes its grid: shapes that translations along three axes repeat.
//
// The scene gives a box of cells, `period` cells along each axis of their coordinates, and the
// faces of each cell. Corners are points with whole coordinates, which count in `units` of length.
// A cell beyond the box is a cell of the box, moved by whole `axes`. So equal corners are equal
// numbers, and two cells touch where they have a face in common. Cells are about as large as unit
// cubes.
//
// Boxes follow the rule for cubes (boundsOf in building.js): their sides are half a unit inside the
// body.

import {boundsOf} from './building.js';
import {sum} from './rotation.js';
import {key} from './scene.js';

export class Grid {
  /** As the scene has it, checked by scene.js. */
  constructor({units, period, axes, shapes, balls}) {
    this.units = units;
    this.period = period;
    this.axes = axes;
    this.balls = balls;
    this.shapes = new Map(shapes.map(({cell, faces}) => [key(cell), faces]));
  }

  /** The cell of the box that a cell is an image of, and the translation of points. */
  place(cell) {
    const times = cell.map((c, k) => Math.floor(c / this.period[k]));
    const shift = times.reduce((s, n, k) => sum(s, this.axes[k], n), [0, 0, 0]);
    return {in: cell.map((c, k) => c - times[k] * this.period[k]), shift};
  }

  has(cell) {
    return this.shapes.has(key(this.place(cell).in));
  }

  /** The faces of a cell: points, counter-clockwise as seen from outside. */
  facesOf(cell) {
    const {in: inBox, shift} = this.place(cell);
    return this.shapes.get(key(inBox)).map((face) => face.map((point) => sum(point, shift)));
  }

  /** Where a point is. */
  at(point) {
    return point.map((c, k) => c * this.units[k]);
  }

  /** The corners of a cell in space, those of several faces several times. */
  cornersOf(cell) {
    return this.facesOf(cell).flat().map((point) => this.at(point));
  }

  /** The middle of the box of a cell's corners. */
  middleOf(cell) {
    const {low, high} = boundsOf(this.cornersOf(cell));
    return low.map((c, k) => (c + high[k]) / 2);
  }

  /** The box of cells. */
  boxOf(cells) {
    if (this.balls) return boundsOf(cells.map((cell) => this.middleOf(cell)));
    const {low, high} = boundsOf(cells.flatMap((cell) => this.cornersOf(cell)));
    return {low: low.map((c) => c + 0.5), high: high.map((c) => c - 0.5)};
  }

  /** A translation, given in coordinates of cells: its unit vector and its length. */
  stepOf(way) {
    const points = way.reduce((s, n, k) => sum(s, this.axes[k], n / this.period[k]), [0, 0, 0]);
    const step = this.at(points);
    const length = Math.hypot(...step);
    return {way: step.map((c) => c / length), length};
  }
}
