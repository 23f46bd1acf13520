// A sudoku to be typed into its squares, beside the text that holds it: conflicts are marked at once, and
// the engine says whether it has one solution, gives hints, and makes new sudokus.

import { afterwards, button, check, choice, element, reach, reachByKey } from './dom.js';
import { emptySquares } from './puzzles.js';

const largest = 16; // side of a board that is shown
const levels = [1, 2, 3, 4, 5].map((level) => [level, `level ${level}${{ 1: ', the easiest', 5: ', the hardest' }[level] ?? ''}`]);

/** `fields`: where the squares and the rules stand, as text; `changed`: is called after each key. */
export class SudokuBoard {
  latest = 0; // number of the last question
  inputs = [];
  told = {}; // facts about the board that is shown, see board_of_sudoku() in sudoku_json.hpp
  at = 0; // the square that was typed into

  constructor({ engine, fields, changed }) {
    Object.assign(this, { engine, fields, changed });
    this.board = element('div', { id: 'given', role: 'group', 'aria-label': 'The squares' });
    this.keypad = element('div', { id: 'keypad', role: 'group', 'aria-label': 'Values' });
    this.verdict = element('p', { id: 'verdict', className: 'note', role: 'status' });
    this.hints = element('div', { id: 'hint', role: 'status', hidden: true });
    this.candidates = element('input', { type: 'checkbox', id: 'candidates', onchange: () => this.mark() });
    this.level = choice('level', levels, 1);
    this.level.setAttribute('aria-label', 'Level of a new sudoku');
    this.element = element('div', { id: 'sudoku' }, this.board, this.keypad, this.verdict,
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
    this.keypad.addEventListener('pointerdown', (event) => event.preventDefault()); // keeps the focus
    this.keypad.onclick = ({ target }) => target.value !== undefined && this.enter(this.at, target.value, target.value !== '');
    this.judgeSoon = afterwards(200, () => this.judge());
    this.read();
  }

  get request() {
    const { squares, rules } = this.fields;
    return { squares: squares.value.trim() === '' ? emptySquares : squares.value, rules: rules.value };
  }

  /** The request with the values on the board, which may contradict each other. */
  get typed() {
    const { symbols, rules, box_width } = this.told;
    const values = this.inputs.map((input) => symbols.indexOf(input.value) + 1);
    return { squares: rules + '.'.repeat(values.length), rules: this.fields.rules.value, box_width, values };
  }

  get side() { return this.told.symbols.length; }

  /** Copies the sudoku in the text to the board. */
  async read() {
    const told = await this.ask(this.request);
    if (told === undefined) return;
    if (told.error) {
      this.say(told.error.message, 'bad');
      return;
    }
    this.element.hidden = told.symbols.length < 4 || told.symbols.length > largest;
    if (this.element.hidden) return;
    const { shape } = this;
    this.told = told;
    this.shape = JSON.stringify([told.box_width, told.box_height, told.symbols, told.groups]);
    if (shape !== this.shape) this.layOut();
    this.inputs.forEach((input, n) => (input.value = told.symbols[told.squares[n] - 1] ?? ''));
    this.look();
  }

  /** The answer of the engine; undefined if the sudoku has changed meanwhile. */
  async ask(request) {
    this.latest += 1;
    const number = this.latest;
    const told = await this.engine.ask('dlx_sudoku', request);
    return number === this.latest ? told : undefined;
  }

  layOut() {
    const { side, told: { symbols, groups } } = this;
    this.board.style.setProperty('--across', side);
    this.board.style.setProperty('--signs', symbols.at(-1).length);
    const region = new Map();
    const shade = new Map();
    for (const { kind, squares, sum } of groups) {
      squares.forEach((square) => {
        if (kind === 'region') region.set(square, squares[0]);
        else if (kind !== 'cage') shade.set(square, 'shaded');
        else shade.set(square, 'caged');
      });
      if (kind === 'cage' && sum) shade.set(Math.min(...squares), `caged sum-${sum}`);
    }
    this.inputs = this.told.squares.map((_, n) => this.square(n, side));
    const cells = this.inputs.map((input, n) => {
      const [row, column] = [Math.floor(n / side), n % side];
      const cell = element('div', { className: 'square' }, input, element('span', { className: 'candidates', ariaHidden: 'true' }));
      const isApart = (other) => region.get(other) !== region.get(n);
      cell.classList.toggle('below-line', row === 0 || isApart(n - side));
      cell.classList.toggle('after-line', column === 0 || isApart(n - 1));
      for (const name of (shade.get(n) ?? '').split(' ').filter(Boolean)) {
        if (name.startsWith('sum-')) cell.dataset.sum = name.slice(4);
        else cell.classList.add(name);
      }
      return cell;
    });
    this.board.replaceChildren(...cells);
    const key = (sign, value, label) => element('button', { type: 'button', value, textContent: sign, 'aria-label': label });
    this.keypad.replaceChildren(...symbols.map((sign) => key(sign, sign, sign)), key('✕', '', 'Empty the square'));
  }

  square(n, side) {
    const input = element('input', {
      autocomplete: 'off', maxLength: this.told.symbols.at(-1).length, tabIndex: n === 0 ? 0 : -1,
      inputMode: matchMedia('(pointer: coarse)').matches ? 'none' : 'text',
      'aria-label': `row ${Math.floor(n / side) + 1}, column ${(n % side) + 1}`,
    });
    input.dataset.at = n;
    return input;
  }

  // Typing.

  take(event) {
    event.stopPropagation();
    const { value, dataset } = event.target;
    const typed = value.trim().toUpperCase();
    const signs = this.told.symbols.map((symbol) => symbol.toUpperCase());
    const sign = this.told.symbols[signs.indexOf(typed)];
    // 1 may become 12.
    const goesOn = sign === undefined ? /^[ .0*_-]$/.test(value) : !signs.some((s) => s !== typed && s.startsWith(typed));
    this.enter(Number(dataset.at), sign ?? '', goesOn);
  }

  /** Puts a sign into a square, or nothing, and perhaps goes on to the next one. */
  enter(at, sign, goesOn) {
    this.inputs[at].value = sign;
    this.write();
    this.at = goesOn ? Math.min(at + 1, this.inputs.length - 1) : at;
    if (goesOn) reach(this.inputs, this.at);
  }

  key(event) {
    const at = Number(event.target.dataset.at);
    if (event.key === 'Backspace' && event.target.value === '' && at > 0) {
      event.preventDefault();
      reach(this.inputs, at - 1);
    } else {
      reachByKey(event, this.inputs, at, this.side);
    }
  }

  /** A whole sudoku that is pasted into a square. */
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
    this.fields.squares.value = rules + this.inputs.map((input) => input.value || '.').join(between);
    this.changed();
    this.hints.hidden = true;
    const told = await this.ask(this.typed);
    if (told === undefined || told.error) return;
    this.told.conflicts = told.conflicts;
    this.look();
  }

  // The verdict.

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
    // A question that is not answered soon is asked again with more time.
    for (const patience of [250, 5000]) {
      const judged = await this.engine.ask('dlx_sudoku_judge', { ...this.typed, patience });
      if (number !== this.latest || judged.error) return;
      this.judged = judged;
      this.mark();
      if (judged.verdict !== 'unknown' && (judged.verdict !== 'one' || judged.level)) return;
    }
  }

  /** Marks squares, shows candidates, and says how many solutions there are. */
  mark() {
    const { verdict, level, why = [], differ = [], candidates = [] } = this.judged ?? {};
    // In a grid with few digits almost all squares can differ.
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
