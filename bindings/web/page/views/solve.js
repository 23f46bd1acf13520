// The view Solve, for any problem that the user types, pastes or drops, in any format that the
// library recognises.

import { afterwards, button, choice, chips, counted, element, labelled, opener, options } from '../dom.js';
import { icon } from '../draw.js';
import { examples, symmetric, turningsOfPackings } from '../puzzles.js';

const longest = 200_000; // limit on the number of characters that the text field shows
const help = [
  'The first line names the <em>items</em>, with blanks between: <code>a b c</code>',
  'Each line after it is an <em>option</em>, a set of items: <code>a c</code>',
  'A solution is a set of options that covers every item exactly once.',
  'Items after a bar are <em>secondary</em>: covered at most once. <code>a b | x y</code>',
  'A secondary item may get a <em>colour</em> in an option: <code>a x:red</code>',
  'Options that give an item the same colour go together.',
  '<code>2|a</code> in the first line: a must be covered twice.',
  '<code>1:3|a</code> in the first line: a must be covered once to three times.',
  'A last word <code>|7</code> in an option is its cost: then the cheapest solutions can be shown first.',
  'A line that begins with a bar is a comment.',
];
const formatNames = {
  knuth: 'Knuth’s text',
  json: 'JSON',
  python: 'as Python shows it',
  csv: 'a table with commas',
  'or-library': 'OR-Library',
  sage: 'rows as Sage has them',
  matrix: 'a matrix of 0 and 1',
  xmpuzzle: 'BurrTools',
  triples: 'Knuth’s list of polycubes',
  busche: 'Busche’s polycube solver',
  'soma-figures': 'Soma figures',
  sudoku: 'A sudoku',
};

const sizeOf = ({ format, packings, primary, secondary, options }) =>
  format === 'sudoku' ? 'which Classics has a board for'
    : packings ? counted(packings.length, 'packing puzzle')
    : `${counted(primary + secondary, 'item')}, ${options === 0 ? 'no options' : counted(options, 'option')}`;

export class SolveView {
  name = 'solve';
  title = 'Solve';
  words = 'Any exact cover problem: paste it, or drop a file.';
  main = 'count';
  file = ''; // name of the file that contains the text; empty if the text was typed
  // The member `found` describes the content of the text. The member `whole` is the text if it is
  // too long to be shown. Both may be undefined.

  constructor({ engine, changed, openPacking, openText }) {
    Object.assign(this, { engine, openPacking, openText });
    this.gutter = element('pre', { id: 'gutter', 'aria-hidden': 'true' });
    this.text = element('textarea', {
      id: 'text', rows: 12, wrap: 'off', spellcheck: false, autocapitalize: 'off', 'aria-describedby': 'recognised',
      onscroll: () => this.alignGutter(),
      oninput: () => {
        this.file = '';
        this.showGutter();
        this.look();
      },
    });
    this.recognised = element('p', { id: 'recognised', className: 'note', role: 'status' });
    this.packing = element('div', { id: 'packing', hidden: true });
    this.same = choice('text-up-to', symmetric, 'none');
    this.cheapest = element('input', { type: 'checkbox', id: 'cheapest' });
    this.costs = element('label', { className: 'check', hidden: true }, this.cheapest, ' The cheapest first, and what is proved of the others');
    this.element = this.layOut(changed);
    this.lookSoon = afterwards(150, () => this.lookNow());
  }

  layOut(changed) {
    const example = ([title, text]) => button(title, () => {
      this.setText(text);
      changed();
    });
    return element('div', {},
      element('p', { id: 'about', textContent: 'Paste anything, drop a file anywhere on the page, or begin with one of these.' }),
      chips('presets', 'Examples', ...examples.map(example), ...opener('file')),
      element('label', { htmlFor: 'text', textContent: 'The problem' }),
      element('div', { className: 'editor' }, this.gutter, this.text),
      this.recognised, labelled('Count', this.same), this.costs, this.packing,
      element('details', { id: 'help' }, element('summary', { textContent: 'Formats' }),
        element('p', { className: 'note', textContent:
          'Read are Knuth’s text, JSON, Python’s dicts, lists and sets, arrays as numpy prints them, tables of 0 and 1 (CSV), rows as Sage has them, OR-Library, sudokus, and packing puzzles of BurrTools (.xmpuzzle), Busche, Knuth, and Soma figures. Knuth’s text in ten lines:' }),
        element('ol', { innerHTML: help.map((line) => `<li>${line}</li>`).join('') })));
  }

  icon = () => icon({ lines: true });

  get value() { return this.whole ?? this.text.value; }

  setText(value, file = '') {
    this.file = file;
    this.whole = value.length > longest ? value : undefined;
    this.text.value = this.whole ? `${value.slice(0, 2_000)}\n…` : value;
    this.text.readOnly = this.whole !== undefined;
    this.showGutter();
    this.look();
  }

  showGutter(wrong = 0) {
    this.gutter.replaceChildren(...this.text.value.split('\n').map((_, n) =>
      element('span', { textContent: `${n + 1}\n`, className: n + 1 === wrong ? 'wrong' : '' })));
    this.alignGutter();
  }

  alignGutter() {
    this.gutter.scrollTop = this.text.scrollTop;
  }

  /**
   * Asks the engine whether the text contains an exact-cover problem or packing puzzles. The member
   * `found` is undefined until the engine answers.
   */
  look() {
    this.found = undefined;
    this.packing.hidden = true;
    this.costs.hidden = true;
    this.recognised.textContent = '';
    this.offerSame(false);
    this.lookSoon();
  }

  async lookNow() {
    const { value: text, file: name } = this;
    if (text.trim() === '') return;
    const told = await this.engine.ask('dlx_look', { text, name });
    if (text !== this.value) return;
    this.recognised.classList.toggle('bad', told.options === 0);
    if (told.error) return;
    this.found = told;
    this.recognised.textContent = `${name ? `${name}: ` : ''}${formatNames[told.format] ?? told.format}, ${sizeOf(told)}`;
    this.costs.hidden = !told.costs;
    if (told.packings) this.offerPackings(told.packings);
    if (told.format === 'sudoku') this.offerBoard(text);
  }

  /**
   * Shows the choices for counting symmetric solutions, which are different for packing puzzles and
   * for other problems.
   */
  offerSame(isPacking) {
    if (this.isPacking === isPacking) return;
    this.isPacking = isPacking;
    this.same.replaceChildren(...options(isPacking ? turningsOfPackings : symmetric));
    this.same.value = isPacking ? 'rotations' : 'none';
  }

  offerPackings(packings) {
    this.offerSame(true);
    this.which = choice('which', packings.map((p, n) => [n, p.name ? `${n + 1}: ${p.name}` : `Puzzle ${n + 1}`]), 0);
    const toStudio = button('Open in the studio', () => this.openPacking(this.found, Number(this.which.value)), { id: 'to-studio' });
    this.which.onchange = () => {
      const { grid } = packings[Number(this.which.value)];
      toStudio.disabled = Boolean(grid);
      toStudio.title = grid ? `The studio draws cubes only, and this puzzle is on the grid “${grid}”.` : '';
    };
    this.which.onchange();
    this.packing.replaceChildren(labelled('Puzzle', this.which), toStudio);
    this.packing.hidden = false;
  }

  offerBoard(text) {
    this.packing.replaceChildren(button('Open the board', () => this.openText(text), { id: 'to-board' }));
    this.packing.hidden = false;
  }

  /**
   * Selects a word in the text field. `column` counts characters, but JavaScript counts some
   * characters as two units.
   */
  select({ line, column, word }) {
    const { text } = this;
    const lines = text.value.split('\n');
    if (line > lines.length) return;
    const before = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    const characters = [...lines[line - 1].replace(/^\uFEFF/, '')].slice(0, column - 1).join('');
    const start = before + characters.length;
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, start + Math.max(word.length, 1));
    const height = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 4) * height);
    this.showGutter(line);
  }

  open(parameters) {
    if (parameters?.text !== undefined) this.setText(parameters.text, parameters.name);
    else if (this.text.value === '') this.setText(examples[0][1]);
    else this.look();
  }

  asked() {
    const { value: text, file: name } = this;
    const number = this.found?.packings ? Number(this.which.value) + 1 : 1;
    const asked = { open: { text, name, number }, title: name.replace(/\.[^.]*$/, '') || 'Problem', upTo: this.same.value, how: 'picture' };
    asked.cheapest = this.cheapest.checked && Boolean(this.found?.costs);
    if (!this.found?.packings) return asked;
    return { ...asked, packing: true, how: 'space' };
  }

  address() {
    return { text: this.value };
  }

  showError(error) {
    this.text.setAttribute('aria-invalid', String(Boolean(error?.line)));
    this.showGutter(error?.line);
    if (error?.line) this.select(error);
  }
}
