// How is a string of cubelets folded, joint by joint?
//
// The walk runs straight, turns, runs straight, ...: segments 0, 1, ..., m with a turn between
// neighbours. Laid out flat, segments run alternately along two directions of one plane: a
// staircase, which cannot meet itself. A joint lies just before each turning cubelet; it rotates
// that cubelet and all that follow about the direction of the segment that ends there. A joint that
// is right from the start is not a step.

import {IDENTITY, about, after, cross, dot, inverse, rotate} from './rotation.js';

const QUARTER = Math.PI / 2;

/** The second direction of the staircase: level if it can be, and if possible the final one. */
function across(first, second) {
  return first[2] !== 0 || second[2] === 0 ? second : [-first[1], first[0], 0];
}

function same(a, b) {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export class Folding {
  /** `walk`: the cells in the order of the string. */
  constructor(walk) {
    const n = walk.length;
    this.walk = walk;
    this.directions = [];              // direction of each segment, folded
    this.segmentOf = new Int32Array(n);  // segment of the elastic that leads to the cubelet
    this.groupOf = new Int32Array(n);    // how many joints precede the cubelet
    for (let i = 1; i < n; ++i) {
      const d = [0, 1, 2].map((k) => walk[i][k] - walk[i - 1][k]);
      const last = this.directions.at(-1);
      if (!last || !same(last, d)) {
        this.directions.push(d);
        this.groupOf[i - 1] = this.directions.length - 1;
      }
      this.segmentOf[i] = this.directions.length - 1;
      this.groupOf[i] = this.directions.length - 1;
    }
    this.findJoints();
  }

  findJoints() {
    const d = this.directions;
    const stairs = [d[0], d.length > 1 ? across(d[0], d[1]) : d[0]];
    this.flat = d.map((_, s) => stairs[s % 2]);
    // orientations[g]: how cubelets after g joints lie, compared with the flat string.
    this.orientations = [IDENTITY];
    this.moves = [];
    for (let joint = 0; joint + 1 < d.length; ++joint) {
      const before = this.orientations[joint];
      const is = rotate(before, this.flat[joint + 1]);
      const wanted = d[joint + 1];
      const quarters =
        Math.round(Math.atan2(dot(cross(is, wanted), d[joint]), dot(is, wanted)) / QUARTER);
      this.orientations.push(after(about(d[joint], quarters * QUARTER), before));
      if (quarters !== 0) {
        this.moves.push({joint, quarters, cubelet: this.groupOf.indexOf(joint + 1)});
      }
    }
  }

  get steps() {
    return this.moves.length;
  }

  /**
   * Where each cubelet is after `progress` steps (a fraction: within a step): calls
   * `place(i, position, turn)`, the turn compared with the folded string.
   */
  pose(progress, place) {
    const k = Math.min(Math.floor(progress), this.steps);
    const move = this.moves[k];
    const settled = move ? move.joint : this.directions.length - 1;
    const rest = move
      ? after(about(this.directions[move.joint], (progress - k) * move.quarters * QUARTER),
          this.orientations[move.joint])
      : IDENTITY;
    const steps = this.flat.map((d, s) => (s > settled ? rotate(rest, d) : this.directions[s]));
    let position = this.walk[0];
    let group = -1;
    let turn = IDENTITY;
    this.walk.forEach((_, i) => {
      if (i > 0) {
        const step = steps[this.segmentOf[i]];
        position = [position[0] + step[0], position[1] + step[1], position[2] + step[2]];
      }
      if (this.groupOf[i] > settled && this.groupOf[i] !== group) {
        group = this.groupOf[i];
        turn = after(rest, inverse(this.orientations[group]));
      }
      place(i, position, turn);
    });
  }

  /** After how many steps segment s is in place. */
  stepsFor(segment) {
    return this.moves.filter((m) => m.joint < segment).length;
  }

  /** First and last cubelet of segment s, counted from 0. */
  ends(segment) {
    return [this.segmentOf.indexOf(segment, 1) - 1, this.segmentOf.lastIndexOf(segment)];
  }
}
