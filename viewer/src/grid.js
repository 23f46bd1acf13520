// The grid of a 3D scene whose cells are not cubes. Translations along three axes repeat the shapes
// of the cells.
//
// The scene describes the faces of the cells in one box. The box has `period` cells along each
// axis. A cell outside the box has the same shape as a cell of the box, moved by multiples of the
// vectors `axes`. The corners of faces are points with integer coordinates, in units of the lengths
// `units`. The coordinates are exact, so two cells touch if the corners of a face of one cell equal
// the corners of a face of the other. Cells are about as large as unit cubes.
//
// Boxes around cells follow the rule for cubes (boundsOf in building.js): the sides of a box are
// half a unit inside the outer surface of the cells.

import {boundsOf} from './building.js';
import {sum} from './rotation.js';
import {key} from './scene.js';

export class Grid {
  /** Makes a grid from the description in a scene, which scene.js has checked. */
  constructor({units, period, axes, shapes, balls}) {
    this.units = units;
    this.period = period;
    this.axes = axes;
    this.balls = balls;
    this.shapes = new Map(shapes.map(({cell, faces}) => [key(cell), faces]));
  }

  /** The cell of the repeated box that has the shape of a given cell, and the translation of points
      from that cell to the given cell. */
  place(cell) {
    const times = cell.map((c, k) => Math.floor(c / this.period[k]));
    const shift = times.reduce((s, n, k) => sum(s, this.axes[k], n), [0, 0, 0]);
    return {in: cell.map((c, k) => c - times[k] * this.period[k]), shift};
  }

  has(cell) {
    return this.shapes.has(key(this.place(cell).in));
  }

  /** The faces of a cell, each as a list of points, counter-clockwise as seen from outside. */
  facesOf(cell) {
    const {in: inBox, shift} = this.place(cell);
    return this.shapes.get(key(inBox)).map((face) => face.map((point) => sum(point, shift)));
  }

  /** The coordinates in space of a point. */
  at(point) {
    return point.map((c, k) => c * this.units[k]);
  }

  /** The corners of a cell in space. A corner of several faces occurs several times. */
  cornersOf(cell) {
    return this.facesOf(cell).flat().map((point) => this.at(point));
  }

  /** The middle of the smallest box around a cell's corners. */
  middleOf(cell) {
    const {low, high} = boundsOf(this.cornersOf(cell));
    return low.map((c, k) => (c + high[k]) / 2);
  }

  /** The box around a list of cells. */
  boxOf(cells) {
    if (this.balls) return boundsOf(cells.map((cell) => this.middleOf(cell)));
    const {low, high} = boundsOf(cells.flatMap((cell) => this.cornersOf(cell)));
    return {low: low.map((c) => c + 0.5), high: high.map((c) => c - 0.5)};
  }

  /** The unit vector and the length of a translation that is given in coordinates of cells. */
  stepOf(way) {
    const points = way.reduce((s, n, k) => sum(s, this.axes[k], n / this.period[k]), [0, 0, 0]);
    const step = this.at(points);
    const length = Math.hypot(...step);
    return {way: step.map((c) => c / length), length};
  }
}
