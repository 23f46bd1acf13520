// Draws the search tree. The leaves are placed from left to right in the order of the search. A
// parent is centred above its children.

import {drawn, plural, shorten} from './dom.js';
import {Pane} from './pane.js';

const LEVEL = 74;

/** Computes the coordinates x and y of each node of the tree, and the size of the whole tree. */
function layOut(nodes, halves) {
  const apart = 2 * Math.max(...halves) + 18;
  const children = nodes.map(() => []);
  const depth = nodes.map(() => 0);
  nodes.forEach((node, n) => {
    if (n === 0) return;
    depth[n] = depth[node.parent] + 1;
    children[node.parent].push(n);
  });
  const x = nodes.map(() => 0);
  let leaves = 0;
  nodes.forEach((_, n) => { if (!children[n].length) x[n] = leaves++ * apart; });
  for (let n = nodes.length - 1; n >= 0; --n) {
    if (children[n].length) x[n] = (x[children[n][0]] + x[children[n].at(-1)]) / 2;
  }
  const margin = apart / 2 + 14;
  return {
    apart,
    x: x.map((each) => each + margin),
    y: depth.map((each) => each * LEVEL + 38),
    width: (leaves - 1) * apart + 2 * margin,
    height: depth.reduce((a, b) => Math.max(a, b), 0) * LEVEL + 76,
  };
}

export class Tree {
  constructor(box, problem, {nodes, rule}, onnode) {
    this.nodes = nodes;
    const {items} = problem;
    this.labels = nodes.map(({state, item}) => state === 'open' ? '…' : state === 'branch' ? shorten(items[item].name, 9) : '');
    this.chosen = nodes.map(({option}, n) => n === 0 ? '' : shorten(problem.label(option), 8));
    this.halves = this.labels.map((label, n) => nodes[n].state === 'dead' ? 8 : Math.max(14, [...label].length * 4.2 + 7));
    const places = layOut(nodes, this.halves.map((half, n) => Math.max(half, this.chosen[n].length > 3 ? this.chosen[n].length * 6.3 : 0)));
    Object.assign(this, places);
    this.found = 0;
    const edges = drawn('g');
    const bys = drawn('g');
    const bodies = drawn('g');
    this.parts = nodes.map((node, n) => this.#draw(n, items, {edges, bys, bodies}, onnode));
    this.ring = drawn('rect', {class: 'ring', width: 0, height: 0});
    this.pane = new Pane(box, {
      content: drawn('g', {}, edges, bys, bodies, this.ring), width: places.width, height: places.height,
      label: `Search tree of ${plural(nodes.length, 'node')} by the rule ${rule}`,
    });
    this.pane.resize();
  }

  #draw(n, items, {edges, bys, bodies}, onnode) {
    const {parent, state, item, choices} = this.nodes[n];
    const {x, y} = this;
    const part = {all: [], classes: ''};
    if (n > 0) {
      const edge = drawn('path', {class: 'edge', d: `M${x[parent]} ${y[parent] + 14}L${x[n]} ${y[n] - (state === 'dead' ? 7 : 14)}`});
      const t = 0.56;
      const by = drawn('text', {class: 'by', x: x[parent] * (1 - t) + x[n] * t, y: y[parent] * (1 - t) + y[n] * t}, this.chosen[n]);
      edges.append(edge);
      bys.append(by);
      part.all.push([edge, 'edge'], [by, 'by']);
    }
    const title = state === 'solution' ? `solution ${++this.found}`
      : state === 'dead' ? `dead end: ${items[item].name} has no option left`
      : state === 'open' ? 'cut off here'
      : `item ${items[item].name}: ${plural(choices.length, 'option')}`;
    const half = this.halves[n];
    const g = drawn('g', {class: 'node', 'data-node': n, transform: `translate(${x[n]} ${y[n]})`},
      drawn('title', {}, title), drawn('rect', {class: 'hit', x: -this.apart / 2, y: -22, width: this.apart, height: 44}));
    if (state === 'dead') {
      g.append(drawn('path', {class: 'cross', d: 'M-5 -5L5 5M5 -5L-5 5'}));
    } else if (state === 'solution') {
      g.append(drawn('circle', {class: 'body solution', r: 14}), drawn('path', {class: 'check', d: 'M-6 0.5l4.4 4.4L6.4 -4.6'}));
    } else {
      g.append(drawn('rect', {class: `body ${state}`, x: -half, y: -14, width: 2 * half, height: 28, rx: 14}), drawn('text', {}, this.labels[n]));
    }
    if (onnode) {
      g.classList.add('live');
      part.base = 'node live';
      g.addEventListener('click', () => onnode(n));
    }
    bodies.append(g);
    part.all.push([g, part.base ?? 'node']);
    return part;
  }

  /** Shows the path from the root of the tree to a node. Nodes that the search has not reached at
      this position are paler. */
  show(node, position) {
    const seen = Math.max(node, this.nodes.findLastIndex(({arrival, state}) => arrival <= position && state !== 'open'));
    const path = new Set();
    for (let at = node; at >= 0; at = this.nodes[at].parent) path.add(at);
    this.parts.forEach((part, n) => {
      const classes = (path.has(n) ? ' path' : n > seen ? ' later' : '') + (this.nodes[n].arrival > position ? ' unknown' : '');
      if (classes === part.classes) return;
      part.classes = classes;
      for (const [e, base] of part.all) e.setAttribute('class', base + classes);
    });
    const half = this.halves[node] + 5;
    const tall = this.nodes[node].state === 'dead' ? 13 : 19;
    const ring = {x: this.x[node] - half, y: this.y[node] - tall, width: 2 * half, height: 2 * tall};
    for (const [key, value] of Object.entries({...ring, rx: tall})) this.ring.setAttribute(key, value);
    this.pane.follow(ring);
  }
}
