// The polycube studio: pieces and a box, drawn layer by layer; what a file has beyond that (colours
// that must fit, groups, pieces of several shapes) is kept as it came, see bindings/web/packing_json.hpp.

import { button, choice, element, labelled, numberInput, svgElement, within } from '../dom.js';
import { Grid, asPicture, fromPicture, normalised, sidesOf } from '../grid.js';
import { layered } from '../isometric.js';
import { presets } from '../packings.js';
import { freedoms, turnings } from '../puzzles.js';

const mostCells = 1_500; // of a box that is drawn
const longestSide = 24;
const mostCopies = 100_000;
const hues = [
  '#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#8c8c8c',
  '#7d83d8', '#98b648', '#c98a4b', '#58bcc4', '#a8557a', '#b079d6', '#5fa36a', '#e58fb4',
];

/** A small picture of a piece: its layers beside each other. */
function thumbnail(piece) {
  const [width, height, depth] = sidesOf(piece.cells);
  const across = depth * (width + 0.6) - 0.6;
  const viewBox = `-0.1 -0.1 ${Math.max(across, 3) + 0.2} ${Math.max(height, 3) + 0.2}`;
  const d = piece.cells.map(([x, y, z]) => `M${x + z * (width + 0.6)} ${y}h.94v.94h-.94z`).join('');
  const path = svgElement('path', { d, fill: piece.colour });
  return svgElement('svg', { viewBox, class: 'thumbnail', 'aria-hidden': 'true' }, path);
}

export function studioView({ changed, showError }) {
  let puzzle;
  let packings = []; // of a file with several
  let chosen = 0; // piece that is drawn; -1: the box
  let title = '';

  const several = element('div', { id: 'several', hidden: true });
  const list = element('ul', { id: 'pieces' });
  const sizes = element('div', { className: 'sizes' });
  const drawn = element('p', { id: 'drawn-what', className: 'note' });
  const grid = new Grid({ label: 'Cells', kinds: 3, onChange: () => drawing() });
  grid.element.id = 'cells';
  const tools = element('div', { className: 'chips' });
  const balance = element('p', { id: 'balance', className: 'note', role: 'status' });
  const same = choice('studio-up-to', turnings, 'rotations');
  const holes = element('input', { type: 'number', id: 'holes', min: 0, max: 9999, placeholder: 'any number' });
  const turns = choice('studio-turning', freedoms, 'any');
  const root = element(
    'div',
    {},
    element('p', { id: 'about', textContent: 'Draw pieces and a box, layer by layer. Or drop a file of BurrTools (.xmpuzzle) on the page.' }),
    element('div', { id: 'presets', className: 'chips', role: 'group', 'aria-label': 'Examples' },
      ...presets.map(({ name, make }) => button(name, () => { load({ ...make(), name }); changed(); })),
      button('Empty', () => { load(blank()); changed(); }, { id: 'blank' })),
    several,
    list,
    element('div', { className: 'chips' }, button('Add a piece', () => addPiece(), { id: 'add-piece' }),
      button('The box', () => choose(-1), { id: 'the-box' })),
    element('div', { className: 'drawing' }, drawn, sizes, grid.element, tools),
    balance,
    element('div', { className: 'fields two' }, labelled('Taken for the same', same),
      labelled('Cells that stay empty', holes), labelled('Pieces turn', turns)),
  );

  const blank = () => ({
    name: 'Puzzle',
    pieces: [{ name: 'A', cells: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], least: 1, most: 1 }],
    target: fromPicture('XXX/XXX/XXX//XXX/XXX/XXX//XXX/XXX/XXX'),
    optional: [],
  });

  /** Takes a puzzle, as packing_json.hpp describes it. */
  function load(next, others = []) {
    packings = others;
    title = next.name || 'Puzzle';
    const box = [...next.target, ...(next.optional ?? [])];
    puzzle = {
      ...next,
      pieces: next.pieces.map((piece, n) => ({
        ...piece,
        name: piece.name ?? '',
        cells: normalised(piece.cells),
        colour: piece.colour ?? hues[n % hues.length],
      })),
      target: normalised(next.target, box),
      optional: normalised(next.optional ?? [], box),
    };
    delete puzzle.stated;
    delete puzzle.flat; // of older addresses
    holes.value = next.holes ?? '';
    turns.value = next.turning ?? (next.flat ? 'no-flip' : 'any');
    several.hidden = packings.length < 2;
    if (packings.length > 1) offerSeveral(next);
    choose(0);
  }

  function offerSeveral(current) {
    const which = choice('which-packing', packings.map((p, n) => [n, `${n + 1}: ${p.name || 'Puzzle'}`]), packings.indexOf(current));
    which.onchange = () => {
      load(packings[Number(which.value)], packings);
      changed();
    };
    several.replaceChildren(labelled('Puzzle of the file', which));
  }

  // The list of pieces.

  function showList() {
    list.replaceChildren(...puzzle.pieces.map((piece, n) => row(piece, n)));
    document.getElementById('the-box')?.setAttribute('aria-pressed', String(chosen === -1));
  }

  function row(piece, n) {
    const called = piece.name || `piece ${n + 1}`;
    const colour = element('input', { type: 'color', value: piece.colour, 'aria-label': `Colour of ${called}` });
    colour.oninput = () => {
      piece.colour = colour.value;
      showList();
      paint();
      changed();
    };
    const open = element('button', { type: 'button', className: 'open-piece', 'aria-label': `Draw ${called}`, 'aria-pressed': String(n === chosen) }, thumbnail(piece));
    open.onclick = () => choose(n);
    const name = element('input', { value: piece.name, 'aria-label': `Name of piece ${n + 1}`, className: 'name', spellcheck: false });
    name.onchange = () => {
      piece.name = name.value.trim();
      changed();
    };
    const copies = (key, words) => {
      const input = element('input', { type: 'number', min: 0, max: mostCopies, value: piece[key] ?? '', placeholder: '∞', 'aria-label': `${words} copies of ${called}`, className: 'copies' });
      input.onchange = () => {
        piece[key] = within(input.value, 0, mostCopies);
        if (key === 'least') piece.most = Math.max(piece.most ?? piece.least, piece.least);
        else piece.least = Math.min(piece.least, piece.most);
        showList();
        tell();
        changed();
      };
      return input;
    };
    const remove = button('✕', () => {
      puzzle.pieces.splice(n, 1);
      choose(Math.min(chosen, puzzle.pieces.length - 1));
      changed();
    }, { 'aria-label': `Remove ${called}`, className: 'quiet remove' });
    return element('li', {}, colour, open, name,
      element('span', { className: 'times' }, copies('least', 'At least'), '–', copies('most', 'At most')), remove);
  }

  function addPiece() {
    const used = new Set(puzzle.pieces.map((p) => p.name));
    const name = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !used.has(letter)) ?? `P${puzzle.pieces.length + 1}`;
    puzzle.pieces.push({ name, cells: [[0, 0, 0]], least: 1, most: 1, colour: hues[puzzle.pieces.length % hues.length] });
    choose(puzzle.pieces.length - 1);
    changed();
  }

  // The drawing.

  function choose(n) {
    chosen = n;
    const box = chosen < 0;
    const cells = box ? [...puzzle.target, ...puzzle.optional] : puzzle.pieces[chosen].cells;
    const sides = sidesOf(cells);
    if (!box) for (const axis of [0, 1, 2]) sides[axis] = Math.max(sides[axis], axis === 2 ? 1 : 3);
    showSizes(sides);
    resize(sides);
    showList();
  }

  function resize(sides) {
    const large = sides[0] * sides[1] * sides[2] > mostCells;
    const box = chosen < 0;
    grid.element.hidden = large;
    grid.kinds = box ? 3 : 2;
    grid.element.classList.toggle('box', box);
    const piece = puzzle.pieces[chosen];
    grid.element.setAttribute('aria-label', box ? 'Cells of the box' : `Cells of ${piece.name || `piece ${chosen + 1}`}`);
    const states = new Map();
    const key = (cell) => cell.join();
    for (const cell of box ? puzzle.target : piece.cells) states.set(key(cell), 1);
    if (box) for (const cell of puzzle.optional) states.set(key(cell), 2);
    if (!large) grid.show(sides, (x, y, z) => states.get(key([x, y, z])) ?? 0);
    drawn.textContent = large
      ? `The box is too large to be drawn here (${sides.join(' × ')}).`
      : box
        ? 'The box: click a cell to fill it, again for “may stay empty” (?), again for outside.'
        : `Piece ${piece.name || chosen + 1}: click its cells.`;
    tools.replaceChildren(...(box && !large ? [
      button('Fill all', () => { fill(1); }),
      button('Clear', () => { fill(0); }),
    ] : []));
    paint();
    tell();
  }

  function fill(state) {
    grid.show(grid.size, () => state);
    drawing();
  }

  function showSizes(sides) {
    const inputs = ['Columns', 'Rows', 'Layers'].map((words, axis) => {
      const input = numberInput(`side-${axis}`, sides[axis], 1, Math.max(longestSide, sides[axis]));
      input.onchange = () => {
        input.value = within(input.value, 1, longestSide);
        cut(inputs.map((i) => Number(i.value)));
      };
      return input;
    });
    sizes.replaceChildren(...inputs.map((input, axis) => labelled(['Columns', 'Rows', 'Layers'][axis], input)));
  }

  /** Leaves only what lies inside the new size; a box grows by cells to be filled. */
  function cut(sides) {
    const inside = (cell) => cell.every((value, axis) => value < sides[axis]);
    if (chosen < 0) {
      const before = sidesOf([...puzzle.target, ...puzzle.optional]);
      puzzle.target = puzzle.target.filter(inside);
      puzzle.optional = puzzle.optional.filter(inside);
      for (let z = 0; z < sides[2]; ++z) {
        for (let y = 0; y < sides[1]; ++y) {
          for (let x = 0; x < sides[0]; ++x) {
            if (x >= before[0] || y >= before[1] || z >= before[2]) puzzle.target.push([x, y, z]);
          }
        }
      }
      forget(puzzle, ['target_colours', 'optional_colours']);
    } else {
      const piece = puzzle.pieces[chosen];
      piece.cells = piece.cells.filter(inside);
      forget(piece, ['colours', 'alternatives']);
    }
    resize(sides);
    showList();
    changed();
  }

  function forget(thing, members) {
    if (!members.some((member) => thing[member]?.length)) return;
    for (const member of members) delete thing[member];
    showError({ message: 'What the file said of the colours or other shapes of what you have changed is left out.' });
  }

  function drawing() {
    if (chosen < 0) {
      puzzle.target = grid.inState(1);
      puzzle.optional = grid.inState(2);
      forget(puzzle, ['target_colours', 'optional_colours']);
    } else {
      const piece = puzzle.pieces[chosen];
      piece.cells = grid.inState(1);
      forget(piece, ['colours', 'alternatives']);
      showList();
    }
    tell();
    changed();
  }

  function paint() {
    grid.element.style.setProperty('--cell', chosen < 0 ? 'var(--accent)' : puzzle.pieces[chosen].colour);
  }

  function tell() {
    const sum = (key) => puzzle.pieces.reduce((total, p) => total + p.cells.length * (p[key] ?? Infinity), 0);
    const [least, most] = [sum('least'), sum('most')];
    const perhaps = puzzle.optional.length;
    const cells = `The box has ${puzzle.target.length} cells${perhaps ? ` and ${perhaps} that may stay empty` : ''}`;
    const fills = least === most ? `${most}` : `${least} to ${most === Infinity ? 'any number' : most}`;
    const fits = most >= puzzle.target.length && least <= puzzle.target.length + perhaps;
    balance.textContent = `${cells}; the pieces have ${fills}${fits ? '.' : ': they cannot fill it.'}`;
    balance.classList.toggle('bad', !fits);
  }

  /** The puzzle without what is for the page only. */
  function plain() {
    const { name, ...rest } = puzzle;
    return {
      ...rest,
      pieces: puzzle.pieces.map(({ colour, ...piece }) => piece),
      holes: holes.value === '' ? null : within(holes.value, 0, 9999),
      turning: turns.value,
    };
  }

  /** Gives the parts of a scene the colours chosen here. */
  function recolour(scene) {
    const colours = puzzle.pieces.flatMap((piece) => Array(piece.most ?? 0).fill(piece.colour));
    if (puzzle.pieces.some((piece) => piece.most === null)) return scene;
    return { ...scene, pieces: scene.pieces.map((piece, n) => ({ ...piece, colour: colours[n] ?? piece.colour })) };
  }

  for (const input of [same, holes, turns]) input.onchange = () => changed();

  return {
    name: 'studio',
    title: 'Studio',
    words: 'Draw pieces and a box, solve, take apart, print.',
    icon: () => layered(['LLL/LRR/SSR', 'QPP/QQP/YSS', 'QPT/YTT/YYT'], (letter) => hues['LSTRPQY'.indexOf(letter)]),
    element: root,
    main: 'all',
    open(given) {
      const held = given?.parameters?.is;
      if (held) load(fromAddress(held));
      else if (!puzzle) load({ ...presets[0].make(), name: presets[0].name });
      else showList();
    },
    load,
    asked: () => ({
      open: { puzzle: 'packing', ...plain() },
      upTo: same.value,
      title,
      how: 'space',
      packing: true,
      recolour,
    }),
    address: () => ({ puzzle: 'packing', parameters: { is: toAddress({ ...plain(), name: title, pieces: puzzle.pieces }) } }),
  };
}

/** A puzzle as a short text for an address: cells as pictures, everything else as it is. */
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
