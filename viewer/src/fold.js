// Computes how a snake (a string of cubelets) is folded into a cube, joint by joint.
//
// The string consists of straight segments 0, 1, ..., m with a turn between neighbouring segments.
// If the string is laid out flat, its segments run alternately along two directions of one plane.
// The flat string is a staircase, which cannot meet itself. A joint is just before each cubelet at
// which the walk turns. The joint rotates this cubelet and all later cubelets about the direction
// of the segment that ends there. A joint that needs no rotation is not a step of the folding.

import {IDENTITY, about, after, cross, dot, inverse, rotate} from './rotation.js';

const QUARTER = Math.PI / 2;

/** The second direction of the flat staircase. It is horizontal if possible. If possible, it is
    also the direction that the second segment has in the folded string. */
function across(first, second) {
  return first[2] !== 0 || second[2] === 0 ? second : [-first[1], first[0], 0];
}

function same(a, b) {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}

export class Folding {
  /** `walk` lists the cells of the folded string in the order of the cubelets. */
  constructor(walk) {
    const n = walk.length;
    this.walk = walk;
    this.directions = [];              // direction of each segment in the folded string
    this.segmentOf = new Int32Array(n);  // number of the segment that leads to each cubelet
    this.groupOf = new Int32Array(n);    // number of joints that precede each cubelet
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
    // orientations[g] rotates the cubelets behind g joints from the flat string to the folded
    // string.
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
   * Computes where each cubelet is after `progress` steps of the folding. If `progress` is not
   * whole, a step is in progress. Calls `place(i, position, turn)` for each cubelet i. `turn` is
   * the rotation from the cubelet's orientation in the folded string.
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

  /** The number of folding steps after which a segment is in its final place. */
  stepsFor(segment) {
    return this.moves.filter((m) => m.joint < segment).length;
  }

  /** The numbers of the first and the last cubelet of a segment, counted from 0. */
  ends(segment) {
    return [this.segmentOf.indexOf(segment, 1) - 1, this.segmentOf.lastIndexOf(segment)];
  }
}
