// A sudoku to be typed into its squares, beside the text that holds it.

import { element, reachByKey } from './dom.js';

const largest = 16; // side of a board that is shown

/** `text`: the area that holds the squares; `changed`: is called after each key. */
export function sudokuBoard(engine, text, changed) {
  const board = element('div', { id: 'given', role: 'group', 'aria-label': 'The squares', hidden: true });
  let inputs = [];
  let symbols = []; // of the values
  let latest = 0; // number of the last reading

  async function read() {
    latest += 1;
    const number = latest;
    const told = await engine.ask('dlx_sudoku', { squares: text.value });
    if (number !== latest) return;
    board.hidden = Boolean(told.error) || told.symbols.length < 4 || told.symbols.length > largest;
    if (board.hidden) return;
    if (inputs.length !== told.squares.length) make(told);
    symbols = told.symbols;
    inputs.forEach((input, n) => {
      input.maxLength = symbols.at(-1).length;
      input.value = symbols[told.squares[n] - 1] ?? '';
    });
  }

  function make({ squares, symbols: { length: side }, box_width: width, box_height: height }) {
    board.style.setProperty('--across', side);
    inputs = squares.map((_, n) => {
      const [row, column] = [Math.floor(n / side), n % side];
      const input = element('input', {
        autocomplete: 'off', tabIndex: n === 0 ? 0 : -1, inputMode: side < 10 ? 'numeric' : 'text',
        'aria-label': `row ${row + 1}, column ${column + 1}`,
      });
      input.dataset.at = n;
      if (row % height === 0) input.classList.add('below-line');
      if (column % width === 0) input.classList.add('after-line');
      return input;
    });
    board.replaceChildren(...inputs);
  }

  function write() {
    latest += 1; // what is still being read is older
    const between = symbols.at(-1).length > 1 ? ' ' : '';
    text.value = inputs.map((input) => input.value || '.').join(between);
    changed();
  }

  board.addEventListener('input', (event) => {
    event.stopPropagation();
    const input = event.target;
    const typed = input.value.toUpperCase();
    input.value = symbols.find((symbol) => symbol.toUpperCase() === typed) ?? '';
    write();
  });
  board.addEventListener('focusin', (event) => event.target.select());
  board.addEventListener('keydown', (event) =>
    reachByKey(event, inputs, Number(event.target.dataset.at), Math.sqrt(inputs.length)));
  read();
  return { element: board, read };
}
