// Draws the board of a puzzle, with the marks that the chosen options put on its squares.

import {drawn, listed, plural} from './dom.js';

const SIDE = 40;

export class Board {
  constructor(box, {board, options, label}) {
    this.label = label;
    this.board = board;
    this.options = options;
    const {kind, width, height} = board;
    const squares = board.squares ?? Array.from({length: width * height}, (_, k) => [k % width, Math.floor(k / width)]);
    const base = drawn('g', {}, ...squares.map(([x, y]) => drawn('rect', {
      class: `square ${kind === 'chess' && (x + y) % 2 ? 'dark' : ''}`, x: x * SIDE, y: y * SIDE, width: SIDE, height: SIDE})));
    const given = drawn('g', {}, ...board.given.map(([x, y, text]) => sign(x, y, text, 'given')));
    this.live = drawn('g');
    const frame = drawn('g', {class: 'frame'}, ...boxes(board));
    this.svg = drawn('svg', {class: kind, viewBox: `-2 -2 ${width * SIDE + 4} ${height * SIDE + 4}`, role: 'img'}, base, given, this.live, frame);
    this.svg.style.maxWidth = `${width * SIDE + 4}px`;
    box.replaceChildren(this.svg);
  }

  /** Shows the marks of the options that the search has chosen. The option that was chosen last is
      highlighted. */
  show(course) {
    const {board} = this;
    const {chosen} = course;
    const next = course.item >= 0 ? course.nodes[course.node].choices ?? [] : [];
    this.live.replaceChildren();
    for (const o of next) {
      for (const [x, y, text] of board.options[o]) {
        this.live.append(drawn('circle', {class: 'candidate', cx: (x + 0.5) * SIDE, cy: (y + 0.5) * SIDE, r: text && board.kind === 'sudoku' ? 0 : 4}));
      }
    }
    chosen.forEach((o, k) => this.#put(o, k, k === chosen.length - 1));
    this.svg.setAttribute('aria-label', `The board with ${plural(chosen.length, 'chosen option')}${
      chosen.length ? `: ${listed(chosen.map(this.label))}` : ''}`);
  }

  #put(o, k, last) {
    const marks = this.board.options[o];
    const state = last ? ' last' : '';
    if (this.board.kind === 'tiles') this.live.append(drawn('path', {class: `tile hue${k % 6}${state}`, d: outline(marks), 'data-option': o}));
    for (const [x, y, text] of marks) {
      if (text) this.live.append(sign(x, y, text, `sign${state}`));
      if (this.board.kind !== 'tiles' && last) {
        this.live.append(drawn('rect', {class: 'last-square', x: x * SIDE + 2, y: y * SIDE + 2, width: SIDE - 4, height: SIDE - 4, rx: 4}));
      }
    }
  }
}

function sign(x, y, text, name) {
  return drawn('text', {class: name, x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE}, text);
}

/** The thick lines around the boxes of a sudoku. */
function boxes({boxes: size, width, height}) {
  if (!size) return [drawn('rect', {x: 0, y: 0, width: width * SIDE, height: height * SIDE})];
  const lines = [];
  for (let x = 0; x < width; x += size[0]) {
    for (let y = 0; y < height; y += size[1]) {
      lines.push(drawn('rect', {x: x * SIDE, y: y * SIDE, width: size[0] * SIDE, height: size[1] * SIDE}));
    }
  }
  return lines;
}

/** The outline of a tile (the squares of an option), drawn a little inside its squares. */
function outline(squares) {
  const has = new Set(squares.map(([x, y]) => `${x} ${y}`));
  const gap = 3;
  return squares.map(([x, y]) => {
    const l = x * SIDE + (has.has(`${x - 1} ${y}`) ? 0 : gap);
    const r = (x + 1) * SIDE - (has.has(`${x + 1} ${y}`) ? 0 : gap);
    const t = y * SIDE + (has.has(`${x} ${y - 1}`) ? 0 : gap);
    const b = (y + 1) * SIDE - (has.has(`${x} ${y + 1}`) ? 0 : gap);
    return `M${l} ${t}H${r}V${b}H${l}Z`;
  }).join('');
}
