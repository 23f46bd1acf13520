// How does the lattice stand in the picture? World: x to the right, y up, z toward the viewer.
// Both ways are rotations: a piece never turns into its mirror image.

const IMAGES = {
  // Layers are printed with rows downward, layer z = 0 first. Stacked on a table with the first
  // layer on top, x points right, y toward the viewer, z down.
  assembly: [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
  // The layers of a folded string are printed with y upward: y points away from the viewer, z up.
  walk: [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
};

/** The images of the unit vectors along x, y, z of the lattice, in the world. */
export function imagesOfAxes(kind) {
  return IMAGES[kind];
}

export function determinant([a, b, c]) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/** Names of the six directions of the lattice, as a reader of the picture says them. */
export function directionName(kind, [x, y, z]) {
  const toward = kind === 'assembly' ? ['front', 'back'] : ['back', 'front'];
  const upright = kind === 'assembly' ? ['down', 'up'] : ['up', 'down'];
  if (x) return x > 0 ? 'right' : 'left';
  if (y) return toward[y > 0 ? 0 : 1];
  return upright[z > 0 ? 0 : 1];
}

/** Names of the directions that a way in an assembly leads to: one, or several if it is slanted. */
export function directionNames(way) {
  const order = [2, 1, 0].filter((k) => Math.abs(way[k]) > 1e-6);
  return order.map((k) => directionName('assembly', way.map((c, i) => (i === k ? c : 0))));
}
