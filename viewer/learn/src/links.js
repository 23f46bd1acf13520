// Draws the links of the dancing links. The header of an item is at the top of the item's column. A
// node is where the column of its item meets the row of its option. Each header and each node has
// four pointers: L (left) and R (right), U (up) and D (down). A pointer to the next node or header
// in the picture is drawn as a straight arrow, and a pointer that passes others as a bow. A pointer
// from the last node of a circular list to the first is drawn as a stub that leaves the picture.
//
// The engine stores no L and R for headers of secondary items, and no L for nodes of options,
// because the nodes of an option lie side by side. The picture shows the pointers L of options,
// although they are not stored.

import {drawn, shorten} from './dom.js';
import {Pane} from './pane.js';
import {writes} from './memory.js';

const DX = 74;
const DY = 52;
const W = 19;  // half of the width of the box that represents a node
const H = 12;
const STUB = 17;

export class Links {
  constructor(box, course, colours) {
    this.course = course;
    const {problem} = course;
    this.problem = problem;
    this.columns = problem.items.map((_, i) => i).sort((i, j) => (problem.items[j].primary ? 1 : 0) - (problem.items[i].primary ? 1 : 0));
    const columnOf = new Map(this.columns.map((i, k) => [i, k]));
    this.place = problem.links.item.map((header, p) => p === 0 ? {x: 0, y: 0}
      : {x: 1 + columnOf.get(header - 1), y: p <= problem.headers ? 0 : 1 + problem.optionOf[p]});
    this.arrows = new Map();
    this.paths = drawn('g', {fill: 'none'});
    this.boxes = this.place.map((_, p) => this.#box(p, colours));
    this.width = (this.columns.length + 1) * DX + 60;
    this.height = (problem.options.length + 1) * DY + 2 * STUB + 30;
    const labels = problem.options.map((_, o) => drawn('text', {class: 'row-name', x: 4, y: this.#y(1 + o)}, shorten(problem.label(o), 5)));
    this.pane = new Pane(box, {
      content: drawn('g', {}, markers(), ...labels, this.paths, ...this.boxes), width: this.width, height: this.height,
      label: 'The links: headers of the items above, nodes of the options below',
    });
    this.#all();
    if (this.pane.fitScale < 0.42) {
      this.pane.fitted = false;
      this.pane.scale = 0.75;
      this.pane.move(0, 0);
    } else {
      this.pane.resize();
    }
  }

  #x(column) { return column * DX + 46; }
  #y(row) { return row * DY + STUB + 24; }

  #box(p, colours) {
    const {problem} = this;
    const {x, y} = this.place[p];
    const isHeader = p <= problem.headers;
    const name = p === 0 ? 'root' : shorten(problem.items[problem.links.item[p] - 1].name, 4);
    const colour = problem.colourOf[p];
    const g = drawn('g', {class: 'link-node', transform: `translate(${this.#x(x)} ${this.#y(y)})`},
      drawn('rect', {x: -W, y: -H, width: 2 * W, height: 2 * H, rx: isHeader ? 3 : 7}),
      drawn('text', {}, colour === null ? name : `${shorten(name, 3)}:${colours.get(colour).letter}`));
    if (isHeader) g.classList.add('header');
    if (p > 0 && isHeader && problem.items[p - 1].primary) {
      this.counts ??= new Map();
      const count = drawn('text', {class: 'count', x: W - 1, y: -H - 5});
      this.counts.set(p - 1, count);
      g.append(count);
    }
    return g;
  }

  /** Draws an arrow for every pointer in the memory. */
  #all() {
    const {memory} = this.course;
    const {headers, items} = this.problem;
    for (let p = 1; p < this.place.length; ++p) {
      this.#arrow('D', p, memory.down[p]);
      this.#arrow('U', p, memory.up[p]);
      if (p > headers && memory.right[p] !== p) {
        this.#arrow('R', p, memory.right[p]);
        this.#arrow('L', memory.right[p], p);
      }
    }
    for (let h = 0; h < memory.next.length; ++h) {
      if (h > 0 && !items[h - 1].primary) continue;
      this.#arrow('R', h, memory.next[h]);
      this.#arrow('L', h, memory.previous[h]);
    }
  }

  #arrow(which, from, to) {
    const key = `${which}${from}`;
    let arrow = this.arrows.get(key);
    if (!arrow) {
      arrow = {path: drawn('path', {class: 'arrow', 'data-pointer': key}), classes: 'arrow', to: -1};
      this.paths.append(arrow.path);
      this.arrows.set(key, arrow);
    }
    if (arrow.to === to) return arrow;
    arrow.to = to;
    arrow.path.dataset.to = to;
    arrow.path.setAttribute('d', 'UD'.includes(which) ? this.#vertical(which, from, to) : this.#horizontal(which, from, to));
    return arrow;
  }

  /** Whether a column of the picture has nodes strictly between two rows. */
  #between(column, low, high) {
    this.rows ??= (() => {
      const rows = new Map();
      this.place.forEach(({x, y}, p) => { if (p > 0) rows.set(x, [...(rows.get(x) ?? []), y]); });
      return rows;
    })();
    return this.rows.get(column).some((row) => row > low && row < high);
  }

  #vertical(which, from, to) {
    const a = this.place[from];
    const b = this.place[to];
    const down = which === 'D';
    const side = down ? 6 : -6;
    const x = this.#x(a.x) + side;
    const bow = down ? W + 14 : -W - 14;
    const around = down ? b.y <= a.y : b.y >= a.y;
    const start = this.#y(a.y) + (down ? H : -H);
    if (around) {
      const edge = down ? this.height - 12 : this.#y(0) - H - STUB;
      const far = down ? Infinity : -Infinity;
      const passes = down ? this.#between(a.x, a.y, far) : a.y > 0;
      return passes ? `M${x} ${start}C${x + bow} ${start + (down ? 24 : -24)} ${x + bow} ${edge - (down ? 24 : -24)} ${x} ${edge}`
        : `M${x} ${start}V${down ? Math.min(edge, start + STUB) : edge}`;
    }
    const end = this.#y(b.y) + (down ? -H - 2 : H + 2);
    if (!this.#between(a.x, Math.min(a.y, b.y), Math.max(a.y, b.y))) return `M${x} ${start}V${end}`;
    const bend = down ? 22 : -22;
    return `M${x} ${start}C${x + bow} ${start + bend} ${x + bow} ${end - bend} ${x} ${end}`;
  }

  #horizontal(which, from, to) {
    const a = this.place[from];
    const b = this.place[to];
    const right = which === 'R';
    const y = this.#y(a.y) + (right ? 4 : -4);
    const start = this.#x(a.x) + (right ? W : -W);
    const around = right ? b.x <= a.x : b.x >= a.x;
    if (around) return `M${start} ${y}h${right ? STUB : -STUB}`;
    const end = this.#x(b.x) + (right ? -W - 2 : W + 2);
    // Row 0 of the picture has a header in every column. Therefore an arrow that spans more than
    // one column passes headers.
    const passes = a.y === 0 && Math.abs(b.x - a.x) > 1;
    if (!passes) return `M${start} ${y}H${end}`;
    const top = this.#y(0) - H - (right ? 10 : 18);
    const bend = right ? 16 : -16;
    return `M${start} ${y}C${start + bend} ${top} ${start + bend} ${top} ${start + 2 * bend} ${top}H${end - 2 * bend}C${end - bend} ${top} ${end - bend} ${top} ${end} ${y}`;
  }

  /** Shows the links after the latest step of the search, and marks the links that this step has
      changed. */
  show(moves) {
    const {memory} = this.course;
    const {problem} = this;
    this.#all();
    const changed = new Set(moves.flatMap((move) => writes(move).map(([which, of]) => which + of)));
    const touched = new Set(moves.filter(({move}) => ['unlink', 'relink', 'deactivate', 'activate', 'mark', 'unmark'].includes(move)).map(({at}) => at));
    if (moves[0]?.at > 0) touched.add(moves[0].at);  // the node that the step is about
    const chosen = new Set(this.course.chosen);
    const removed = (p) => p > problem.headers ? this.#isOut(p) : p > 0 && problem.items[p - 1].primary && !memory.isActive(p - 1);
    const gone = this.place.map((_, p) => removed(p));
    for (const [key, arrow] of this.arrows) {
      const from = Number(key.slice(1));
      const isOwn = 'UD'.includes(key[0]) ? gone[from] && from > problem.headers : gone[from] && from <= problem.headers;
      const classes = `arrow${changed.has(key) ? ' changed' : ''}${isOwn ? ' kept' : ''}`;
      if (arrow.classes === classes) continue;
      arrow.classes = classes;
      arrow.path.setAttribute('class', classes);
      // Changed arrows are drawn above the others.
      if (changed.has(key)) this.paths.append(arrow.path);
    }
    this.boxes.forEach((g, p) => {
      g.classList.toggle('gone', gone[p]);
      g.classList.toggle('touched', touched.has(p));
      g.classList.toggle('chosen', p > problem.headers && chosen.has(problem.optionOf[p]));
      g.classList.toggle('branch', p > 0 && p - 1 === this.course.item && p <= problem.headers);
      g.classList.toggle('marked', memory.purified[p]);
    });
    for (const [i, count] of this.counts ?? []) count.textContent = memory.left[i];
    this.#follow(moves);
  }

  /** Whether a node has been removed from the list of its item. */
  #isOut(p) {
    const {memory} = this.course;
    return memory.down[memory.up[p]] !== p;
  }

  #follow(moves) {
    const places = moves.filter(({at}) => at > 0).slice(0, 12).map(({at}) => this.place[at]);
    if (!places.length) return;
    const xs = places.map(({x}) => this.#x(x));
    const ys = places.map(({y}) => this.#y(y));
    const x = Math.min(...xs) - 40;
    const y = Math.min(...ys) - 40;
    this.pane.follow({x, y, width: Math.max(...xs) + 40 - x, height: Math.max(...ys) + 40 - y});
  }
}

function markers() {
  const head = (id, kind) => drawn('marker', {id, viewBox: '0 0 8 8', refX: 6.5, refY: 4, markerWidth: kind === 'changed' ? 4.2 : 6, markerHeight: kind === 'changed' ? 4.2 : 6, orient: 'auto-start-reverse'},
    drawn('path', {class: `head ${kind}`, d: 'M0 0.6L8 4L0 7.4Z'}));
  return drawn('defs', {}, head('head', 'plain'), head('head-changed', 'changed'));
}
