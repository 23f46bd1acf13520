// Defines how the coordinates of cells are oriented in the 3D picture. In the world coordinates of
// the picture, x points to the right, y up, and z toward the viewer. Both orientations below are
// rotations, so a piece is never drawn as its mirror image.

const IMAGES = {
  // Layers are printed with rows downward, layer z = 0 first. If the layers are stacked on a table
  // with the first layer on top, x points right, y toward the viewer, and z down.
  assembly: [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
  // The layers of a folded snake are printed with y upward. So y points away from the viewer, and z
  // up.
  walk: [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
};

/** The world coordinates of the unit vectors along x, y and z of the cells. */
export function imagesOfAxes(kind) {
  return IMAGES[kind];
}

/** The name of a direction along an axis, as seen in the picture, such as "left" or "up". */
export function directionName(kind, [x, y, z]) {
  const toward = kind === 'assembly' ? ['front', 'back'] : ['back', 'front'];
  const upright = kind === 'assembly' ? ['down', 'up'] : ['up', 'down'];
  if (x) return x > 0 ? 'right' : 'left';
  if (y) return toward[y > 0 ? 0 : 1];
  return upright[z > 0 ? 0 : 1];
}

/** The names of the directions in which a vector points: one name, or several if the vector is not
    parallel to an axis. */
export function directionNames(way) {
  const order = [2, 1, 0].filter((k) => Math.abs(way[k]) > 1e-6);
  return order.map((k) => directionName('assembly', way.map((c, i) => (i === k ? c : 0))));
}
