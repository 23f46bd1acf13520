// The view Cubes, for happy cubes: puzzles of six foam pieces that make a cube. The user clicks the
// cells of six pieces, or chooses a commercial cube. The view shows faults of the pieces. It can
// assemble the pieces to a cube, put them into a flat tray, or assemble 24 of all 36 commercial
// pieces to a big cube.

import { afterwards, button, check, choice, chips, element, inTwo, labelled, options, swatch } from '../dom.js';
import { FoamPiece } from '../foam.js';
import { layered } from '../isometric.js';
import { turnings } from '../puzzles.js';

const letters = [...'ABCDEF'];
const everyLetter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij';
const blueCube = ['T.TLT/TTTT./.TTTT/TTTTR/L.L.R', '....R/....R/....R/....R/LLLLR', '....R/....R/....R/....R/.LLLR', '....R/....R/....R/....R/LLLLL', '....L/....R/....L/....R/L.L.R'];
const noCells = '0'.repeat(16);
const empty = letters.map(() => noCells);
const builds = [
  ['cube', 'a cube'],
  ['tray', 'the flat tray'],
  ['big', 'the big cube, of all 36 pieces'],
];
const notes = {
  six: 'Six foam pieces with notched rims. Click the cells of a rim to enter your own pieces, or take a set.',
  big: 'All 36 pieces of the six cubes that are sold: 24 of them make a cube of side two. There are about 10¹⁷ ways; with each face in one colour, 768.',
};
const mostComplaints = 6;
const corners = { nw: 'top left', ne: 'top right', se: 'bottom right', sw: 'bottom left' };

export class CubesView {
  name = 'cubes';
  title = 'Happy cubes';
  words = 'Six foam pieces: enter yours by clicking, and see the cube.';
  main = 'first';
  colour = 'blue'; // the colour of the pieces that are shown

  constructor({ engine, changed, about }) {
    Object.assign(this, { engine, changed });
    this.foam = letters.map((letter) => new FoamPiece(letter, () => this.edited()));
    this.note = element('p', { id: 'about', textContent: notes.six });
    this.sets = chips('sets', 'Pieces of a set');
    this.table = element('div', { id: 'foam' }, ...this.foam.map((piece) => piece.element));
    this.wrong = element('ul', { id: 'complaints', 'aria-live': 'polite' });
    this.build = choice('build', builds, 'cube');
    this.tray = element('select', { id: 'tray' });
    this.trayField = labelled('Whose tray', this.tray);
    this.same = choice('cubes-up-to', turnings, 'rotations');
    this.turnOver = element('input', { type: 'checkbox', id: 'turn-over', checked: true });
    this.faces = element('input', { type: 'checkbox', id: 'one-colour' });
    this.facesField = check(this.faces, 'Each face in one colour');
    this.element = element('div', {}, this.note, this.sets, this.table, this.wrong,
      inTwo(labelled('Put together to', this.build), this.trayField, labelled('Count', this.same)),
      element('div', { className: 'checks' }, check(this.turnOver, 'Pieces may be turned over'), this.facesField));
    this.build.onchange = () => {
      this.same.value = this.build.value === 'cube' ? 'rotations' : 'none';
      this.arrange();
    };
    this.judge = afterwards(80, () => this.judgeNow());
    this.offer(about.cubes);
  }

  // The icon shows three faces of the blue cube.
  icon = () => layered(blueCube, (letter) => this.cube('blue').pieces['T.R..L'.indexOf(letter)].fill);

  /** Adds buttons for the commercial cubes. */
  offer(cubes) {
    this.sold = cubes;
    this.sets.append(
      button('Empty pieces', () => this.put(empty, this.colour), { id: 'empty' }),
      ...cubes.map(({ colour, pieces }) => {
        const made = button(colour, () => this.put(pieces.map((p) => p.word), colour), { value: colour });
        made.prepend(swatch(pieces[0].fill));
        return made;
      }),
    );
    this.tray.append(...options(cubes.map(({ colour }) => [colour, `the ${colour} one`])));
    this.tray.value = this.colour;
  }

  /** Returns the commercial cube of a colour; undefined if there is none. */
  cube(colour) { return this.sold.find((cube) => cube.colour === colour); }

  get isBig() { return this.build.value === 'big'; }

  get six() {
    const { colour } = this;
    return this.foam.map(({ word }, n) => ({ name: `${colour}${n + 1}`, word, letter: letters[n], set: colour }));
  }

  get all() {
    return this.sold.flatMap((cube, c) =>
      cube.pieces.map((piece, n) => ({ ...piece, set: cube.colour, letter: everyLetter[6 * c + n] })));
  }

  get isEmpty() { return this.foam.every(({ word }) => word === noCells); }

  /** Shows six foam pieces in the given colour. */
  put(pieces, colour) {
    this.colour = colour;
    this.foam.forEach((piece, n) => (piece.word = pieces[n] ?? noCells));
    if ([...this.tray.options].some(({ value }) => value === colour)) this.tray.value = colour;
    this.paint();
    this.edited();
  }

  paint() {
    const sold = this.cube(this.colour)?.pieces;
    this.foam.forEach((piece, n) => (piece.colour = sold?.[n].fill ?? `var(--piece-${2 * n})`));
  }

  edited() {
    this.judge();
    this.changed();
  }

  /**
   * Replaces the engine's names of pieces, corners and sides in a message by the names that the
   * page shows.
   */
  inWords(text) {
    return text
      .replaceAll(new RegExp(`${this.colour}([1-6])\\b`, 'g'), (_, n) => letters[n - 1])
      .replaceAll(/\bcorner ([ns][ew])\b/g, (_, corner) => `${corners[corner]} corner`)
      .replaceAll(/\bside ([nesw])\b/g, (_, side) => `${{ n: 'top', e: 'right', s: 'bottom', w: 'left' }[side]} side`);
  }

  async judgeNow() {
    if (this.isBig) return;
    const asked = JSON.stringify(this.six);
    const { error, complaints, cells, wanted } = await this.engine.ask('dlx_complaints', { pieces: this.six });
    if (asked !== JSON.stringify(this.six) || error) return;
    const untouched = this.isEmpty;
    const told = untouched ? [] : complaints;
    this.foam.forEach((piece, n) => (piece.wrong = told.some((c) => c.piece === n)));
    const count = `${cells} of ${wanted} cells`;
    const isGood = complaints.length === 0 && !untouched;
    const line = (textContent, className = '') => element('li', { textContent, className });
    this.wrong.replaceChildren(
      line(untouched ? `Click the cells of the rims: ${count}.` : isGood ? `${count}: nothing speaks against a cube.` : `${count}:`, isGood ? 'good' : ''),
      ...told.slice(0, mostComplaints).map(({ text }) => line(this.inWords(text), 'bad')),
      ...(told.length > mostComplaints ? [line(`and ${told.length - mostComplaints} more`)] : []));
    this.markMends([]);
    if (told.length > 0) this.markMends(await this.engine.ask('dlx_mends', { pieces: this.six }), asked);
  }

  /**
   * Marks cells that were perhaps mistyped. Changing any single one of them makes a cube possible.
   */
  markMends(mends, asked = JSON.stringify(this.six)) {
    if (mends.error || asked !== JSON.stringify(this.six)) return;
    this.foam.forEach((piece, n) => (piece.mends = mends.filter((mend) => mend.piece === n).map(({ cell }) => cell)));
    if (mends.length === 0) return;
    const words = mends.length === 1
      ? 'Mistyped? With the marked cell changed there is a cube: click it to mend it.'
      : 'Mistyped? With any one of the marked cells changed there is a cube: click one to mend it.';
    this.wrong.append(element('li', { textContent: words, className: 'mend-words' }));
  }

  arrange() {
    const { isBig } = this;
    this.table.hidden = this.sets.hidden = this.wrong.hidden = isBig;
    this.facesField.hidden = !isBig;
    this.trayField.hidden = this.build.value !== 'tray';
    this.note.textContent = isBig ? notes.big : notes.six;
    this.judge();
  }

  open(given) {
    const { colour = 'blue', pieces, build, up_to: upTo } = given?.parameters ?? {};
    if (builds.some(([name]) => name === build)) this.build.value = build;
    this.arrange();
    if (upTo) this.same.value = upTo;
    const known = this.cube(colour);
    if (pieces) this.put(pieces.split('.'), colour);
    else if (given?.parameters && known) this.put(known.pieces.map((p) => p.word), colour);
    else if (this.isEmpty) this.put(empty, this.colour);
    else this.paint();
  }

  asked() {
    const { isBig, colour, build: { value: build } } = this;
    const open = { puzzle: 'pieces', build, pieces: isBig ? this.all : this.six };
    if (!this.turnOver.checked) open.turn_over = false;
    if (isBig && this.faces.checked) open.one_set_a_face = true;
    if (build === 'tray') open.tray = this.tray.value;
    return {
      open, upTo: this.same.value, title: isBig ? 'Big happy cube' : `Happy cube ${colour}`, how: 'space',
      packing: build === 'tray', rename: isBig ? undefined : (scene) => this.rename(scene),
    };
  }

  /** Replaces the names of the pieces in a 3D scene by the letters that the page shows. */
  rename(scene) {
    return { ...scene, pieces: scene.pieces.map((piece) => ({ ...piece, name: this.inWords(piece.name) })) };
  }

  address() {
    const pieces = this.foam.map(({ word }) => word).join('.');
    return { puzzle: 'cube', parameters: { colour: this.colour, build: this.build.value, up_to: this.same.value, pieces } };
  }

  /** Reads foam pieces from a text that the user dropped or pasted. */
  async take(text) {
    const { error, pieces } = await this.engine.ask('dlx_pieces', { text });
    if (error) return false;
    this.put(pieces.map((p) => p.word), this.colour);
    return true;
  }
}
