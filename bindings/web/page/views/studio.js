// The view Studio, in which the user draws polycube pieces and a box layer by layer. Data of a file
// that the studio cannot draw stays unchanged: colours that must match, groups, and pieces with
// alternative shapes; see bindings/web/packing_json.hpp.

import { afterwards, button, check, choice, chips, counted, drawn, element, inTwo, labelled, numberInput, opener, press, within } from '../dom.js';
import { Grid, asPicture, boxOf, fromPicture, normalised, sidesOf } from '../grid.js';
import { isometric, layered } from '../isometric.js';
import { presets } from '../packings.js';
import { freedoms, turningsOfPackings } from '../puzzles.js';
import { Space } from '../space.js';

const mostCells = 1_500; // limit on the number of cells of a box that the user draws
const longestSide = 24;
const mostCopies = 100_000;
const blank = {
  name: 'Puzzle',
  pieces: [{ name: 'A', cells: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], least: 1, most: 1 }],
  target: fromPicture('XXX/XXX/XXX//XXX/XXX/XXX//XXX/XXX/XXX'),
};

const mostShown = 300; // pieces with more cells have flat thumbnails instead of 3D pictures
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A small picture of a piece in 3D or, for a large piece, of its layers beside each other. */
function thumbnail({ cells, colour }) {
  const [width, height, depth] = sidesOf(cells);
  if (cells.length > 0 && cells.length <= mostShown) {
    const picture = isometric(cells.map((cell) => [...cell, colour]));
    picture.setAttribute('class', 'thumbnail cubes');
    return picture;
  }
  const across = depth * (width + 0.6) - 0.6;
  const viewBox = `-0.1 -0.1 ${Math.max(across, 3) + 0.2} ${Math.max(height, 3) + 0.2}`;
  const d = cells.map(([x, y, z]) => `M${x + z * (width + 0.6)} ${y}h.94v.94h-.94z`).join('');
  return drawn('svg', { viewBox, class: 'thumbnail', 'aria-hidden': 'true' }, drawn('path', { d, fill: colour }));
}

/**
 * The letters for the copies of each piece in pictures of solutions, such as "a" or "a–f" (class
 * Letters in pictures.cpp). If all pieces have one copy and the first letters of their names
 * differ, these first letters are used. Otherwise a piece with one copy whose name is a single
 * letter has this letter. The copies of all other pieces get the remaining letters. Returns an
 * empty text for a piece whose letters depend on the solution.
 */
export function lettersOf(pieces) {
  const initials = pieces.map(({ name }) => name.slice(0, 1));
  const areInitials = new Set(initials).size === pieces.length && pieces.every(({ most }) => most === 1) &&
    initials.every((initial) => /^[!-~]$/.test(initial));
  if (areInitials) return initials;
  let left = [...letters];
  const own = pieces.map(({ name, most }) => {
    if (most !== 1 || !left.includes(name)) return '';
    left = left.filter((letter) => letter !== name);
    return name;
  });
  let first = 0;
  return pieces.map(({ most }, index) => {
    if (own[index] !== '') return own[index];
    const last = first + (most ?? NaN) - 1;
    const words = last < first ? '' : (last > first ? [first, last] : [last]).map((n) => left[n % left.length] ?? '').join('–');
    first = last + 1;
    return words === '–' ? '' : words;
  });
}

/** The motions that can be applied to the cells of a piece. */
const motions = [
  ['Turn', 'by a quarter, as seen from above', ([x, y, z]) => [-y, x, z]],
  ['Tip', 'by a quarter, toward you', ([x, y, z]) => [x, -z, y]],
  ['Mirror', 'exchange left and right', ([x, y, z]) => [-x, y, z]],
];
const shifts = [
  ['←', 'left', [-1, 0, 0]], ['→', 'right', [1, 0, 0]], ['↑', 'up in its layer', [0, -1, 0]], ['↓', 'down in its layer', [0, 1, 0]],
  ['Layer −', 'to the layer above', [0, 0, -1]], ['Layer +', 'to the layer below', [0, 0, 1]],
];
// The colours of cells of the box that must be filled, and of its other cells.
const coloursOfBox = ['#8f98b5', '#cfd4e2'];
const mostSteps = 200; // limit on the number of changes that can be undone

export class StudioView {
  name = 'studio';
  title = 'Studio';
  words = 'Draw pieces and a box, solve, take apart, print.';
  main = 'all';
  packings = []; // the packing puzzles of the file, if it contains several
  chosen = 0; // number of the piece that the user draws; -1 if the user draws the box

  past = []; // earlier versions of the puzzle as text, the latest one last
  future = [];

  constructor({ changed, showError, about }) {
    Object.assign(this, { sayError: showError, hues: about.palette });
    this.changed = () => {
      this.remember();
      changed();
    };
    this.undoing = button('Undo', () => this.goBack(this.past, this.future), { id: 'undo' });
    this.redoing = button('Redo', () => this.goBack(this.future, this.past), { id: 'redo' });
    this.calledWords = element('p', { id: 'called', className: 'note' });
    this.several = element('div', { id: 'several', hidden: true });
    this.list = element('ul', { id: 'pieces' });
    this.sizes = element('div', { className: 'sizes' });
    this.drawn = element('p', { id: 'drawn-what', className: 'note' });
    this.grid = new Grid({ id: 'cells', label: 'Cells', onChange: () => this.takeCells() });
    this.tools = element('div', { className: 'chips' });
    this.solid = element('div', { id: 'solid' });
    this.carving = element('input', { type: 'checkbox', id: 'carving' });
    this.drawSoon = afterwards(30, () => this.drawSolid());
    this.balance = element('p', { id: 'balance', className: 'note', role: 'status' });
    this.same = choice('studio-up-to', turningsOfPackings, 'rotations');
    this.holes = element('input', { type: 'number', id: 'holes', min: 0, max: 9999, placeholder: 'any number' });
    this.turns = choice('studio-turning', freedoms, 'any');
    this.theBox = button('The box', () => this.choose(-1), { id: 'the-box' });
    this.element = element('div', {},
      element('p', { id: 'about', textContent: 'Draw pieces and a box, layer by layer. Or open a file of BurrTools (.xmpuzzle), or drop it on the page.' }),
      chips('presets', 'Examples',
        ...presets.map((preset) => this.button(preset.name, () => this.load(preset))),
        this.button('Empty', () => this.load(blank), { id: 'blank' }), ...opener('studio-file')),
      element('div', { className: 'headline' }, this.calledWords, element('div', { className: 'chips' }, this.undoing, this.redoing)),
      this.several,
      element('p', { className: 'columns', 'aria-hidden': 'true' }, element('span', { textContent: 'Piece' }), element('span', { textContent: 'Copies' })),
      this.list,
      element('div', { className: 'chips' }, this.button('Add a piece', () => this.addPiece(), { id: 'add-piece' }), this.theBox),
      element('div', { className: 'drawing' }, this.drawn, this.sizes,
        element('div', { className: 'beside' }, this.grid.element, this.solid),
        element('p', { className: 'note', textContent: 'In the picture, drag to turn it, and click a face to add a cube there; with the shift key, the cube goes.' }),
        check(this.carving, 'Clicks in the picture take cubes away'), this.tools),
      this.balance,
      inTwo(labelled('Count', this.same), labelled('Cells that stay empty', this.holes), labelled('Pieces turn', this.turns)));
    this.element.addEventListener('keydown', (event) => this.key(event));
  }

  // Methods that undo and redo changes.

  /** Stores the previous version of the puzzle for undo, if the puzzle has changed. */
  remember() {
    const now = JSON.stringify(this.puzzle);
    if (now !== this.now) {
      if (this.now !== undefined) this.past = [...this.past, this.now].slice(-mostSteps);
      this.future = [];
      this.now = now;
    }
    this.offerUndo();
  }

  offerUndo() {
    this.undoing.disabled = this.past.length === 0;
    this.redoing.disabled = this.future.length === 0;
    const isNamed = this.file !== '' && !this.file.startsWith(this.called);
    this.calledWords.textContent = isNamed ? `${this.file}: ${this.called}` : this.file || this.called;
  }

  /**
   * Undoes or redoes a change: restores the last version of the puzzle in the list `from`, and
   * appends the present version to the list `to`.
   */
  goBack(from, to) {
    if (from.length === 0) return;
    to.push(this.now);
    this.now = from.pop();
    this.puzzle = JSON.parse(this.now);
    this.choose(Math.min(this.chosen, this.puzzle.pieces.length - 1));
    this.changed();
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.target.matches('input[type=text]')) return;
    event.preventDefault();
    if (event.shiftKey) this.redoing.click();
    else this.undoing.click();
  }

  icon = () => layered(['LLL/LRR/SSR', 'QPP/QQP/YSS', 'QPT/YTT/YYT'], (letter) => this.hue('LSTRPQY'.indexOf(letter)));

  hue(n) { return this.hues[n % this.hues.length]; }

  /** Makes a button whose action changes the puzzle. */
  button(words, act, properties) {
    return button(words, () => { act(); this.changed(); }, properties);
  }

  get isBox() { return this.chosen < 0; }
  get piece() { return this.puzzle.pieces[this.chosen]; }
  get box() { return [...this.puzzle.target, ...this.puzzle.optional]; }

  /**
   * Loads a packing puzzle in the form that packing_json.hpp describes. `packings`: all puzzles of
   * its file. `file`: the file's name.
   */
  load(next, packings = [], file = '') {
    Object.assign(this, { packings, file });
    this.called = next.name || 'Puzzle';
    const { stated, flat, ...kept } = next; // `flat` occurs in addresses made by older versions of the page
    const box = [...next.target, ...(next.optional ?? [])];
    this.puzzle = {
      ...kept,
      pieces: next.pieces.map((piece, n) => ({
        ...piece, name: piece.name ?? '', cells: normalised(piece.cells), colour: piece.colour ?? this.hue(n),
      })),
      target: normalised(next.target, box),
      optional: normalised(next.optional ?? [], box),
    };
    this.holes.value = next.holes ?? '';
    this.turns.value = next.turning ?? (flat ? 'no-flip' : 'any');
    this.several.hidden = packings.length < 2;
    if (packings.length > 1) this.offerSeveral(next);
    this.choose(0);
    this.remember();
  }

  offerSeveral(current) {
    const { packings } = this;
    const which = choice('which-packing', packings.map((p, n) => [n, `${n + 1}: ${p.name || 'Puzzle'}`]), packings.indexOf(current));
    which.onchange = () => {
      this.load(packings[Number(which.value)], packings, this.file);
      this.changed();
    };
    this.several.replaceChildren(labelled('Puzzle of the file', which));
  }

  // Methods that show the list of pieces of the puzzle.

  showList() {
    this.list.replaceChildren(...this.puzzle.pieces.map((piece, n) => this.row(piece, n)));
    this.showLetters();
    press([this.theBox], () => this.isBox);
  }

  showLetters() {
    const words = lettersOf(this.puzzle.pieces);
    this.list.querySelectorAll('.mark').forEach((mark, n) => (mark.textContent = words[n]));
  }

  row(piece, n) {
    const called = piece.name || `piece ${n + 1}`;
    const input = (type, className, label, value, more) => element('input', { type, className, value, 'aria-label': label, ...more });
    const oninput = ({ target }) => {
      piece.colour = target.value;
      this.showList();
      this.paint();
      this.changed();
    };
    const rename = ({ target }) => {
      piece.name = target.value.trim();
      this.showLetters();
      this.changed();
    };
    const copies = (key, words) => input('number', 'copies', `${words} copies of ${called}`, piece[key] ?? '', {
      min: 0, max: mostCopies, placeholder: '∞', onchange: ({ target }) => this.setCopies(piece, key, target.value),
    });
    const open = button('', () => this.choose(n), { className: 'open-piece', 'aria-label': `Draw ${called}`, 'aria-pressed': String(n === this.chosen) });
    open.append(thumbnail(piece), element('span', { className: 'mark' }));
    return element('li', {},
      input('color', '', `Colour of ${called}`, piece.colour, { oninput }), open,
      input('text', 'name', `Name of piece ${n + 1}`, piece.name, { spellcheck: false, onchange: rename }),
      element('span', { className: 'times' }, copies('least', 'At least'), '–', copies('most', 'At most')),
      this.button('✕', () => this.removePiece(n), { 'aria-label': `Remove ${called}`, className: 'quiet remove' }));
  }

  setCopies(piece, key, value) {
    piece[key] = within(value, 0, mostCopies);
    if (key === 'least') piece.most = Math.max(piece.most ?? piece.least, piece.least);
    else piece.least = Math.min(piece.least, piece.most);
    this.showList();
    this.tell();
    this.changed();
  }

  addPiece() {
    const { pieces } = this.puzzle;
    const used = new Set(pieces.map((p) => p.name));
    const name = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !used.has(letter)) ?? `P${pieces.length + 1}`;
    pieces.push({ name, cells: [[0, 0, 0]], least: 1, most: 1, colour: this.hue(pieces.length) });
    this.choose(pieces.length - 1);
  }

  removePiece(n) {
    this.puzzle.pieces.splice(n, 1);
    this.choose(Math.min(this.chosen, this.puzzle.pieces.length - 1));
  }

  // Methods that show and change the drawing of a piece or the box.

  choose(n) {
    this.chosen = n;
    const sides = sidesOf(this.isBox ? this.box : this.piece.cells);
    if (!this.isBox) for (const axis of [0, 1]) sides[axis] = Math.max(sides[axis], 3);
    this.showSizes(sides);
    this.resize(sides);
    this.showList();
  }

  resize(sides) {
    const { isBox, grid, piece } = this;
    const isLarge = sides[0] * sides[1] * sides[2] > mostCells;
    grid.element.hidden = isLarge;
    grid.kinds = isBox ? 3 : 2;
    grid.element.setAttribute('aria-label', isBox ? 'Cells of the box' : `Cells of ${piece.name || `piece ${this.chosen + 1}`}`);
    const states = new Map((isBox ? this.puzzle.target : piece.cells).map((cell) => [cell.join(), 1]));
    if (isBox) for (const cell of this.puzzle.optional) states.set(cell.join(), 2);
    if (!isLarge) grid.show(sides, (...cell) => states.get(cell.join()) ?? 0);
    this.drawn.textContent = isLarge
      ? `The box is too large to be drawn here (${sides.join(' × ')}).`
      : isBox
        ? 'The box: click a cell to fill it, again for “may stay empty” (?), again for outside.'
        : `Piece ${piece.name || this.chosen + 1}: click its cells.`;
    const fills = [button('Fill all', () => this.fill(1)), button('Clear', () => this.fill(0))];
    const moves = motions.map(([words, title, motion]) => this.button(words, () => this.move(motion), { title, value: words }));
    moves.push(this.button('Duplicate', () => this.duplicate(), { value: 'Duplicate' }));
    const shifting = shifts.map(([words, where, by]) => this.button(words, () => this.shift(by), { title: `Shift by one cell, ${where}`, 'aria-label': `Shift ${where}`, value: where }));
    this.tools.replaceChildren(...(isLarge ? [] : [...(isBox ? fills : moves), ...shifting]));
    this.paint();
    this.tell();
  }

  /** Rotates or mirrors the piece that is drawn. `motion` maps a cell to its image. */
  move(motion) {
    const { piece } = this;
    this.setCells(normalised(piece.cells.map(motion)));
    this.choose(this.chosen);
  }

  /** Shifts all cells of the piece or box that is drawn, unless a cell would leave the grid. */
  shift(by) {
    const shifted = (cells) => cells.map((cell) => cell.map((value, axis) => value + by[axis]));
    const { isBox, puzzle, piece } = this;
    const all = shifted(isBox ? this.box : piece.cells);
    if (!this.hasRoom(all)) return;
    if (isBox) Object.assign(puzzle, { target: shifted(puzzle.target), optional: shifted(puzzle.optional) });
    else piece.cells = all;
    this.grow(all);
  }

  hasRoom(cells) { return cells.every((cell) => cell.every((value) => value >= 0 && value < longestSide)); }

  /** Enlarges the grid of squares on the page so that it contains these cells. */
  grow(cells) {
    const sides = sidesOf(cells).map((side, axis) => Math.max(side, this.grid.size[axis]));
    this.showSizes(sides);
    this.resize(sides);
  }

  // Methods that show the piece or the box in 3D.

  /**
   * Handles a click on a face of a cube in the 3D viewer: adds a cube at this face, or removes the
   * clicked cube.
   */
  carve({ cell, beside, shift }) {
    const { isBox, puzzle, piece } = this;
    const lists = isBox ? [puzzle.target, puzzle.optional] : [piece.cells];
    const cut = this.carving.checked || shift;
    if (!cut && lists.flat().some((other) => other.join() === beside.join())) return;
    const [cells, perhaps] = cut
      ? lists.map((list) => list.filter((other) => other.join() !== cell.join()))
      : [[...lists[0], beside], lists[1]];
    // If the new cube has a negative coordinate, all cells are shifted by one.
    const by = beside.map((value) => (cut || value >= 0 ? 0 : 1));
    const moved = [cells, perhaps].map((list) => list?.map((other) => other.map((value, axis) => value + by[axis])));
    const all = moved.flatMap((list) => list ?? []);
    if (all.length === 0 || !this.hasRoom(all)) return;
    this.setCells(...moved);
    this.grow(all);
    this.showList();
    this.changed();
  }

  drawSolid() {
    const { isBox, puzzle: { pieces, target, optional }, piece, chosen } = this;
    const lists = isBox ? [target, optional] : [piece.cells];
    const cells = lists.flat().length;
    this.solid.hidden = cells === 0 || cells > mostCells;
    if (this.solid.hidden) return;
    const label = isBox ? '' : lettersOf(pieces)[chosen].slice(0, 1);
    this.space.show({
      format: 'dlx-scene/1', kind: 'assembly',
      pieces: isBox ? coloursOfBox.map((colour) => ({ colour })) : [{ colour: piece.colour }],
      solutions: [{ parts: lists.flatMap((list, n) => (list.length > 0 ? [{ piece: n, label, cells: list }] : [])) }],
    }, true);
  }

  duplicate() {
    const { pieces } = this.puzzle;
    pieces.push({ ...structuredClone(this.piece), name: '', colour: this.hue(pieces.length) });
    this.choose(pieces.length - 1);
  }

  fill(state) {
    this.grid.show(this.grid.size, () => state);
    this.takeCells();
  }

  showSizes(sides) {
    const fields = ['Columns', 'Rows', 'Layers'].map((words, axis) => {
      const input = numberInput(`side-${axis}`, sides[axis], 1, Math.max(longestSide, sides[axis]));
      input.onchange = () => {
        input.value = within(input.value, 1, longestSide);
        this.cut([...this.sizes.querySelectorAll('input')].map((i) => Number(i.value)));
      };
      return labelled(words, input);
    });
    this.sizes.replaceChildren(...fields);
  }

  /**
   * Changes the size of the grid on the page. Cells outside the new size are removed. If the user
   * draws a box, its new cells must be filled.
   */
  cut(sides) {
    const inside = (cell) => cell.every((value, axis) => value < sides[axis]);
    const before = sidesOf(this.box);
    const isNew = (cell) => cell.some((value, axis) => value >= before[axis]);
    if (this.isBox) this.setCells([...this.puzzle.target.filter(inside), ...boxOf(...sides).filter(isNew)], this.puzzle.optional.filter(inside));
    else this.setCells(this.piece.cells.filter(inside));
    this.resize(sides);
    this.showList();
    this.changed();
  }

  /** Copies the cells from the grid on the page to the piece or box that is drawn. */
  takeCells() {
    this.setCells(this.grid.inState(1), this.grid.inState(2));
    if (!this.isBox) this.showList();
    this.paint();
    this.tell();
    this.changed();
  }

  /**
   * Sets the cells of the piece or box that is drawn. Data from the file about the previous cells,
   * such as colours, is dropped.
   */
  setCells(cells, perhaps) {
    if (this.isBox) Object.assign(this.puzzle, { target: cells, optional: perhaps });
    else this.piece.cells = cells;
    const thing = this.isBox ? this.puzzle : this.piece;
    const members = this.isBox ? ['target_colours', 'optional_colours'] : ['colours', 'alternatives'];
    if (!members.some((member) => thing[member]?.length)) return;
    for (const member of members) delete thing[member];
    this.sayError({ message: 'What the file said of the colours or other shapes of what you have changed is left out.' });
  }

  paint() {
    this.grid.element.style.setProperty('--cell', this.isBox ? 'var(--accent)' : this.piece.colour);
    this.drawSoon();
  }

  tell() {
    const { pieces, target, optional: { length: perhaps } } = this.puzzle;
    const [least, most] = ['least', 'most'].map((key) => pieces.reduce((sum, p) => sum + p.cells.length * (p[key] ?? Infinity), 0));
    const cells = `The box has ${counted(target.length, 'cell')}${perhaps ? ` and ${perhaps} that may stay empty` : ''}`;
    const fills = least === most ? `${most}` : `${least} to ${most === Infinity ? 'any number' : most}`;
    const fits = most >= target.length && least <= target.length + perhaps;
    this.balance.textContent = `${cells}; the pieces have ${fills}${fits ? '.' : ': they cannot fill it.'}`;
    this.balance.classList.toggle('bad', !fits);
  }

  /**
   * The puzzle in the form that the engine and addresses use, see packing_json.hpp. It includes the
   * colours chosen in the studio.
   */
  get said() {
    const { name, ...rest } = this.puzzle;
    return { ...rest, holes: this.holes.value === '' ? null : within(this.holes.value, 0, 9999), turning: this.turns.value };
  }

  open(given) {
    // An iframe that was removed from the page loses its content, so a new one is made.
    this.solid.replaceChildren();
    this.space = new Space(this.solid, {
      id: 'solid-frame', title: 'What is drawn, in three dimensions', hidden: 'header, aside, footer, #caption', onTap: (tapped) => this.carve(tapped),
    });
    const held = given?.parameters?.is;
    if (held) this.load(fromAddress(held));
    else if (!this.puzzle) this.load(presets[0]);
    else this.choose(this.chosen);
  }

  asked() {
    // If the only piece has its default colour, the palette chooses a colour for each copy.
    const { pieces } = this.puzzle;
    const isDefault = pieces.length === 1 && pieces[0].colour === this.hue(0);
    return {
      open: { puzzle: 'packing', ...this.said, ...(isDefault && { pieces: [{ ...pieces[0], colour: undefined }] }) },
      upTo: this.same.value, title: this.called, how: 'space', packing: true,
    };
  }

  address() {
    return { puzzle: 'packing', parameters: { is: toAddress({ ...this.said, name: this.called }) } };
  }
}

/**
 * Writes the puzzle as a short text for an address. Lists of cells are written as rows of letters,
 * see asPicture().
 */
export function toAddress({ pieces, target, optional, ...rest }) {
  return JSON.stringify({
    ...rest,
    pieces: pieces.map(({ cells, alternatives, ...piece }) => ({
      ...piece,
      cells: asPicture(cells),
      ...(alternatives && { alternatives: alternatives.map((shape) => asPicture(normalised(shape))) }),
    })),
    box: asPicture(target, optional),
  });
}

export function fromAddress(text) {
  const { pieces, box, ...rest } = JSON.parse(text);
  return {
    ...rest,
    pieces: pieces.map(({ cells, alternatives, ...piece }) => ({
      ...piece,
      cells: fromPicture(cells),
      ...(alternatives && { alternatives: alternatives.map((shape) => fromPicture(shape)) }),
    })),
    target: fromPicture(box),
    optional: fromPicture(box, '?'),
  };
}
