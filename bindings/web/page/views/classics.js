// The view Classics: classic puzzles, their parameters, and regions that the user can draw.

import { button, choice, chips, counted, element, labelled, numberInput, press } from '../dom.js';
import { icon } from '../draw.js';
import { Grid, asPicture, fromPicture } from '../grid.js';
import { puzzlesOf } from '../puzzles.js';
import { SudokuBoard } from '../sudoku_board.js';

const largestDrawn = 20; // limit on each side of a region that the user draws
const sides = ['rows', 'columns', 'layers']; // the parameters that are sides of a box

/** Makes an input field for a parameter of a puzzle. */
function field({ name, label, kind, otherwise, least, most, values, placeholder = '' }, value = otherwise) {
  const id = `parameter-${name}`;
  const input = {
    choice: () => choice(id, values, value),
    number: () => numberInput(id, value, least, most),
    squares: () => element('textarea', { id, rows: 3, value, spellcheck: false }),
    word: () => element('input', { id, value, placeholder, spellcheck: false, autocapitalize: 'off' }),
  }[kind]();
  input.name = name;
  return labelled(label, input, kind);
}

export class ClassicsView {
  name = 'classics';
  title = 'Classics';
  words = 'Pentominoes, sudoku, queens, Langford, dominoes, Soma.';
  main = 'count';

  constructor({ engine, changed, showError, about }) {
    const puzzles = puzzlesOf(about);
    Object.assign(this, { engine, changed, sayError: showError, puzzles, puzzle: puzzles[0] });
    this.games = element('div', { id: 'games', role: 'group', 'aria-label': 'Puzzles' }, ...puzzles.map((game) => this.game(game)));
    this.about = element('p', { id: 'about' });
    this.presets = chips('presets', 'Sizes and examples');
    this.fields = element('div', { id: 'parameters' });
    this.region = element('div', { id: 'region' });
    this.board = element('div');
    this.element = element('div', {}, this.games, this.about, this.presets, this.board, this.fields, this.region);
    this.element.addEventListener('input', ({ target: { name } }) => ['squares', 'rules'].includes(name) && this.sudoku.read());
  }

  icon = () => icon({ pieces: ['10 20 01 11 12', '00', '21 22', '02'] });

  game(puzzle) {
    const choose = () => {
      this.choose(puzzle);
      this.changed();
    };
    return element('button', { type: 'button', value: puzzle.name, onclick: choose },
      icon(puzzle.icon), element('span', { textContent: puzzle.title }));
  }

  choose(puzzle, given = {}) {
    this.puzzle = puzzle;
    press(this.games.children, ({ value }) => value === puzzle.name);
    this.about.textContent = puzzle.about;
    this.presets.replaceChildren(...(puzzle.presets ?? []).map(([title, values]) => button(title, () => {
      this.setParameters(values);
      this.changed();
    })));
    this.presets.hidden = !puzzle.presets;
    this.fields.replaceChildren(...puzzle.parameters.map((p) => field(p, given[p.name])));
    this.grid = undefined; // the grid in which the user draws a region; undefined if the region is a box
    this.region.replaceChildren();
    if (puzzle.box) this.offerDrawing(given.picture);
    this.board.replaceChildren();
    if (puzzle.name === 'sudoku') {
      const { engine, changed } = this;
      this.sudoku = new SudokuBoard({ engine, changed, fields: Object.fromEntries(this.inputs.map((input) => [input.name, input])) });
      this.board.append(this.sudoku.element);
    }
  }

  get inputs() { return [...this.fields.querySelectorAll('[name]')]; }
  get values() { return Object.fromEntries(this.inputs.map((input) => [input.name, input.value])); }

  setParameters({ picture, ...others }) {
    for (const input of this.inputs) input.value = others[input.name] ?? input.value;
    if (this.puzzle.box) this.offerDrawing(picture);
    if (this.puzzle.name === 'sudoku') this.sudoku.read();
  }

  // If the user draws a region, the fields for the sides of a box are disabled.

  useGrid(grid) {
    this.grid = grid;
    for (const input of this.inputs) if (sides.includes(input.name)) input.disabled = grid !== undefined;
  }

  offerDrawing(picture) {
    this.useGrid(undefined);
    this.region.replaceChildren(button('Draw the region', () => {
      this.startDrawing();
      this.changed();
    }, { id: 'draw' }));
    if (picture) this.startDrawing(picture);
  }

  startDrawing(picture) {
    const { columns, rows } = this.values;
    const cells = picture && new Set(fromPicture(picture).map(String));
    const lines = picture?.split('/');
    const [width, height] = picture ? [Math.max(...lines.map((line) => line.length)), lines.length] : [Number(columns), Number(rows)];
    if (width > largestDrawn || height > largestDrawn) {
      this.sayError({ message: `Regions of at most ${largestDrawn} rows and columns can be drawn.` });
      return;
    }
    const told = element('p', { className: 'note', role: 'status' });
    const onChange = () => {
      this.tell(told);
      this.changed();
    };
    this.useGrid(new Grid({ id: 'drawn', label: 'The region', onChange }));
    this.grid.show([width, height, 1], (...cell) => Number(cells?.has(String(cell)) ?? 1));
    this.region.replaceChildren(told, this.grid.element, button('Back to a box', () => {
      this.offerDrawing();
      this.changed();
    }, { id: 'undraw' }));
    this.tell(told);
  }

  tell(told) {
    const cells = this.grid.inState(1).length;
    const filled = 5 * (this.values.pieces ?? '').replace(/[^A-Z]/gi, '').length;
    told.textContent = `Click cells to take them out or put them back: ${counted(cells, 'cell')}${filled ? `, and the pieces fill ${filled}` : ''}.`;
  }

  get drawnPicture() { return this.grid && { picture: asPicture(this.grid.inState(1), [], this.grid.size) }; }

  open(given) {
    this.choose(this.puzzles.find(({ name }) => name === given?.puzzle) ?? this.puzzle, given?.parameters);
  }

  asked() {
    const { puzzle: { name: puzzle, parameters, title }, values: { up_to: upTo, ...values } } = this;
    for (const { name, kind } of parameters) if (kind === 'number') values[name] = Number(values[name]);
    const isSolid = puzzle === 'soma' || values.layers > 1;
    return {
      open: { puzzle, ...values, ...this.drawnPicture }, upTo, title,
      how: isSolid ? 'space' : 'picture', packing: puzzle === 'soma' || puzzle === 'pentominoes',
    };
  }

  address() {
    return { puzzle: this.puzzle.name, parameters: { ...this.values, ...this.drawnPicture } };
  }
}
