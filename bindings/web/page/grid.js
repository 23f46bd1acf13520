// An editor for a set of cells, which shows layers of squares that can be clicked. It draws pieces,
// boxes and regions. A cell is empty or filled, or (in a box) may stay empty. The tab key moves the
// focus to one cell. From there, arrow keys move the focus within a layer, and PageUp and PageDown
// move it between layers.

import { element, reach, reachByKey } from './dom.js';

const states = ['empty', 'filled', 'may stay empty'];
const marks = ['', '', '?'];

export class Grid {
  kinds = 2; // number of states that a cell can have: 2 or 3

  /** `onChange`: a function that is called after each click. */
  constructor({ id, label, onChange }) {
    this.onChange = onChange;
    this.element = element('div', {
      id, className: 'grid', role: 'group', 'aria-label': label,
      onpointerdown: (event) => this.press(event), onpointerover: (event) => this.paint(event),
      onkeydown: (event) => this.key(event), onclick: (event) => this.click(event),
    });
    window.addEventListener('pointerup', () => (this.painting = undefined));
    this.show([1, 1, 1], () => 0);
  }

  /**
   * Shows a box of this size. `stateOf(x, y, z)` returns the state of a cell: 0 empty, 1 filled, 2
   * may stay empty.
   */
  show([width, height, depth], stateOf) {
    this.size = [width, height, depth];
    this.states = new Uint8Array(width * height * depth);
    this.cells = [];
    const layers = [];
    for (let z = 0; z < depth; ++z) {
      const layer = element('div', { className: 'layer' });
      layer.style.setProperty('--across', width);
      for (let y = 0; y < height; ++y) {
        for (let x = 0; x < width; ++x) {
          const cell = element('button', { type: 'button', className: 'cell', tabIndex: -1 });
          cell.dataset.at = this.cells.length;
          this.cells.push(cell);
          this.put(this.cells.length - 1, stateOf(x, y, z));
          layer.append(cell);
        }
      }
      const words = depth === 1 ? [] : [element('span', { textContent: z === 0 ? 'Layer 1, top' : `Layer ${z + 1}` })];
      layers.push(element('div', { className: 'layered' }, ...words, layer));
    }
    this.element.replaceChildren(...layers);
    this.cells[0].tabIndex = 0;
  }

  /** The cells that have a given state, as [[x, y, z], ...], sorted by layer, row and column. */
  inState(state) {
    return boxOf(...this.size).filter((_, n) => this.states[n] === state);
  }

  put(n, state) {
    const [width, height, depth] = this.size;
    const place = [`row ${(Math.floor(n / width) % height) + 1}`, `column ${(n % width) + 1}`];
    if (depth > 1) place.unshift(`layer ${Math.floor(n / (width * height)) + 1}`);
    this.states[n] = state;
    const cell = this.cells[n];
    cell.dataset.state = state;
    cell.textContent = marks[state];
    cell.setAttribute('aria-label', `${place.join(', ')}: ${states[state]}`);
  }

  change(n, state) {
    if (this.states[n] === state) return;
    this.put(n, state);
    this.onChange?.();
  }

  next(n) {
    return (this.states[n] + 1) % this.kinds;
  }

  press(event) {
    const at = event.target.dataset.at;
    // On a touch screen, moving a finger scrolls the page, and only a tap changes a cell.
    if (at === undefined || event.button !== 0 || event.pointerType === 'touch') return;
    this.painting = this.next(Number(at));
    this.painted = true;
    this.change(Number(at), this.painting);
  }

  paint(event) {
    const at = event.target.dataset.at;
    if (this.painting !== undefined && at !== undefined) this.change(Number(at), this.painting);
  }

  click(event) {
    const at = event.target.dataset.at;
    if (at === undefined) return;
    reach(this.cells, Number(at));
    if (this.painted) this.painted = false; // the event "pointerdown" has already changed the cell
    else this.change(Number(at), this.next(Number(at)));
  }

  key(event) {
    const [width, height] = this.size;
    reachByKey(event, this.cells, Number(event.target.dataset.at), width, width * height);
  }
}

/** All cells of a box that has a corner at the origin, sorted by layer, row and column. */
export function boxOf(width, height, depth) {
  const [area, cells] = [width * height, width * height * depth];
  return Array.from({ length: cells }, (_, n) => [n % width, Math.floor(n / width) % height, Math.floor(n / area)]);
}

/** The sides of the smallest box that contains all cells and has a corner at the origin. */
export const sidesOf = (cells) =>
  [0, 1, 2].map((axis) => cells.reduce((most, c) => Math.max(most, c[axis] + 1), 1));

/**
 * Writes cells as a text. X is a cell, ? is a cell that may stay empty, "/" separates rows, and
 * "//" separates layers.
 */
export function asPicture(cells, perhaps = [], [width, height, depth] = sidesOf([...cells, ...perhaps])) {
  const layers = Array.from({ length: depth }, () => Array.from({ length: height }, () => Array(width).fill('.')));
  for (const [x, y, z] of cells) layers[z][y][x] = 'X';
  for (const [x, y, z] of perhaps) layers[z][y][x] = '?';
  return layers.map((rows) => rows.map((row) => row.join('')).join('/')).join('//');
}

/** The cells whose letter is `mark` in a text written by asPicture(). */
export const fromPicture = (picture, mark = 'X') =>
  picture.split('//').flatMap((layer, z) =>
    layer.split('/').flatMap((row, y) => [...row].flatMap((letter, x) => (letter === mark ? [[x, y, z]] : []))));

/** Shifts cells so that the least coordinates of the cells in `by` become 0. */
export function normalised(cells, by = cells) {
  const least = [0, 1, 2].map((axis) => by.reduce((low, c) => Math.min(low, c[axis]), Infinity));
  return cells.map((c) => c.map((value, axis) => value - least[axis]));
}
