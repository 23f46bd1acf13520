// Finds straight moves by which an assembly of parts (puzzle pieces) can be built.
//
// A straight move brings one part, or several parts that keep their places relative to each other,
// from outside to their places. A straight move goes along one of the six axis directions, without
// a rotation. The parts that were placed before do not move. The moves are found backwards: the
// search takes one part after another from the whole assembly.
//
// The search first looks for an order in which straight moves of single parts place all parts. If
// no such order exists, the search looks for an order in which groups of parts are put together
// beside the others and moved in as one. An order of one of these two kinds is found if it exists.
// There is no backtracking, because removing a part that can leave never hurts: moves that take a
// set of parts apart also take each of its subsets apart. A group that can leave along a direction
// contains, with each part, all parts that block this part. So the smallest groups are strongly
// connected components of the relation "is blocked by" along that direction. A set that is strongly
// connected along all three axes is locked: no move separates it.
//
// If the parts can be placed one by one in the order in which the scene lists them, that order is
// kept. Otherwise, of the parts that can leave, the part that is last in this list leaves first.
//
// One part of a locked set appears in its place without a move, and the search continues with the
// rest of the set. In a set of at most MOST_TRIED parts, as few parts as possible appear in this
// way. In a larger set, a part appears whose absence leaves the fewest other parts locked. In a
// very large set (number of parts times number of cells above MOST_COMPARED), the part that the
// scene lists last appears.
//
// The search does not find moves with a bend, turns, and moves that make room for other parts,
// although most interlocking puzzles need such moves. The search does not minimise the number of
// groups. It also ignores gravity and hands, and whether a part that appears in its place can get
// there at all.
//
// Finding all moves of single parts takes time proportional to the number of cells and, at worst,
// to the square of the number of parts. For groups and locked sets, the search visits the cells of
// sets of parts again and again. After MOST_VISITS visits, sets are no longer split: the parts of a
// set that cannot leave one by one appear in their places, with `searched` false. The search stores
// a few dozen numbers for each cell.

import {key} from './scene.js';

const MOST_VISITS = 20_000_000;
const MOST_TRIED = 12;
const MOST_COMPARED = 50_000;

/** The directions in which parts can leave the assembly, in the order of preference: up (layer 0 is
    the top), then to the sides, then down. */
export const WAYS = [[0, 0, -1], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1]];

/** The smallest box around cells, as its lowest and its highest cell. */
export function boundsOf(cells) {
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

export function around(boxes) {
  return boundsOf(boxes.flatMap(({low, high}) => [low, high]));
}

export function shifted({low, high}, way, distance) {
  const by = (corner) => corner.map((c, k) => c + distance * way[k]);
  return {low: by(low), high: by(high)};
}

/** How far a box must move in the direction `way` until a gap of one cell separates it from another
    box. */
export function distanceBeyond(box, other, way) {
  const beyond = way.map((c, k) => {
    if (c === 0) return Infinity;
    const gap = c > 0 ? other.high[k] - box.low[k] : box.high[k] - other.low[k];
    return (gap + 1) / Math.abs(c);
  });
  return Math.max(0, Math.min(...beyond)) + 1;
}

/** The number of each direction in WAYS: 2k for the positive direction of axis k, and 2k + 1 for
    its negative direction. */
const SIDES = WAYS.map((way) => {
  const k = way.findIndex((c) => c !== 0);
  return 2 * k + (way[k] < 0 ? 1 : 0);
});

/**
 * Finds strongly connected components of a graph, as lists of nodes: those that no edge leaves
 * (`ends`), and those that no edge enters (`starts`). `edges[a]` lists the nodes to which node a
 * has edges. This is Tarjan's algorithm without recursion.
 */
export function outerComponents(edges) {
  const n = edges.length;
  const index = new Int32Array(n).fill(-1);
  const low = new Int32Array(n);
  const componentOf = new Int32Array(n).fill(-1);
  const at = new Int32Array(n);
  const components = [];
  const open = [];
  let next = 0;
  for (let root = 0; root < n; ++root) {
    if (index[root] >= 0) continue;
    const path = [root];
    while (path.length) {
      const a = path.at(-1);
      if (index[a] < 0) {
        index[a] = low[a] = next++;
        open.push(a);
      }
      if (at[a] < edges[a].length) {
        const b = edges[a][at[a]++];
        if (index[b] < 0) path.push(b);
        else if (componentOf[b] < 0) low[a] = Math.min(low[a], index[b]);
        continue;
      }
      path.pop();
      if (path.length) low[path.at(-1)] = Math.min(low[path.at(-1)], low[a]);
      if (low[a] !== index[a]) continue;
      const component = [];
      do {
        component.push(open.at(-1));
        componentOf[open.at(-1)] = components.length;
      } while (open.pop() !== a);
      components.push(component);
    }
  }
  const left = new Uint8Array(components.length);
  const entered = new Uint8Array(components.length);
  edges.forEach((list, a) => list.forEach((b) => {
    if (componentOf[a] === componentOf[b]) return;
    left[componentOf[a]] = 1;
    entered[componentOf[b]] = 1;
  }));
  return {
    count: components.length,
    ends: components.filter((_, c) => !left[c]),
    starts: components.filter((_, c) => !entered[c]),
  };
}

/**
 * Returns a function that takes a set of parts as bits. This function returns the least number of
 * these parts that must appear in their places without a move. `blockers` is a result of
 * Parts.blockersOf.
 */
function fewestThatAppear(blockers) {
  const count = blockers[0].length;
  const known = new Map();
  /** The smallest group of parts that contains part n and can leave the set in the direction with
      number `side`. */
  const groupOf = (set, side, n) => {
    let group = 0;
    for (let added = 1 << n; added !== 0;) {
      group |= added;
      let met = 0;
      for (let i = 0; i < count; ++i) if (added >> i & 1) met |= blockers[side][i];
      added = met & set & ~group;
    }
    return group;
  };
  const partOf = (set) => {
    for (let n = 0; n < count; ++n) {
      if (!(set >> n & 1)) continue;
      for (let side = 0; side < 6; ++side) {
        const group = groupOf(set, side, n);
        if (group !== set) return group;
      }
    }
    return 0;
  };
  const fewest = (set) => {
    if ((set & (set - 1)) === 0) return 0;
    if (!known.has(set)) {
      const group = partOf(set);
      let least = group ? fewest(group) + fewest(set & ~group) : Infinity;
      for (let n = 0; n < count && !group; ++n) {
        if (set >> n & 1) least = Math.min(least, 1 + fewest(set & ~(1 << n)));
      }
      known.set(set, least);
    }
    return known.get(set);
  };
  return fewest;
}

/** The parts of an assembly. For each axis, a list has all cells, sorted so that cells on one line
    along the axis follow each other. */
class Parts {
  constructor(parts) {
    const cells = parts.flatMap((part) => part.cells);
    this.count = parts.length;
    this.visits = 0;
    this.owner = Int32Array.from(parts.flatMap((part, p) => part.cells.map(() => p)));
    this.line = [];
    const lists = [0, 1, 2].map((k) => {
      const [a, b] = [(k + 1) % 3, (k + 2) % 3];
      const place = Float64Array.from(cells, (c) => key([c[a], c[b], c[k]]));
      this.line.push(Float64Array.from(cells, (c) => key([c[a], c[b], 0])));
      return Int32Array.from(cells, (_, i) => i).sort((i, j) => place[i] - place[j]);
    });
    this.all = {members: parts.map((_, p) => p), lists};
    this.before = lists.map((list) => new Int32Array(list.length));
    this.after = lists.map((list) => new Int32Array(list.length));
    this.blocked = new Int32Array(6 * parts.length);
  }

  /** The subset of the parts for which `keep(part)` is true. */
  subset({members, lists}, keep) {
    this.visits += 3 * lists[0].length;
    const kept = new Uint8Array(this.count);
    for (const p of members) kept[p] = keep(p) ? 1 : 0;
    return {
      members: members.filter((p) => kept[p]),
      lists: lists.map((list) => list.filter((cell) => kept[this.owner[cell]])),
    };
  }

  /** Calls `visit(i, j)` for all cells i and j of the set that are on one line along axis k with no
      other cell of the set between them. */
  neighbours({lists}, k, visit) {
    const line = this.line[k];
    const list = lists[k];
    this.visits += list.length;
    for (let n = 1; n < list.length; ++n) {
      if (line[list[n - 1]] === line[list[n]]) visit(list[n - 1], list[n]);
    }
  }

  /**
   * Removes single parts from a set as long as a part can leave and at least one part remains.
   * Returns the removed parts in the order of removal with their directions, and the rest of the
   * set.
   */
  peel(set) {
    const {owner, before, after, blocked} = this;
    for (const p of set.members) blocked.fill(0, 6 * p, 6 * p + 6);
    // blocked[6 p + side] is the number of cells of part p whose next cell in the direction `side`
    // belongs to another part.
    const count = (k, i, j, by) => {
      if (i < 0 || j < 0 || owner[i] === owner[j]) return;
      blocked[6 * owner[i] + 2 * k] += by;
      blocked[6 * owner[j] + 2 * k + 1] += by;
    };
    for (const k of [0, 1, 2]) {
      for (const cell of set.lists[k]) before[k][cell] = after[k][cell] = -1;
      this.neighbours(set, k, (i, j) => {
        after[k][i] = j;
        before[k][j] = i;
        count(k, i, j, 1);
      });
    }
    const wayOf = (p) => WAYS.find((_, w) => blocked[6 * p + SIDES[w]] === 0);
    const cellsOf = new Map(set.members.map((p) => [p, []]));
    for (const cell of set.lists[0]) cellsOf.get(owner[cell]).push(cell);

    const {members} = set;
    const positions = new Map(members.map((p, at) => [p, at]));
    const gone = new Uint8Array(members.length);
    const away = [];
    // A part that can leave now can also leave later. Therefore the loop goes back only to parts
    // that the removal of another part has set free.
    let at = members.length - 1;
    while (at >= 0 && away.length + 1 < members.length) {
      const way = gone[at] ? undefined : wayOf(members[at]);
      if (!way) {
        --at;
        continue;
      }
      gone[at] = 1;
      away.push({part: members[at], way});
      let highest = at;
      for (const cell of cellsOf.get(members[at])) {
        for (const k of [0, 1, 2]) {
          const i = before[k][cell];
          const j = after[k][cell];
          count(k, i, cell, -1);
          count(k, cell, j, -1);
          count(k, i, j, 1);
          if (i >= 0) after[k][i] = j;
          if (j >= 0) before[k][j] = i;
          for (const n of [i, j]) {
            if (n < 0 || owner[n] === members[at] || !wayOf(owner[n])) continue;
            highest = Math.max(highest, positions.get(owner[n]));
          }
        }
      }
      at = highest;
    }
    const left = new Set(members.filter((_, n) => !gone[n]));
    return {away, rest: this.subset(set, (p) => left.has(p))};
  }

  /** A smallest group of parts that can leave the other parts of a set, with its direction; null if
      no group can leave (the set is locked). */
  split(set) {
    const {members} = set;
    const positions = new Map(members.map((p, at) => [p, at]));
    const at = (cell) => positions.get(this.owner[cell]);
    let best = null;
    const groups = [0, 1, 2].map((k) => {
      const blockers = members.map(() => []);
      this.neighbours(set, k, (i, j) => {
        if (this.owner[i] !== this.owner[j]) blockers[at(i)].push(at(j));
      });
      const {count, ends, starts} = outerComponents(blockers);
      return count > 1 ? [ends, starts] : [[], []];
    });
    WAYS.forEach((way, w) => {
      for (const group of groups[SIDES[w] >> 1][SIDES[w] & 1]) {
        if (!best || group.length < best.group.length) best = {group, way};
      }
    });
    if (!best) return null;
    return {group: new Set(best.group.map((n) => members[n])), way: best.way};
  }

  /** The number of locked parts of a set: parts that straight moves cannot separate from each
      other. */
  locked(set) {
    let sum = 0;
    const waiting = [set];
    while (waiting.length) {
      const {rest} = this.peel(waiting.pop());
      if (rest.members.length < 2) continue;
      const parted = this.split(rest);
      if (!parted) {
        sum += rest.members.length;
        continue;
      }
      waiting.push(this.subset(rest, (p) => parted.group.has(p)),
        this.subset(rest, (p) => !parted.group.has(p)));
    }
    return sum;
  }

  /** Returns blockers[side][n]: the set of parts, as bits, that block part n in the direction
      `side`. Parts are numbered by their positions in `members`. */
  blockersOf({members, lists}) {
    const bits = new Map(members.map((p, n) => [p, n]));
    const blockers = Array.from({length: 6}, () => new Int32Array(members.length));
    for (const k of [0, 1, 2]) {
      const line = this.line[k];
      const pass = (list, side) => {
        this.visits += list.length;
        let passed = 0;
        list.forEach((cell, at) => {
          if (at === 0 || line[cell] !== line[list[at - 1]]) passed = 0;
          const n = bits.get(this.owner[cell]);
          blockers[side][n] |= passed;
          passed |= 1 << n;
        });
      };
      pass(lists[k], 2 * k + 1);
      pass(lists[k].slice().reverse(), 2 * k);
    }
    return blockers;
  }

  /** Chooses the part of a locked set that appears in its place without a move. */
  keystone(set) {
    const {members} = set;
    const small = members.length <= MOST_TRIED;
    if (!small && members.length * set.lists[0].length > MOST_COMPARED) return members.at(-1);
    const fewest = small ? fewestThatAppear(this.blockersOf(set)) : null;
    const all = 2 ** members.length - 1;
    let best = null;
    members.forEach((part, n) => {
      const cost = small ? fewest(all & ~(1 << n)) : this.locked(this.subset(set, (p) => p !== part));
      if (!best || cost <= best.cost) best = {part, cost};
    });
    return best.part;
  }
}

/**
 * Returns the moves that build an assembly, in their order. A move is an object with these fields:
 *   parts     the numbers of the parts that move
 *   way       a unit vector: the parts move in the opposite direction; null if the part appears in
 *             its place without a move
 *   distance  the length of the move. A move of a part to a group beside the others is so short
 *             that the part does not meet the others.
 *   searched  false if no straight move was searched for
 *   beside    true if the part is placed in a group beside the others, not in its final place
 *   joins     true if the move brings a complete group to its place. Such a move also has the fields
 *             first, box and room.
 *   first     the number of the move that placed the first part of the group
 *   box       the box around the group in its final place
 *   room      the box of all moves with which the group was put together, where it was put together
 */
export function buildingMoves(parts) {
  const search = new Parts(parts);
  const boxes = parts.map(({cells}) => boundsOf(cells));
  const whole = around(boxes);
  const size = Math.max(...whole.high.map((c, k) => c - whole.low[k] + 1));
  const far = 1.1 * size + 1;
  const moves = [];

  // Finds the moves that build a set of parts. Returns the box around the set, and the box around
  // all its moves.
  const build = (set, beside) => {
    const {away, rest} = search.peel(set);
    let box = null;
    let room = null;
    const add = (itsBox, itsRoom) => {
      box = box ? around([box, itsBox]) : itsBox;
      room = room ? around([room, itsRoom]) : itsRoom;
    };
    const come = (part, way) => {
      const distance = !beside ? far : box ? distanceBeyond(boxes[part], box, way) : 2;
      moves.push({parts: [part], way, distance, searched: true, beside, joins: false});
      add(boxes[part], around([boxes[part], shifted(boxes[part], way, distance)]));
    };
    const appear = (part, searched) => {
      moves.push({parts: [part], way: null, distance: 0, searched, beside, joins: false});
      add(boxes[part], boxes[part]);
    };
    const without = (left, gone) => {
      const inner = build(search.subset(left, (p) => !gone.has(p)), beside);
      add(inner.box, inner.room);
    };
    if (rest.members.length === 1) {
      come(rest.members[0], WAYS[0]);
    } else if (search.visits > MOST_VISITS) {
      for (const part of rest.members) appear(part, false);
    } else {
      const parted = search.split(rest);
      if (parted) {
        const {group, way} = parted;
        without(rest, group);
        const first = moves.length;
        const built = build(search.subset(rest, (p) => group.has(p)), true);
        const distance = distanceBeyond(built.room, box, way);
        const joined = {box: built.box, room: shifted(built.room, way, distance)};
        moves.push({
          parts: [...group].sort((a, b) => a - b), way, distance, searched: true, beside,
          joins: true, first, ...joined,
        });
        add(joined.box, around([joined.box, joined.room]));
      } else {
        const part = search.keystone(rest);
        without(rest, new Set([part]));
        appear(part, true);
      }
    }
    for (const {part, way} of away.reverse()) come(part, way);
    return {box, room};
  };
  build(search.all, false);
  return moves;
}
