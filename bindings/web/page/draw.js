// Pictures of solutions, as SVG: what door.cpp says of a solution, by its kind.

import { namedColours } from './colours.js';
import { svgElement as element } from './dom.js';

/** `box`: left, top, width and height of what is seen. */
function svg(box, title, ...children) {
  return element(
    'svg',
    { viewBox: box.join(' '), role: 'img', class: 'picture', 'aria-label': title },
    ...children,
  );
}

/** One of twelve colours, told apart in light and dark. */
const colour = (n) => `var(--piece-${n % 12})`;

const key = (x, y, z = 0) => `${x},${y},${z}`;

/**
 * Pieces of cells, layer by layer. Pieces named by a colour are drawn in it. Of the other pieces,
 * those that exist once have a colour each; of copies, neighbours have different ones.
 */
function cells({ pieces }) {
  const owner = new Map();
  pieces.forEach((piece, p) => piece.cells.forEach((c) => owner.set(key(...c), p)));
  const kinds = new Set(pieces.map((piece) => piece.kind));
  const colours = kinds.size === pieces.length ? pieces.map((p) => p.kind) : greedy(pieces, owner);
  const order = pieces.map((_, p) => p).sort((a, b) => pieces[a].kind - pieces[b].kind);
  const named = namedColours(order.map((p) => pieces[p].name));
  const fills = colours.map(colour);
  order.forEach((p, n) => (fills[p] = named[n] ?? fills[p]));

  const all = pieces.flatMap((piece) => piece.cells);
  const most = [0, 1, 2].map((axis) => Math.max(0, ...all.map((c) => c[axis])) + 1);
  const [width, height, layers] = most;
  const gap = 0.7;
  const drawing = [];
  for (let z = 0; z < layers; ++z) {
    const left = z * (width + gap) + 0.1;
    const layer = element('g', { transform: `translate(${left} 0.1)` });
    pieces.forEach((piece, p) => {
      const here = piece.cells.filter((c) => c[2] === z);
      if (here.length === 0) return;
      const squares = here.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('');
      const name = element('title', {}, piece.name);
      const shape = element('path', { d: squares, fill: fills[p] }, name);
      layer.append(shape);
    });
    layer.append(element('path', { d: borders(width, height, z, owner), class: 'border' }));
    drawing.push(layer);
  }
  const total = layers * (width + gap) - gap + 0.2;
  return svg([0, 0, total, height + 0.2], 'The pieces in their places, layer by layer', ...drawing);
}

function borders(width, height, z, owner) {
  const at = (x, y) => owner.get(key(x, y, z));
  let path = '';
  for (let y = 0; y <= height; ++y) {
    for (let x = 0; x <= width; ++x) {
      if (at(x, y) !== at(x - 1, y)) path += `M${x} ${y}v1`;
      if (at(x, y) !== at(x, y - 1)) path += `M${x} ${y}h1`;
    }
  }
  return path;
}

function greedy(pieces, owner) {
  const steps = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  const colours = [];
  pieces.forEach((piece, p) => {
    const taken = new Set();
    for (const [x, y, z] of piece.cells) {
      for (const [dx, dy, dz] of steps) {
        const other = owner.get(key(x + dx, y + dy, z + dz));
        if (other !== undefined && other !== p) taken.add(colours[other]);
      }
    }
    let free = 0;
    while (taken.has(free)) ++free;
    colours[p] = free;
  });
  return colours;
}

const queen =
  'M.2 .8h.6v-.07h-.6zM.24 .7 .14 .34 .32 .52 .36 .24 .5 .5 .64 .24 .68 .52 .86 .34 .76 .7z';

function board({ side, columns }) {
  let dark = '';
  for (let y = 0; y < side; ++y) {
    for (let x = (y + 1) % 2; x < side; x += 2) dark += `M${x} ${y}h1v1h-1z`;
  }
  return svg(
    [0, 0, side, side],
    `A board of ${side} by ${side} squares; the queens stand in the columns ${columns.map((c) => c + 1).join(', ')}`,
    element('rect', { width: side, height: side, class: 'square-light' }),
    element('path', { d: dark, class: 'square-dark' }),
    ...columns.map((x, y) =>
      element('path', { d: queen, class: 'queen', transform: `translate(${x} ${y})` }),
    ),
  );
}

function row({ numbers }) {
  const drawing = [];
  const seen = new Map();
  let highest = 0;
  numbers.forEach((number, x) => {
    drawing.push(
      element('rect', {
        x: x + 0.04,
        y: 0,
        width: 0.92,
        height: 0.92,
        rx: 0.16,
        fill: colour(number - 1),
      }),
      element('text', { x: x + 0.5, y: 0.64, class: 'on-piece' }, number),
    );
    if (!seen.has(number)) {
      seen.set(number, x);
      return;
    }
    const from = seen.get(number) + 0.5;
    const radius = (x + 0.5 - from) / 2;
    const rise = radius * 0.55;
    highest = Math.max(highest, rise);
    drawing.push(
      element('path', {
        d: `M${from} -.06A${radius} ${rise} 0 0 1 ${x + 0.5} -.06`,
        class: 'arc',
        stroke: colour(number - 1),
      }),
    );
  });
  const box = [0, -highest - 0.15, numbers.length, highest + 1.15];
  return svg(box, `The row ${numbers.join(' ')}`, ...drawing);
}

function sudoku({ box_width: width, box_height: height, symbols, given, squares }) {
  const side = width * height;
  let thin = '';
  let thick = '';
  for (let k = 0; k <= side; ++k) {
    const across = `M0 ${k}h${side}`;
    const down = `M${k} 0v${side}`;
    if (k % height === 0) thick += across;
    else thin += across;
    if (k % width === 0) thick += down;
    else thin += down;
  }
  const digits = squares.flatMap((value, at) => {
    if (value === 0) return [];
    const place = { x: (at % side) + 0.5, y: Math.floor(at / side) + 0.71 };
    return [
      element(
        'text',
        { ...place, class: given[at] === 0 ? 'found' : 'given' },
        symbols[value - 1],
      ),
    ];
  });
  return svg(
    [-0.06, -0.06, side + 0.12, side + 0.12],
    'A sudoku',
    element('rect', { width: side, height: side, class: 'paper' }),
    element('path', { d: thin, class: 'thin' }),
    element('path', { d: thick, class: 'thick' }),
    ...digits,
  );
}

/** A folding, layer by layer, y upward; each cell with the time when it is visited. */
function walk({ side, cells: visited }) {
  const gap = 0.7;
  const place = ([x, y, z]) => [z * (side + gap) + x + 0.5, side - y - 0.5];
  const drawing = visited.map((cell, n) => {
    const [x, y] = place(cell);
    return element('rect', {
      x: x - 0.46,
      y: y - 0.46,
      width: 0.92,
      height: 0.92,
      rx: 0.14,
      fill: n % 2 === 0 ? 'var(--cubelet-a)' : 'var(--cubelet-b)',
    });
  });
  let thread = '';
  visited.forEach((cell, n) => {
    const [x, y] = place(cell);
    const same = n > 0 && visited[n - 1][2] === cell[2];
    thread += `${same ? 'L' : 'M'}${x} ${y}`;
  });
  drawing.push(element('path', { d: thread, class: 'thread' }));
  visited.forEach((cell, n) => {
    const [x, y] = place(cell);
    const end = n === 0 || n === visited.length - 1;
    drawing.push(
      element('circle', { cx: x, cy: y, r: end ? 0.34 : 0.27, class: end ? 'bead end' : 'bead' }),
      element('text', { x, y: y + 0.1, class: 'step' }, n + 1),
    );
  });
  const width = side * side + gap * (side - 1);
  return svg([0, 0, width, side], 'The cubelets by layers, numbered from one end', ...drawing);
}

/**
 * A drawing in letters, A to F for the pieces of a happy cube: shades of the cube's colour if it is
 * known, otherwise a colour for each letter.
 */
function letters({ text }, cubeColour) {
  const lines = text.replace(/\s+$/, '').split('\n');
  const width = Math.max(...lines.map((line) => line.length));
  const at = (x, y) => lines[y]?.[x] ?? ' ';
  const shapes = new Map();
  let border = '';
  for (let y = 0; y <= lines.length; ++y) {
    for (let x = 0; x <= width; ++x) {
      const letter = at(x, y);
      if (letter !== ' ') {
        if (!shapes.has(letter)) shapes.set(letter, []);
        shapes.get(letter).push([x, y]);
      }
      if (letter !== at(x - 1, y)) border += `M${x} ${y}v1`;
      if (letter !== at(x, y - 1)) border += `M${x} ${y}h1`;
    }
  }
  const order = [...shapes.keys()].sort();
  const named = namedColours(order.map((letter) => `${cubeColour ?? ''} ${letter}`));
  const drawing = [...shapes].map(([letter, squares]) =>
    element(
      'path',
      {
        d: squares.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(''),
        fill: named[order.indexOf(letter)] ?? colour(2 * (letter.charCodeAt(0) - 65)),
      },
      element('title', {}, `Piece ${letter}`),
    ),
  );
  const names = [...shapes].map(([letter, squares]) => {
    const middle = (k) => squares.reduce((sum, square) => sum + square[k], 0) / squares.length + 0.5;
    const place = { x: middle(0), y: middle(1), class: 'piece-name' };
    return element('text', place, letter);
  });
  return svg(
    [-0.1, -0.1, width + 0.2, lines.length + 0.2],
    cubeColour
      ? `The ${cubeColour} cube unfolded, a shade for each piece`
      : 'The cube unfolded, a colour for each piece',
    ...drawing,
    element('path', { d: border, class: 'border' }),
    ...names,
  );
}

const kinds = { cells, board, row, sudoku, walk, letters };

/** A solution's picture as an SVG element; `cubeColour`: of a happy cube, "blue". */
export const draw = (picture, cubeColour) => kinds[picture.kind](picture, cubeColour);

/** A small sign for a puzzle. */
export function icon({ pieces, board: columns, arcs, digits, walk: winds }) {
  const drawing = [];
  if (pieces) {
    pieces.forEach((piece, n) => {
      const d = piece
        .split(' ')
        .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
        .join('');
      drawing.push(element('path', { d, fill: colour(3 * n) }));
    });
  } else if (columns) {
    drawing.push(element('rect', { width: 3, height: 3, class: 'square-light' }));
    drawing.push(
      element('path', { d: 'M1 0h1v1h-1zM0 1h1v1h-1zM2 1h1v1h-1zM1 2h1v1h-1z', class: 'square-dark' }),
    );
    columns.forEach((x, y) =>
      drawing.push(element('path', { d: queen, class: 'queen', transform: `translate(${x} ${y})` })),
    );
  } else if (arcs) {
    [0.1, 1.05, 2].forEach((x, n) =>
      drawing.push(
        element('rect', { x, y: 1.7, width: 0.9, height: 0.9, rx: 0.2, fill: colour(n % 2 ? 8 : 2) }),
      ),
    );
    drawing.push(
      element('path', { d: 'M.55 1.6A.95 1 0 0 1 2.45 1.6', class: 'arc', stroke: colour(2) }),
    );
  } else if (digits) {
    drawing.push(element('path', { d: 'M0 0h3v3h-3zM1 0v3M2 0v3M0 1h3M0 2h3', class: 'thin paper' }));
    [
      ['8', 0.5, 0.8],
      ['3', 1.5, 1.8],
      ['6', 2.5, 2.8],
    ].forEach(([digit, x, y]) =>
      drawing.push(element('text', { x, y, class: 'found' }, digit)),
    );
  } else if (winds) {
    drawing.push(element('path', { d: 'M.5 .5H2.5V1.5H.5V2.5H2.5', class: 'thread' }));
    for (let n = 0; n < 9; ++n) {
      drawing.push(
        element('circle', { cx: (n % 3) + 0.5, cy: Math.floor(n / 3) + 0.5, r: 0.3, class: 'bead' }),
      );
    }
  } else {
    drawing.push(element('path', { d: 'M.2 .5H2.8M.2 1.3H2M.2 2.1H2.5M.2 2.8H1.4', class: 'lines' }));
  }
  return element(
    'svg',
    { viewBox: '-.1 -.1 3.2 3.2', 'aria-hidden': 'true', class: 'icon' },
    ...drawing,
  );
}
