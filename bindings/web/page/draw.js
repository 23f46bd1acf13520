// Draws small icons for puzzles as SVG. The library draws the pictures of solutions.

import { drawn as element } from './dom.js';

const path = (d, more, ...children) => element('path', { d, ...more }, ...children);
const text = (x, y, kind, words) => element('text', { x, y, class: kind }, words);

/** Colour n of twelve colours that can be told apart on light and on dark pages. */
const colour = (n) => `var(--piece-${n % 12})`;

/** The SVG path of several squares of side 1, given by their top left corners. */
const squares = (places) => places.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');

/** A square with round corners, a little smaller than the given side. */
const tile = (x, y, side, rx, fill) => element('rect', { x, y, width: side, height: side, rx, fill });

const crown = 'M.2 .8h.6v-.07h-.6zM.24 .7 .14 .34 .32 .52 .36 .24 .5 .5 .64 .24 .68 .52 .86 .34 .76 .7z';

/** Draws a board with queens. `columns`: the column of the queen in each row. */
function chess(side, columns) {
  const dark = [];
  for (let y = 0; y < side; ++y) for (let x = (y + 1) % 2; x < side; x += 2) dark.push([x, y]);
  return [
    element('rect', { width: side, height: side, class: 'square-light' }),
    path(squares(dark), { class: 'square-dark' }),
    ...columns.map((x, y) => path(crown, { class: 'queen', transform: `translate(${x} ${y})` })),
  ];
}

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

/** Draws a small icon for a puzzle. `sign`: {pieces: ["00 10", ...]}, {board: columns}, or another key of `signs`. */
export function icon(sign) {
  const [[kind, given]] = Object.entries(sign);
  return element('svg', { viewBox: '-.1 -.1 3.2 3.2', 'aria-hidden': 'true', class: 'icon' }, ...signs[kind](given));
}
