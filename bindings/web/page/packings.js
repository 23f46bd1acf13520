// The examples of packing puzzles that the view Studio offers.

import { boxOf, fromPicture, normalised } from './grid.js';

const piece = (name, picture, least = 1, most = least) => ({
  name,
  cells: normalised(fromPicture(picture)),
  least,
  most,
});

const pentominoes = {
  F: '.XX/XX./.X.', I: 'XXXXX', L: 'XXXX/X...', N: 'XXX./..XX', P: 'XXX/XX.', T: 'XXX/.X./.X.',
  U: 'X.X/XXX', V: 'X../X../XXX', W: 'X../XX./.XX', X: '.X./XXX/.X.', Y: 'XXXX/.X..', Z: 'XX./.X./.XX',
};

export const presets = [
  {
    name: 'Soma cube',
    pieces: [
      piece('L', 'XXX/X..'), piece('S', '.XX/XX.'), piece('T', 'XXX/.X.'), piece('R', 'XX/X.'),
      piece('P', 'X./X.//XX/..'), piece('Q', '.X/.X//XX/..'), piece('Y', 'XX/X.//X./..'),
    ],
    target: boxOf(3, 3, 3),
  },
  {
    name: 'Conway’s blocks',
    pieces: [piece('plate', 'XX/XX', 6), piece('cube', 'X', 3)],
    target: boxOf(3, 3, 3),
  },
  {
    name: 'Scott’s board',
    pieces: Object.entries(pentominoes).map(([name, picture]) => piece(name, picture)),
    target: boxOf(8, 8, 1).filter(([x, y]) => ![3, 4].includes(x) || ![3, 4].includes(y)),
  },
  {
    name: 'Three sticks',
    pieces: [piece('stick', 'XXX', 3)],
    target: [],
    optional: boxOf(3, 3, 3).filter((cell) => cell.filter((value) => value === 1).length < 2),
  },
];
