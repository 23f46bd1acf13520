// Pictures of solutions, as SVG: what door.cpp says of a solution, by its kind.

import { namedColours } from './colours.js';
import { drawn as element } from './dom.js';

/** `box`: left, top, width and height of what is seen. */
const svg = (box, title, ...children) =>
  element('svg', { viewBox: box.join(' '), role: 'img', class: 'picture', 'aria-label': title }, ...children);
const path = (d, more, ...children) => element('path', { d, ...more }, ...children);
const text = (x, y, kind, words) => element('text', { x, y, class: kind }, words);

/** One of twelve colours, told apart in light and dark. */
const colour = (n) => `var(--piece-${n % 12})`;

const key = (x, y, z = 0) => `${x},${y},${z}`;
const gap = 0.7; // between layers

/** Squares of side 1, in one path. */
const squares = (places) => places.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');

/** A square with round corners, a little smaller than its place. */
const tile = (x, y, side, rx, fill) => element('rect', { x, y, width: side, height: side, rx, fill });

/** The lines between squares that have different owners. */
function borders(width, height, at) {
  let d = '';
  for (let y = 0; y <= height; ++y) {
    for (let x = 0; x <= width; ++x) {
      if (at(x, y) !== at(x - 1, y)) d += `M${x} ${y}v1`;
      if (at(x, y) !== at(x, y - 1)) d += `M${x} ${y}h1`;
    }
  }
  return path(d, { class: 'border' });
}

/**
 * Pieces of cells, layer by layer. Pieces named by a colour are drawn in it. Of the other pieces,
 * those that exist once have a colour each; of copies, neighbours have different ones.
 */
function cells({ pieces }) {
  const owner = new Map(pieces.flatMap((piece, p) => piece.cells.map((c) => [key(...c), p])));
  const kinds = new Set(pieces.map((piece) => piece.kind));
  const colours = kinds.size === pieces.length ? pieces.map((p) => p.kind) : greedy(pieces, owner);
  const order = pieces.map((_, p) => p).sort((a, b) => pieces[a].kind - pieces[b].kind);
  const named = namedColours(order.map((p) => pieces[p].name));
  const fills = colours.map(colour);
  order.forEach((p, n) => (fills[p] = named[n] ?? fills[p]));

  const all = pieces.flatMap((piece) => piece.cells);
  const [width, height, layers] = [0, 1, 2].map((axis) => Math.max(0, ...all.map((c) => c[axis])) + 1);
  const drawing = Array.from({ length: layers }, (_, z) => {
    const shapes = pieces.flatMap(({ name, cells: its }, p) => {
      const here = its.filter((c) => c[2] === z);
      return here.length ? [path(squares(here), { fill: fills[p] }, element('title', {}, name))] : [];
    });
    const lines = borders(width, height, (x, y) => owner.get(key(x, y, z)));
    return element('g', { transform: `translate(${z * (width + gap) + 0.1} 0.1)` }, ...shapes, lines);
  });
  const total = layers * (width + gap) - gap + 0.2;
  return svg([0, 0, total, height + 0.2], 'The pieces in their places, layer by layer', ...drawing);
}

const steps = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

function greedy(pieces, owner) {
  const colours = [];
  pieces.forEach((piece, p) => {
    const taken = new Set();
    for (const cell of piece.cells) {
      for (const step of steps) {
        const other = owner.get(key(...cell.map((c, k) => c + step[k])));
        if (other !== p) taken.add(colours[other]);
      }
    }
    let free = 0;
    while (taken.has(free)) ++free;
    colours[p] = free;
  });
  return colours;
}

const crown = 'M.2 .8h.6v-.07h-.6zM.24 .7 .14 .34 .32 .52 .36 .24 .5 .5 .64 .24 .68 .52 .86 .34 .76 .7z';

/** A board with queens: their columns, row by row. */
function chess(side, columns) {
  const dark = [];
  for (let y = 0; y < side; ++y) for (let x = (y + 1) % 2; x < side; x += 2) dark.push([x, y]);
  return [
    element('rect', { width: side, height: side, class: 'square-light' }),
    path(squares(dark), { class: 'square-dark' }),
    ...columns.map((x, y) => path(crown, { class: 'queen', transform: `translate(${x} ${y})` })),
  ];
}

function board({ side, columns }) {
  const places = columns.map((c) => c + 1).join(', ');
  return svg([0, 0, side, side], `A board of ${side} by ${side} squares; the queens stand in the columns ${places}`, ...chess(side, columns));
}

function row({ numbers }) {
  let highest = 0;
  const drawing = numbers.flatMap((number, x) => {
    const drawn = [tile(x + 0.04, 0, 0.92, 0.16, colour(number - 1)), text(x + 0.5, 0.64, 'on-piece', number)];
    const first = numbers.indexOf(number);
    if (first === x) return drawn;
    const radius = (x - first) / 2;
    const rise = radius * 0.55;
    highest = Math.max(highest, rise);
    const arc = `M${first + 0.5} -.06A${radius} ${rise} 0 0 1 ${x + 0.5} -.06`;
    return [...drawn, path(arc, { class: 'arc', stroke: colour(number - 1) })];
  });
  return svg([0, -highest - 0.15, numbers.length, highest + 1.15], `The row ${numbers.join(' ')}`, ...drawing);
}

function sudoku({ box_width: width, box_height: height, symbols, given, squares: values }) {
  const side = width * height;
  const lines = { thin: '', thick: '' };
  for (let k = 0; k <= side; ++k) {
    lines[k % height === 0 ? 'thick' : 'thin'] += `M0 ${k}h${side}`;
    lines[k % width === 0 ? 'thick' : 'thin'] += `M${k} 0v${side}`;
  }
  const digits = values.flatMap((value, at) => value === 0 ? []
    : [text((at % side) + 0.5, Math.floor(at / side) + 0.71, given[at] === 0 ? 'found' : 'given', symbols[value - 1])]);
  return svg(
    [-0.06, -0.06, side + 0.12, side + 0.12], 'A sudoku',
    element('rect', { width: side, height: side, class: 'paper' }),
    path(lines.thin, { class: 'thin' }), path(lines.thick, { class: 'thick' }), ...digits,
  );
}

/** A folding, layer by layer, y upward; each cell with the time when it is visited. */
function walk({ side, cells: visited }) {
  const places = visited.map(([x, y, z]) => [z * (side + gap) + x + 0.5, side - y - 0.5]);
  const tiles = places.map(([x, y], n) => tile(x - 0.46, y - 0.46, 0.92, 0.14, `var(--cubelet-${n % 2 === 0 ? 'a' : 'b'})`));
  const joined = (n) => n > 0 && visited[n - 1][2] === visited[n][2];
  const thread = places.map(([x, y], n) => `${joined(n) ? 'L' : 'M'}${x} ${y}`).join('');
  const beads = places.flatMap(([cx, cy], n) => {
    const isEnd = n === 0 || n === visited.length - 1;
    return [
      element('circle', { cx, cy, r: isEnd ? 0.34 : 0.27, class: isEnd ? 'bead end' : 'bead' }),
      text(cx, cy + 0.1, 'step', n + 1),
    ];
  });
  const width = side * side + gap * (side - 1);
  return svg([0, 0, width, side], 'The cubelets by layers, numbered from one end', ...tiles, path(thread, { class: 'thread' }), ...beads);
}

/**
 * A drawing in letters, A to F for the pieces of a happy cube: shades of the cube's colour if it is
 * known, otherwise a colour for each letter.
 */
function letters({ text: drawn }, cubeColour) {
  const lines = drawn.trimEnd().split('\n');
  const width = Math.max(...lines.map((line) => line.length));
  const shapes = new Map();
  lines.forEach((line, y) => [...line].forEach((letter, x) => {
    if (letter !== ' ') shapes.set(letter, [...(shapes.get(letter) ?? []), [x, y]]);
  }));
  const order = [...shapes.keys()].sort();
  const named = namedColours(order.map((letter) => `${cubeColour ?? ''} ${letter}`));
  const drawing = [...shapes].map(([letter, places]) => {
    const fill = named[order.indexOf(letter)] ?? colour(2 * (letter.charCodeAt(0) - 65));
    return path(squares(places), { fill }, element('title', {}, `Piece ${letter}`));
  });
  const names = [...shapes].map(([letter, places]) => {
    const middle = (k) => places.reduce((sum, place) => sum + place[k], 0) / places.length + 0.5;
    return text(middle(0), middle(1), 'piece-name', letter);
  });
  return svg(
    [-0.1, -0.1, width + 0.2, lines.length + 0.2],
    cubeColour
      ? `The ${cubeColour} cube unfolded, a shade for each piece`
      : 'The cube unfolded, a colour for each piece',
    ...drawing, borders(width, lines.length, (x, y) => lines[y]?.[x] ?? ' '), ...names,
  );
}

const kinds = { cells, board, row, sudoku, walk, letters };

/** A solution's picture as an SVG element; `cubeColour`: of a happy cube, "blue". */
export const draw = (picture, cubeColour) => kinds[picture.kind](picture, cubeColour);

const signs = {
  pieces: (pieces) => pieces.map((piece, n) => path(squares(piece.split(' ')), { fill: colour(3 * n) })),
  board: (columns) => chess(3, columns),
  arcs: () => [
    ...[0.1, 1.05, 2].map((x, n) => tile(x, 1.7, 0.9, 0.2, colour(n % 2 ? 8 : 2))),
    path('M.55 1.6A.95 1 0 0 1 2.45 1.6', { class: 'arc', stroke: colour(2) }),
  ],
  digits: () => [
    path('M0 0h3v3h-3zM1 0v3M2 0v3M0 1h3M0 2h3', { class: 'thin paper' }),
    ...['8', '3', '6'].map((digit, n) => text(n + 0.5, n + 0.8, 'found', digit)),
  ],
  walk: () => [
    path('M.5 .5H2.5V1.5H.5V2.5H2.5', { class: 'thread' }),
    ...Array.from({ length: 9 }, (_, n) =>
      element('circle', { cx: (n % 3) + 0.5, cy: Math.floor(n / 3) + 0.5, r: 0.3, class: 'bead' })),
  ],
  lines: () => [path('M.2 .5H2.8M.2 1.3H2M.2 2.1H2.5M.2 2.8H1.4', { class: 'lines' })],
};

/** A small sign for a puzzle: {pieces: ["00 10", ...]}, {board: columns}, or another of the signs. */
export function icon(sign) {
  const [[kind, given]] = Object.entries(sign);
  return element('svg', { viewBox: '-.1 -.1 3.2 3.2', 'aria-hidden': 'true', class: 'icon' }, ...signs[kind](given));
}
