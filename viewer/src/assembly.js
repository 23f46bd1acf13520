// Where are the parts of an assembly after a number of steps, and how far apart?

import {boundsOf, buildingMoves} from './building.js';

const EXPLODE = 1.6;

function ease(t) {
  return t * t * (3 - 2 * t);
}

/** How much of the step with that number is done: 0 to 1, slower at both ends. */
function doneOf(step, progress) {
  return ease(Math.min(1, Math.max(0, progress - step)));
}

export class Assembly {
  constructor(solution, colours) {
    this.parts = solution.parts.map((part) => ({...part, colour: colours[part.piece]}));
    this.moves = buildingMoves(this.parts);
    this.steps = this.moves.length;
    /** The number of the step before which a part is not there. */
    this.placedAt = this.parts.map(() => 0);
    /** The moves of the groups that a part belongs to. */
    this.joints = this.parts.map(() => []);
    this.moves.forEach((move, step) => {
      for (const part of move.parts) {
        if (move.joins) this.joints[part].push({...move, step});
        else this.placedAt[part] = step;
      }
    });
    this.bounds = boundsOf(this.parts.flatMap((part) => part.cells));
    const {low, high} = this.bounds;
    this.centre = low.map((c, k) => (c + high[k]) / 2);
    this.flat = low[2] === high[2];
    this.outward = this.parts.map(({cells}) =>
      [0, 1, 2].map((k) => cells.reduce((sum, c) => sum + c[k], 0) / cells.length -
        this.centre[k]));
    this.boxes = this.parts.map(({cells}) => boundsOf(cells));
    this.groups = this.moves.map((move, step) => ({...move, step}))
      .filter(({joins, beside}) => joins && !beside);
  }

  /** The parts where they belong. */
  inPlace() {
    return this.parts;
  }

  /** Calls `place(part, offset, turn)`; an offset of null: not there yet. */
  pose(progress, explode, place) {
    this.outward.forEach((out, i) => {
      const step = this.placedAt[i];
      if (progress <= step) {
        place(i, null);
        return;
      }
      const offset = out.map((c) => c * explode * EXPLODE);
      const come = (move, at) => {
        const away = (1 - doneOf(at, progress)) * move.distance;
        if (away > 0) move.way.forEach((c, k) => (offset[k] += c * away));
      };
      come(this.moves[step], step);
      for (const group of this.joints[i]) come(group, group.step);
      place(i, offset, [0, 0, 0, 1]);
    });
  }

  /** For each group that is put together beside the others: how much room it takes there, 0 to 1. */
  roomBeside(progress) {
    return this.groups.map(({first, step}) => doneOf(first, progress) - doneOf(step, progress));
  }

  /** Points that are to stay in the picture: corners of the boxes of the assembled parts, and of
      the room for groups that are put together beside them. */
  hull(progress, explode) {
    const points = [];
    const add = ({low, high}, shift) => {
      for (let corner = 0; corner < 8; ++corner) {
        points.push([0, 1, 2].map((k) =>
          shift[k] + (corner >> k & 1 ? high[k] + 0.5 : low[k] - 0.5)));
      }
    };
    this.boxes.forEach((box, i) => add(box, this.outward[i].map((c) => c * explode * EXPLODE)));
    this.roomBeside(progress).forEach((much, g) => {
      if (much === 0) return;
      const {box, room} = this.groups[g];
      const between = (side) => box[side].map((c, k) => c + much * (room[side][k] - c));
      add({low: between('low'), high: between('high')}, [0, 0, 0]);
    });
    return points;
  }
}
