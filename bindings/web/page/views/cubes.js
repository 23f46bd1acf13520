// Happy cubes: six foam pieces, to be clicked or taken from a set, and what is wrong with them; put
// together to a cube, laid into a tray, or all 36 to the big cube.

import { afterwards, button, choice, element, labelled } from '../dom.js';
import { namedColours, palette } from '../colours.js';
import { FoamPiece } from '../foam.js';
import { layered } from '../isometric.js';
import { turnings } from '../puzzles.js';

const letters = 'ABCDEF';
const everyLetter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij';
const blueCube = ['T.TLT/TTTT./.TTTT/TTTTR/L.L.R', '....R/....R/....R/....R/LLLLR', '....R/....R/....R/....R/.LLLR', '....R/....R/....R/....R/LLLLL', '....L/....R/....L/....R/L.L.R'];
const empty = '0'.repeat(16);
const builds = [
  ['cube', 'a cube'],
  ['tray', 'the flat tray'],
  ['big', 'the big cube, of all 36 pieces'],
];

export function cubesView({ engine, changed, showError, about }) {
  let colour = 'blue'; // of the pieces
  let sold = []; // the cubes that are sold

  const pieces = [...letters].map((letter) => new FoamPiece(letter, () => edited()));
  const sets = element('div', { id: 'sets', className: 'chips', role: 'group', 'aria-label': 'Pieces of a set' });
  const build = choice('build', builds, 'cube');
  const tray = element('select', { id: 'tray' });
  const same = choice('cubes-up-to', turnings, 'rotations');
  const turnOver = element('input', { type: 'checkbox', id: 'turn-over', checked: true });
  const faces = element('input', { type: 'checkbox', id: 'one-colour' });
  const table = element('div', { id: 'foam' }, ...pieces.map((piece) => piece.element));
  const wrong = element('ul', { id: 'complaints', 'aria-live': 'polite' });
  const trayField = labelled('Whose tray', tray);
  const facesField = element('label', { className: 'check' }, faces, 'Each face in one colour');
  const root = element(
    'div',
    {},
    element('p', { id: 'about', textContent: 'Six foam pieces with notched rims. Click the cells of a rim to enter your own pieces, or take a set.' }),
    sets,
    table,
    wrong,
    element('div', { className: 'fields two' }, labelled('Put together to', build), trayField, labelled('Taken for the same', same)),
    element('div', { className: 'checks' }, element('label', { className: 'check' }, turnOver, 'Pieces may be turned over'), facesField),
  );

  about.then(({ cubes }) => {
    sold = cubes;
    sets.replaceChildren(
      button('Empty pieces', () => take(letters.split('').map(() => empty), colour), { id: 'empty' }),
      ...cubes.map((cube) => {
        const made = button(cube.colour, () => take(cube.pieces.map((p) => p.word), cube.colour), { value: cube.colour });
        const [, strong] = palette.find(([name]) => name === cube.colour);
        made.prepend(swatch(`#${strong.toString(16).padStart(6, '0')}`));
        return made;
      }),
    );
    tray.replaceChildren(...cubes.map((cube) => element('option', { value: cube.colour, textContent: `the ${cube.colour} one` })));
    tray.value = colour;
  });

  function swatch(fill) {
    const made = element('span', { className: 'swatch', 'aria-hidden': 'true' });
    made.style.background = fill;
    return made;
  }

  function take(words, named) {
    colour = named;
    pieces.forEach((piece, n) => (piece.word = words[n] ?? empty));
    if ([...tray.options].some((option) => option.value === named)) tray.value = named;
    paint();
    edited();
  }

  const paint = () => {
    const fills = namedColours([...letters].map((letter) => `${colour} ${letter}`));
    pieces.forEach((piece, n) => (piece.colour = fills[n] ?? `var(--piece-${2 * n})`));
  };

  function edited() {
    showError(null);
    check();
    changed();
  }

  /** A complaint with the names that the page shows. */
  const inWords = (text) =>
    text
      .replaceAll(new RegExp(`${colour}([1-6])\\b`, 'g'), (_, n) => letters[n - 1])
      .replaceAll(/\bside ([nesw])\b/g, (_, side) => `${{ n: 'top', e: 'right', s: 'bottom', w: 'left' }[side]} side`);

  const check = afterwards(80, async () => {
    if (build.value === 'big') return;
    const asked = JSON.stringify(six());
    const told = await engine.ask('dlx_complaints', { pieces: six() });
    if (asked !== JSON.stringify(six()) || told.error) return;
    const suspects = new Set(told.complaints.map((c) => c.piece));
    const untouched = six().every((piece) => piece.word === empty);
    pieces.forEach((piece, n) => (piece.wrong = !untouched && suspects.has(n)));
    const count = `${told.cells} of ${told.wanted} cells`;
    const first = untouched
      ? `Click the cells of the rims: ${count}.`
      : told.complaints.length === 0
        ? `${count}: nothing speaks against a cube.`
        : `${count}:`;
    wrong.replaceChildren(
      element('li', { className: told.complaints.length || untouched ? 'sum' : 'sum good', textContent: first }),
      ...(untouched ? [] : told.complaints.slice(0, 6).map((c) => element('li', { className: 'bad', textContent: inWords(c.text) }))),
      ...(told.complaints.length > 6 && !untouched ? [element('li', { textContent: `and ${told.complaints.length - 6} more` })] : []),
    );
  });

  function arrange() {
    const big = build.value === 'big';
    table.hidden = sets.hidden = wrong.hidden = big;
    facesField.hidden = !big;
    trayField.hidden = build.value !== 'tray';
    root.querySelector('#about').textContent = big
      ? 'All 36 pieces of the six cubes that are sold: 24 of them make a cube of side two. There are about 10^17 ways; with each face in one colour, 768.'
      : 'Six foam pieces with notched rims. Click the cells of a rim to enter your own pieces, or take a set.';
    check();
  }
  build.onchange = () => {
    same.value = build.value === 'cube' ? 'rotations' : 'none';
    arrange();
    changed();
  };

  const six = () =>
    pieces.map((piece, n) => ({ name: `${colour}${n + 1}`, word: piece.word, letter: letters[n], set: colour }));

  return {
    name: 'cubes',
    title: 'Happy cubes',
    words: 'Six foam pieces: enter yours by clicking, and see the cube.',
    // The blue cube from a corner: the three faces that are seen.
    icon: () => layered(blueCube, (letter) => namedColours(['blue 1', 'blue 2', 'blue 3'])['TRL'.indexOf(letter)]),
    element: root,
    main: 'all',
    async open(given) {
      await about;
      const { colour: named = 'blue', pieces: words, build: what, up_to: upTo } = given?.parameters ?? {};
      if (what && builds.some(([name]) => name === what)) build.value = what;
      arrange();
      if (upTo) same.value = upTo;
      const known = sold.find((cube) => cube.colour === named);
      if (words) take(words.split('.'), named);
      else if (given?.parameters && known) take(known.pieces.map((p) => p.word), named);
      else if (six().every((piece) => piece.word === empty)) take(letters.split('').map(() => empty), colour);
      else paint();
    },
    asked() {
      const big = build.value === 'big';
      const open = { puzzle: 'pieces', build: build.value, pieces: big ? all() : six() };
      if (!turnOver.checked) open.turn_over = false;
      if (big && faces.checked) open.one_set_a_face = true;
      if (build.value === 'tray') open.tray = tray.value;
      return {
        open,
        upTo: same.value,
        title: big ? 'Big happy cube' : `Happy cube ${colour}`,
        how: 'space',
        cubeColour: big ? undefined : colour,
        packing: build.value === 'tray',
      };
    },
    address: () => ({
      puzzle: 'cube',
      parameters: { colour, build: build.value, up_to: same.value, pieces: six().map((p) => p.word).join('.') },
    }),
    /** Pieces in a text that was dropped. */
    async take(text) {
      const told = await engine.ask('dlx_pieces', { text });
      if (told.error) return false;
      take(told.pieces.map((p) => p.word), colour);
      return true;
    },
  };

  function all() {
    return sold.flatMap((cube, c) =>
      cube.pieces.map((piece, n) => ({ ...piece, set: cube.colour, letter: everyLetter[6 * c + n] })),
    );
  }
}
