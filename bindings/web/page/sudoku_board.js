// A sudoku to be typed into its squares, beside the text that holds it.

import { element, reach } from './dom.js';

const digits = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const largest = 16; // side of a board that is shown

/** The squares in a text, without frames. */
const squaresOf = (text) => text.replace(/[\s|+-]/g, '');

/** `text`: the area that holds the squares; `changed`: is called after each key. */
export function sudokuBoard(text, changed) {
  const board = element('div', { id: 'given', role: 'group', 'aria-label': 'The squares' });
  let inputs = [];

  function read() {
    const squares = squaresOf(text.value);
    const side = Math.sqrt(squares.length);
    const box = Math.sqrt(side);
    board.hidden = !Number.isInteger(box) || side < 4 || side > largest;
    if (board.hidden) return;
    if (inputs.length !== squares.length) make(side, box);
    inputs.forEach((input, n) => (input.value = squares[n].replace(/[.0]/, '')));
  }

  function make(side, box) {
    board.style.setProperty('--across', side);
    inputs = Array.from({ length: side * side }, (_, n) => {
      const [row, column] = [Math.floor(n / side), n % side];
      const input = element('input', {
        maxLength: 1, autocomplete: 'off', tabIndex: n === 0 ? 0 : -1, inputMode: side < 10 ? 'numeric' : 'text',
        'aria-label': `row ${row + 1}, column ${column + 1}`,
      });
      input.dataset.at = n;
      if (row % box === 0) input.classList.add('below-line');
      if (column % box === 0) input.classList.add('after-line');
      return input;
    });
    board.replaceChildren(...inputs);
  }

  function write() {
    text.value = inputs.map((input) => input.value || '.').join('');
    changed();
  }

  board.addEventListener('input', (event) => {
    event.stopPropagation();
    const input = event.target;
    const side = Math.sqrt(inputs.length);
    const value = input.value.toUpperCase();
    input.value = digits.slice(0, side).includes(value) ? value : '';
    write();
  });
  board.addEventListener('focusin', (event) => event.target.select());
  board.addEventListener('keydown', (event) => {
    const side = Math.sqrt(inputs.length);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side };
    const to = Number(event.target.dataset.at) + steps[event.key];
    if (!inputs[to]) return;
    event.preventDefault();
    reach(inputs, to);
  });
  read();
  return { element: board, read };
}
