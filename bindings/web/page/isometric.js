// Draws small pictures of cubes, seen from a corner, for the cards of the start page and for pieces.

import { drawn } from './dom.js';

const [across, down] = [0.866, 0.5];

/**
 * The point of the picture at which a corner of a cube is drawn. In the picture, x goes to the
 * right, y to the left, and z down.
 */
const place = ([x, y, z]) => `${((x - y) * across).toFixed(2)} ${((x + y) * down + z).toFixed(2)}`;

/** The three visible faces of a cube, each with its four corners and the percentage by which it is darkened. */
const faces = [
  [[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], 0],
  [[[0, 1, 0], [1, 1, 0], [1, 1, 1], [0, 1, 1]], 18],
  [[[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]], 34],
];

/** Draws cubes given by position and colour as [[x, y, z, colour], ...]. Cubes in the back are drawn first. */
export function isometric(cubes) {
  const paths = [];
  const order = [...cubes].sort((a, b) => b[2] - a[2] || a[0] + a[1] - b[0] - b[1]);
  for (const [x, y, z, colour] of order) {
    for (const [corners, darker] of faces) {
      const d = `M${corners.map(([i, j, k]) => place([x + i, y + j, z + k])).join('L')}z`;
      paths.push(drawn('path', { d, style: `fill: color-mix(in srgb, ${colour}, #000 ${darker}%)` }));
    }
  }
  const left = Math.min(...cubes.map(([x, y]) => x - y - 1)) * across;
  const right = Math.max(...cubes.map(([x, y]) => x - y + 1)) * across;
  const top = Math.min(...cubes.map(([x, y, z]) => (x + y) * down + z));
  const bottom = Math.max(...cubes.map(([x, y, z]) => (x + y + 2) * down + z + 1));
  const viewBox = `${left} ${top} ${right - left} ${bottom - top}`;
  return drawn('svg', { viewBox, class: 'icon cubes', 'aria-hidden': 'true' }, ...paths);
}

/**
 * Draws cubes given by layers of rows of letters, the topmost layer first. `colourOf` returns the
 * colour of a letter.
 */
export const layered = (layers, colourOf) =>
  isometric(
    layers.flatMap((layer, z) =>
      layer.split('/').flatMap((row, y) =>
        [...row].flatMap((letter, x) => (letter === '.' ? [] : [[x, y, z, colourOf(letter)]])),
      ),
    ),
  );
