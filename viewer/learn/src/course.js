// Represents a search as a sequence of moves: operations such as cover, hide and unlink. A position
// in the search is the number of moves that have been made. The page shows steps. A step is a move
// together with the finer moves of which it consists. The grain determines how coarse the steps
// are.

import {Memory} from './memory.js';

const RANKS = {
  choose: 0, attempt: 0, dead: 0, solution: 0, undo: 0, backtrack: 0, finish: 0,
  deactivate: 1, activate: 1, cover: 1, uncover: 1, purify: 1, unpurify: 1, agree: 1,
  hide: 2, unhide: 2, mark: 2, unmark: 2,
  unlink: 3, relink: 3,
};

/** The grains (sizes) of steps, from coarse to fine. */
export const GRAINS = ['node', 'operation', 'option', 'link'];

export class Course {
  /** Represents one search. `search` is the data of the page, or data.compared (a second search of
      the same problem). */
  constructor(problem, moves, search) {
    this.problem = problem;
    this.rule = search.rule;
    this.complete = search.complete;
    this.nodes = search.nodes;
    this.moves = search.steps.map(([move, at, before, after]) => ({move: moves[move], at, before, after}));
    this.end = this.moves.length;
    this.memory = new Memory(problem);
    this.at = 0;
    // Maps the position of each move `unpurify` to the colour that its item had before the move.
    this.colours = new Map();
    this.bounds = GRAINS.map((_, rank) => this.#boundsOf(rank));
    this.#findNodes();
  }

  #boundsOf(rank) {
    const bounds = [];
    this.moves.forEach(({move}, k) => { if (RANKS[move] <= rank) bounds.push(k); });
    return [...bounds, this.end];
  }

  /** Computes, for each position, the current node of the search tree and the number of solutions
      found so far. */
  #findNodes() {
    this.nodeAt = new Int32Array(this.end + 1);
    this.foundAt = new Int32Array(this.end + 1);
    let here = 0;
    let last = 0;
    let found = 0;
    this.moves.forEach(({move}, k) => {
      if (move === 'attempt') here = ++last;
      if (move === 'undo') here = this.nodes[here].parent;
      if (move === 'solution') ++found;
      this.nodeAt[k + 1] = here;
      this.foundAt[k + 1] = found;
    });
  }

  get node() { return this.nodeAt[this.at]; }

  /** The options that are chosen at the current position of the search, in the order of choice. */
  get chosen() {
    const chosen = [];
    for (let n = this.node; n > 0; n = this.nodes[n].parent) chosen.unshift(this.nodes[n].option);
    return chosen;
  }

  /** The item on which the current node branches, or that has no options left; -1 if there is no
      such item. */
  get item() {
    const node = this.nodes[this.node];
    return this.at >= node.arrival && node.item !== undefined && node.state !== 'open' ? node.item : -1;
  }

  /** The option that the current node tries next; undefined if no option is left to try. */
  get next() {
    const here = this.node;
    for (let k = this.at; k < this.end && this.nodeAt[k] === here; ++k) {
      const {move, at} = this.moves[k];
      if (move === 'attempt') return this.problem.optionOf[at];
      if (move === 'backtrack') break;
    }
    return undefined;
  }

  go(to) {
    const target = Math.min(this.end, Math.max(0, Math.trunc(to)));
    while (this.at < target) {
      const move = this.moves[this.at];
      if (move.move === 'unpurify') this.colours.set(this.at, this.memory.cover[move.at - 1]);
      this.memory.apply(move);
      ++this.at;
    }
    while (this.at > target) {
      --this.at;
      this.memory.takeBack(this.moves[this.at], this.colours.get(this.at));
    }
  }

  /** The number of the last step that ends at or before a position. */
  index(grain, position = this.at) {
    const bounds = this.bounds[grain];
    let low = 0;
    let high = bounds.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (bounds[middle] <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The position after the next step, or the last position at the end of the search. */
  after(grain, position = this.at) {
    const bounds = this.bounds[grain];
    return bounds[Math.min(bounds.length - 1, this.index(grain, position) + 1)];
  }

  /** The position before the latest step. */
  before(grain, position = this.at) {
    const bounds = this.bounds[grain];
    const index = this.index(grain, position);
    return bounds[bounds[index] < position ? index : Math.max(0, index - 1)];
  }

  /** The position at which a node of the search tree is shown: the position after the step that
      describes the node. */
  positionOf(node, grain) {
    const {arrival} = this.nodes[node];
    return this.bounds[grain].includes(arrival) || arrival === 0 ? arrival : this.after(grain, arrival - 1);
  }

  /** The moves of the latest step. */
  last(grain) {
    return this.at === 0 ? [] : this.moves.slice(this.before(grain), this.at);
  }
}
