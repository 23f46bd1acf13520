// A sudoku board whose squares are input fields. A change of the board also changes the text of the
// sudoku in the form, and vice versa. Conflicts are marked at once. The engine tells whether there
// is exactly one solution, gives hints, and makes new sudokus.

import { afterwards, button, check, choice, drawn, element, reach } from './dom.js';
import { emptySquares } from './puzzles.js';

const mostValues = 16; // boards with more values per square are not shown
const largest = 21; // larger boards are not shown; 21 is the side of a samurai sudoku
const levels = [1, 2, 3, 4, 5].map((level) => [level, `level ${level}${{ 1: ', the easiest', 5: ', the hardest' }[level] ?? ''}`]);

/**
 * Draws the rules of a sudoku variant on the board as SVG: even and odd squares, chains, cages and
 * dots. A square has side 1.
 */
function marksOf({ width, height, groups, pairs, even, odd }) {
  const corner = (n) => [n % width, Math.floor(n / width)];
  const middle = (n) => corner(n).map((place) => place + 0.5);
  const line = (from, to) => `M${from.join(' ')}L${to.join(' ')}`;
  const disc = ([cx, cy], r, name) => drawn('circle', { cx, cy, r, class: name });
  const grounds = [
    ...even.map((n) => drawn('rect', { x: corner(n)[0] + 0.12, y: corner(n)[1] + 0.12, width: 0.76, height: 0.76, class: 'parity' })),
    ...odd.map((n) => disc(middle(n), 0.4, 'parity')),
  ];
  const chains = pairs.filter(({ kind }) => kind === 'less').map(({ squares }) => squares);
  const bulbs = chains.map(([from]) => from).filter((from) => !chains.some(([, to]) => to === from));
  const dots = pairs.filter(({ kind }) => kind !== 'less').map(({ kind, squares: [a, b] }) =>
    disc(middle(a).map((place, axis) => (place + middle(b)[axis]) / 2), 0.11, kind));
  const cages = groups.filter(({ kind }) => kind === 'cage').flatMap(({ squares }) => squares.flatMap((n) => {
    const [x, y] = corner(n);
    const has = (dx, dy) => squares.includes(n + dx + dy * width) && x + dx >= 0 && x + dx < width;
    /**
     * The distance between the edge of the square and the end of a line around a cage. 0 if the
     * cage continues in the next square.
     */
    const end = (dx, dy) => (has(dx, dy) ? 0 : 0.08);
    const [left, right, top, bottom] = [x + end(-1, 0), x + 1 - end(1, 0), y + end(0, -1), y + 1 - end(0, 1)];
    return [
      has(0, -1) || line([left, top], [right, top]), has(0, 1) || line([left, bottom], [right, bottom]),
      has(-1, 0) || line([left, top], [left, bottom]), has(1, 0) || line([right, top], [right, bottom]),
    ].filter((data) => data !== true);
  })).join('');
  return drawn('svg', { viewBox: `0 0 ${width} ${height}`, class: 'marks', 'aria-hidden': 'true' },
    ...grounds, ...bulbs.map((n) => disc(middle(n), 0.36, 'bulb')),
    drawn('path', { d: chains.map(([a, b]) => line(middle(a), middle(b))).join(''), class: 'chain' }),
    drawn('path', { d: cages, class: 'cage' }), ...dots);
}

/**
 * `fields`: the text fields that contain the squares and the rules. `changed`: a function that is
 * called after each change of the board.
 */
export class SudokuBoard {
  latest = 0; // number of the latest request to the engine
  // An input field for each square, also for the unused squares between overlapping grids.
  inputs = [];
  told = {}; // the shown board, as board_of_sudoku() in sudoku_json.hpp describes it
  at = 0; // number of the square into which the user typed last

  constructor({ engine, fields, changed }) {
    Object.assign(this, { engine, fields, changed });
    this.board = element('div', { id: 'given', role: 'group', 'aria-label': 'The squares' });
    this.keypad = element('div', { id: 'keypad', role: 'group', 'aria-label': 'Values' });
    this.verdict = element('p', { id: 'verdict', className: 'note', role: 'status' });
    this.hints = element('div', { id: 'hint', role: 'status', hidden: true });
    this.candidates = element('input', { type: 'checkbox', id: 'candidates', onchange: () => this.mark() });
    this.level = choice('level', levels, 1);
    this.level.setAttribute('aria-label', 'Level of a new sudoku');
    const room = element('div', { id: 'room' }, this.board);
    this.element = element('div', { id: 'sudoku' }, room, this.keypad, this.verdict,
      element('div', { className: 'chips' },
        button('Hint', () => this.hint(), { id: 'give-hint' }),
        check(this.candidates, 'Candidates')),
      this.hints,
      element('div', { className: 'chips' }, this.level, button('New sudoku', () => this.make(), { id: 'new-sudoku' })));
    this.board.addEventListener('input', (event) => this.take(event));
    this.board.addEventListener('focusin', ({ target }) => {
      this.at = Number(target.dataset.at);
      target.select();
    });
    this.board.addEventListener('keydown', (event) => this.key(event));
    this.board.addEventListener('paste', (event) => this.paste(event));
    // The handler prevents that a click on the keypad moves the focus away from the square.
    this.keypad.addEventListener('pointerdown', (event) => event.preventDefault());
    this.keypad.onclick = ({ target }) => target.value !== undefined && this.enter(this.at, target.value, target.value !== '');
    this.judgeSoon = afterwards(200, () => this.judge());
    this.read();
  }

  get request() {
    const { squares, rules } = this.fields;
    // If the board is empty, the rules determine its size.
    const isEmpty = ['', emptySquares, this.filledIn].includes(squares.value.trim());
    return { squares: !isEmpty ? squares.value : rules.value.trim() ? '' : emptySquares, rules: rules.value };
  }

  /** A request to the engine with the values on the board. These values may violate the rules. */
  get typed() {
    const { symbols, rules, box_width } = this.told;
    const values = this.inputs.map((input) => symbols.indexOf(input.value) + 1);
    return { squares: rules + '.'.repeat(this.present.length), rules: this.fields.rules.value, box_width, values };
  }

  /** Copies the sudoku from the text field to the board. */
  async read() {
    const { request } = this;
    const told = await this.ask(request);
    if (told === undefined) return;
    if (told.error) {
      this.say(told.error.message, 'bad');
      return;
    }
    const { symbols: { length: values }, width, height } = told;
    if (request.squares === '') this.fields.squares.value = this.filledIn = told.line;
    this.element.hidden = values < 4 || values > mostValues || Math.max(width, height) > largest;
    if (this.element.hidden) return;
    const { shape } = this;
    this.told = told;
    this.shape = JSON.stringify([told.box_width, told.box_height, told.symbols, told.groups, told.pairs, told.even, told.odd]);
    if (shape !== this.shape) this.layOut();
    this.inputs.forEach((input, n) => (input.value = told.symbols[told.squares[n] - 1] ?? ''));
    this.look();
  }

  /** Returns the answer of the engine; undefined if the sudoku was changed in the meantime. */
  async ask(request) {
    this.latest += 1;
    const number = this.latest;
    const told = await this.engine.ask('dlx_sudoku', request);
    return number === this.latest ? told : undefined;
  }

  layOut() {
    const { symbols, groups, width, height, absent } = this.told;
    const isAbsent = new Set(absent);
    this.present = this.told.squares.map((_, n) => n).filter((n) => !isAbsent.has(n));
    this.board.style.setProperty('--across', width);
    this.board.style.setProperty('--signs', symbols.at(-1).length);
    const region = new Map();
    const shaded = new Set();
    const sums = new Map();
    for (const { kind, squares, sum } of groups) {
      squares.forEach((square) => {
        if (kind === 'region') region.set(square, squares[0]);
        else if (kind !== 'cage') shaded.add(square);
      });
      if (kind === 'cage' && sum) sums.set(Math.min(...squares), sum);
    }
    this.inputs = this.told.squares.map((_, n) => this.square(n, width));
    const cells = this.inputs.map((input, n) => {
      const [row, column] = [Math.floor(n / width), n % width];
      const cell = element('div', { className: 'square' }, input, element('span', { className: 'candidates', ariaHidden: 'true' }));
      const here = region.get(n);
      const isApart = (other, isEdge) => here !== (isEdge ? undefined : region.get(other));
      const lines = {
        absent: isAbsent.has(n), shaded: shaded.has(n),
        'below-line': isApart(n - width, row === 0), 'after-line': isApart(n - 1, column === 0),
        'above-line': row === height - 1 || isAbsent.has(n + width), 'before-line': column === width - 1 || isAbsent.has(n + 1),
      };
      for (const [name, is] of Object.entries(lines)) cell.classList.toggle(name, is);
      if (sums.has(n)) cell.dataset.sum = sums.get(n);
      return cell;
    });
    this.board.replaceChildren(...cells, marksOf(this.told));
    this.inputs[this.present[0]].tabIndex = 0;
    const key = (sign, value, label) => element('button', { type: 'button', value, textContent: sign, 'aria-label': label });
    this.keypad.replaceChildren(...symbols.map((sign) => key(sign, sign, sign)), key('✕', '', 'Empty the square'));
  }

  square(n, width) {
    const { symbols, even, odd } = this.told;
    const parity = even.includes(n) ? ', even' : odd.includes(n) ? ', odd' : '';
    const input = element('input', {
      autocomplete: 'off', maxLength: symbols.at(-1).length, tabIndex: -1,
      inputMode: matchMedia('(pointer: coarse)').matches ? 'none' : 'text',
      'aria-label': `row ${Math.floor(n / width) + 1}, column ${(n % width) + 1}${parity}`,
    });
    input.dataset.at = n;
    return input;
  }

  // Methods that handle values typed by the user.

  take(event) {
    event.stopPropagation();
    const { value, dataset } = event.target;
    const typed = value.trim().toUpperCase();
    const signs = this.told.symbols.map((symbol) => symbol.toUpperCase());
    const sign = this.told.symbols[signs.indexOf(typed)];
    // If 12 is a possible value, the user may type a 2 after a 1, so the focus stays in the square.
    const goesOn = sign === undefined ? /^[ .0*_-]$/.test(value) : !signs.some((s) => s !== typed && s.startsWith(typed));
    this.enter(Number(dataset.at), sign ?? '', goesOn);
  }

  /** Enters a value into a square, or clears the square. If `goesOn` is true, moves the focus to the next square. */
  enter(at, sign, goesOn) {
    this.inputs[at].value = sign;
    this.write();
    this.at = at;
    if (goesOn) this.goTo(this.after(at, 1));
  }

  /** The square of the board that is `by` places after the square `at`; at most the last square. */
  after(at, by) {
    const { present } = this;
    return present[Math.min(present.length - 1, Math.max(0, present.indexOf(at) + by))];
  }

  goTo(n) {
    this.at = n;
    reach(this.inputs, n);
  }

  key(event) {
    const at = Number(event.target.dataset.at);
    const { width, absent } = this.told;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width };
    let to = event.key === 'Backspace' && event.target.value === '' ? this.after(at, -1) : at + steps[event.key];
    // Skips unused squares between overlapping grids.
    while (absent.includes(to)) to += steps[event.key];
    if (!this.inputs[to]) return;
    event.preventDefault();
    this.goTo(to);
  }

  /** Loads a complete sudoku that the user pasted into a square. */
  paste(event) {
    const text = event.clipboardData.getData('text');
    if (text.trim().length <= this.told.symbols.at(-1).length) return;
    event.preventDefault();
    this.show(text);
  }

  show(text) {
    this.fields.squares.value = text;
    this.changed();
    this.read();
  }

  async write() {
    const { symbols, rules } = this.told;
    const between = symbols.at(-1).length > 1 ? ' ' : '';
    this.fields.squares.value = rules + this.present.map((n) => this.inputs[n].value || '.').join(between);
    this.changed();
    this.hints.hidden = true;
    const told = await this.ask(this.typed);
    if (told === undefined || told.error) return;
    this.told.conflicts = told.conflicts;
    this.look();
  }

  // Methods that show whether the sudoku has exactly one solution.

  say(words, kind = '') {
    this.verdict.textContent = words;
    this.verdict.className = `note ${kind}`;
  }

  look() {
    this.hints.hidden = true;
    this.judged = undefined;
    this.mark();
    this.judgeSoon();
  }

  async judge() {
    const number = this.latest;
    // If the engine cannot count the solutions within 250 ms, it tries again with a limit of 5 s.
    for (const patience of [250, 5000]) {
      const judged = await this.engine.ask('dlx_sudoku_judge', { ...this.typed, patience });
      if (number !== this.latest || judged.error) return;
      this.judged = judged;
      this.mark();
      if (judged.verdict !== 'unknown' && (judged.verdict !== 'one' || judged.level)) return;
    }
  }

  /**
   * Shows the number of solutions and the candidates, and marks squares that differ between
   * solutions.
   */
  mark() {
    const { verdict, level, why = [], differ = [], candidates = [] } = this.judged ?? {};
    // If the board contains few digits, almost all squares differ between two solutions. Then no
    // squares are marked.
    const marked = 5 * this.inputs.filter(({ value }) => value).length > this.inputs.length ? differ : [];
    const words = {
      one: `One solution${level ? `, level ${level} of 5` : ''}.`,
      several: marked.length > 0 ? 'Several solutions: the marked squares differ in two of them.' : 'Several solutions.',
      none: why.join('\n'),
      unknown: 'Whether it has one solution is not known yet: count them.',
    };
    this.say(words[verdict] ?? '', { one: 'good', none: 'bad' }[verdict]);
    this.inputs.forEach((input, n) => {
      const cell = input.parentElement;
      const isWrong = this.told.conflicts.includes(n);
      cell.classList.toggle('conflict', isWrong);
      input.setAttribute('aria-invalid', String(isWrong));
      cell.classList.toggle('differs', marked.includes(n));
      cell.classList.remove('hinted');
      const shown = this.candidates.checked && input.value === '' ? candidates[n] : undefined;
      cell.lastElementChild.replaceChildren(...(shown === undefined ? [] : this.told.symbols.map((sign, v) =>
        element('span', { textContent: shown.includes(v + 1) ? sign : '' }))));
    });
  }

  async hint() {
    const number = this.latest;
    const { why, error, square, value, level } = await this.engine.ask('dlx_sudoku_hint', this.typed);
    if (number !== this.latest) return;
    this.hints.hidden = false;
    const words = error ? [error.message] : why;
    this.hints.replaceChildren(element('pre', { textContent: words.join('\n') }));
    if (square === undefined) return;
    const enter = button('Enter it', () => this.enter(square, this.told.symbols[value - 1], false), { id: 'enter-hint' });
    this.hints.append(element('div', { className: 'chips' }, enter, element('span', { className: 'note', textContent: `level ${level} of 5` })));
    this.inputs[square].parentElement.classList.add('hinted');
  }

  async make() {
    const seed = Math.floor(Math.random() * 2 ** 32);
    this.say('Making a new sudoku …');
    const { line, error } = await this.engine.ask('dlx_sudoku_new', { ...this.typed, seed, level: Number(this.level.value) });
    if (line) this.show(this.told.rules + line);
    else this.say(error?.message ?? 'None of this level was found within ten seconds: try again, or another level.', 'bad');
  }
}
