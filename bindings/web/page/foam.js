// Shows a foam piece of a happy cube, whose cells can be clicked. A piece has five rows of five cells, and the middle
// 3×3 cells are always filled. The 16 outer cells (the rim) are numbered clockwise from the top
// left corner, as in reductions/faces/rim.hpp.

import { element, reach } from './dom.js';

const side = 5;

/** The number of the outer cell at a row and column. Undefined for the nine inner cells. */
function rimCell(row, column) {
  if (row === 0) return column;
  if (column === 4) return 4 + row;
  if (row === 4) return 12 - column;
  if (column === 0) return 16 - row;
  return undefined;
}

export class FoamPiece {
  /** `letter`: the name of the piece. `onChange`: a function that is called after each click. */
  constructor(letter, onChange) {
    this.cells = [];
    this.onChange = onChange;
    const board = element('div', { className: 'foam' });
    for (let row = 0; row < side; ++row) {
      for (let column = 0; column < side; ++column) {
        const n = rimCell(row, column);
        if (n === undefined) {
          board.append(element('span', { className: 'core', 'aria-hidden': 'true' }));
          continue;
        }
        const cell = element('button', {
          type: 'button', className: 'rim', tabIndex: n === 0 ? 0 : -1, 'aria-pressed': 'false',
          'aria-label': `piece ${letter}, row ${row + 1}, column ${column + 1}`,
        });
        cell.dataset.n = n;
        this.cells[n] = cell;
        board.append(cell);
      }
    }
    board.append(element('span', { className: 'foam-letter', 'aria-hidden': 'true', textContent: letter }));
    board.onclick = (event) => this.click(event);
    board.onkeydown = (event) => this.key(event);
    this.board = board;
    this.element = element('div', { className: 'foam-piece', role: 'group', 'aria-label': `Piece ${letter}` }, board);
  }

  get word() {
    return this.cells.map((cell) => (cell.getAttribute('aria-pressed') === 'true' ? '1' : '0')).join('');
  }

  set word(word) {
    this.cells.forEach((cell, n) => cell.setAttribute('aria-pressed', String(word[n] === '1')));
  }

  set colour(colour) {
    this.board.style.setProperty('--foam', colour);
  }

  set wrong(wrong) {
    this.element.classList.toggle('wrong', wrong);
  }

  /** Highlights the outer cells that were perhaps mistyped. */
  set mends(mends) {
    this.cells.forEach((cell, n) => {
      const is = mends.includes(n);
      cell.classList.toggle('mend', is);
      if (is) cell.title = 'Mistyped? Click here to mend it.';
      else cell.removeAttribute('title');
    });
  }

  click({ target }) {
    if (target.dataset.n === undefined) return;
    target.setAttribute('aria-pressed', String(target.getAttribute('aria-pressed') !== 'true'));
    reach(this.cells, Number(target.dataset.n));
    this.onChange();
  }

  /**
   * Arrow keys move the focus along the outer cells. Toward the middle, the focus jumps to the
   * opposite side.
   */
  key(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step || event.target.dataset.n === undefined) return;
    event.preventDefault();
    const children = [...this.board.children];
    const at = children.indexOf(event.target);
    let [row, column] = [Math.floor(at / side), at % side];
    do {
      row += step[0];
      column += step[1];
    } while (row >= 0 && row < side && column >= 0 && column < side && rimCell(row, column) === undefined);
    if (row < 0 || row >= side || column < 0 || column >= side) return;
    reach(this.cells, rimCell(row, column));
  }
}
