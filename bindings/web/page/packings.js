// What the studio begins with.

import { fromPicture, normalised } from './grid.js';

const piece = (name, picture, least = 1, most = least) => ({
  name,
  cells: normalised(fromPicture(picture)),
  least,
  most,
});

/** A box full of cells, but those that `leave(x, y, z)` leaves out. */
function box(width, height, depth, leave = () => false) {
  const cells = [];
  for (let z = 0; z < depth; ++z) {
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) if (!leave(x, y, z)) cells.push([x, y, z]);
    }
  }
  return cells;
}

const pentominoes = {
  F: '.XX/XX./.X.', I: 'XXXXX', L: 'XXXX/X...', N: 'XXX./..XX', P: 'XXX/XX.', T: 'XXX/.X./.X.',
  U: 'X.X/XXX', V: 'X../X../XXX', W: 'X../XX./.XX', X: '.X./XXX/.X.', Y: 'XXXX/.X..', Z: 'XX./.X./.XX',
};

export const presets = [
  {
    name: 'Soma cube',
    make: () => ({
      pieces: [
        piece('L', 'XXX/X..'), piece('S', '.XX/XX.'), piece('T', 'XXX/.X.'), piece('R', 'XX/X.'),
        piece('P', 'X./X.//XX/..'), piece('Q', '.X/.X//XX/..'), piece('Y', 'XX/X.//X./..'),
      ],
      target: box(3, 3, 3),
      optional: [],
    }),
  },
  {
    name: 'Conway’s blocks',
    make: () => ({
      pieces: [piece('plate', 'XX/XX', 6), piece('cube', 'X', 3)],
      target: box(3, 3, 3),
      optional: [],
    }),
  },
  {
    name: 'Scott’s board',
    make: () => ({
      pieces: Object.entries(pentominoes).map(([name, picture]) => piece(name, picture)),
      target: box(8, 8, 1, (x, y) => [3, 4].includes(x) && [3, 4].includes(y)),
      optional: [],
    }),
  },
  {
    name: 'Three sticks',
    make: () => ({
      pieces: [piece('stick', 'XXX', 3)],
      target: [],
      optional: box(3, 3, 3, (x, y, z) => [x, y, z].filter((value) => value === 1).length > 1),
    }),
  },
];
