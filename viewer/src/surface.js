// Makes the outer surface of a part (piece) made of unit cubes, whose centres are lattice points. A
// skin of thickness SKIN is removed from the part, so that neighbouring parts do not touch.
//
//        edge u = +        The picture shows an outer face along its normal. The face is a square
//     +-----------+        with axes u and v. At a flat edge the surface continues in the plane of
//     |           |        the face. At a convex edge the surface turns away from the viewer, and
//     |   face    | v = +  the square ends SKIN before the edge. At a concave edge the surface turns
//     |           |        toward the viewer, and the square ends SKIN behind the edge. A corner has
//     +-----------+        a notch if no edge at it is convex, but the cell diagonally opposite is
//                          empty. A square of side SKIN is then cut out of the corner.
//
// Each vertex stores the kinds of its face's edges, from which the shader draws rounded rims, edge
// lines and shading. Each vertex also stores whether the face has the letter of its part
// (lettering.js).

import {letteredAmong} from './lettering.js';
import {Mesh} from './mesh.js';
import {sum} from './rotation.js';
import {key} from './scene.js';

export const SKIN = 0.028;
export const FLAT = 0;
export const CONVEX = 1;
export const CONCAVE = 2;
export const LETTERED = 4096;

/** The six faces of a cube, each with its normal and its axes u and v. The vector u × v points
    along the positive axis of the normal. */
const FACES = [];
for (let axis = 0; axis < 3; ++axis) {
  for (const sign of [1, -1]) {
    const unit = (a, s) => [0, 1, 2].map((i) => (i === a ? s : 0));
    const n = unit(axis, sign);
    FACES.push({n, normal: [...n, 0], u: unit((axis + 1) % 3, 1), v: unit((axis + 2) % 3, 1), sign});
  }
}

/** The corners of a face, counter-clockwise from (+, +), as the signs of u and v. */
const CORNERS = [[1, 1], [-1, 1], [-1, -1], [1, -1]];

const DRAWN = {[FLAT]: 0, [CONVEX]: -SKIN, [CONCAVE]: SKIN};

function addFace(mesh, has, cell, {n, normal, u, v, sign}, part, lettered) {
  const kind = (axis, s) => {
    const beside = sum(cell, axis, s);
    if (!has(beside)) return CONVEX;
    return has(sum(beside, n)) ? CONCAVE : FLAT;
  };
  // The kinds of the edges (flat, convex or concave) in the order u+, u-, v+, v-. The number
  // `edges` has two bits for each of these kinds, and then a bit for each corner that is set if the
  // corner has a notch.
  const kinds = [kind(u, 1), kind(u, -1), kind(v, 1), kind(v, -1)];
  let edges = kinds[0] + 4 * kinds[1] + 16 * kinds[2] + 64 * kinds[3] + (lettered ? LETTERED : 0);
  const points = [];
  CORNERS.forEach(([su, sv], corner) => {
    const ku = kinds[su > 0 ? 0 : 1];
    const kv = kinds[sv > 0 ? 2 : 3];
    const a = su * (0.5 + DRAWN[ku]);
    const b = sv * (0.5 + DRAWN[kv]);
    const inner = 0.5 - SKIN;
    let along = [[a, b]];
    if (ku !== CONVEX && kv !== CONVEX) {
      const opposite = sum(sum(cell, u, su), v, sv);
      if (!has(opposite)) {
        edges += 256 << corner;
        along = [[a, sv * inner], [su * inner, sv * inner], [su * inner, b]];
      } else if ((ku === CONCAVE || kv === CONCAVE) && !has(sum(opposite, n))) {
        // The face of the diagonally opposite cell is extended too, so the two faces meet along a
        // slanted line.
        along = [[su * 0.5, sv * 0.5]];
        if (ku === CONCAVE) along.unshift([a, sv * inner]);
        if (kv === CONCAVE) along.push([su * inner, b]);
      }
    } else if (ku === CONCAVE) {
      // The face needs a vertex here, because the faces on the other side of the edge have a vertex
      // there.
      along.push([su * 0.5, b]);
    } else if (kv === CONCAVE) {
      along.unshift([a, sv * 0.5]);
    }
    points.push(...(su * sv > 0 ? along : along.reverse()));
  });
  const centre = sum(cell, n, 0.5 - SKIN);
  const vertex = ([a, b]) => mesh.vertex(sum(sum(centre, u, a), v, b), normal, [a, b], [edges, part]);
  const at = points.map(vertex);
  const triangle = (a, b, c) => mesh.index.push(a, ...(sign > 0 ? [b, c] : [c, b]));
  if (at.length === 4) {
    triangle(at[0], at[1], at[2]);
    triangle(at[0], at[2], at[3]);
    return;
  }
  const middle = vertex([0, 0]);
  at.forEach((p, i) => triangle(middle, p, at[(i + 1) % at.length]));
}

/**
 * Makes one mesh for all parts, each given as a list of cells. Each vertex has a position, a normal
 * (with a fourth number as padding), `face` (u and v in the cell's face, from -1/2 to 1/2), and a
 * tag (kinds of the edges and LETTERED; number of the part).
 */
export function surfaceOf(parts) {
  const mesh = new Mesh(['position', 'normal', 'face', 'tag']);
  const all = new Set(parts.flatMap((part) => part.map(key)));
  parts.forEach((part, p) => {
    const own = new Set(part.map(key));
    const has = (c) => own.has(key(c));
    const outer = part.flatMap((cell) => FACES.flatMap((face, side) =>
      (has(sum(cell, face.n)) ? [] : [{cell, middle: cell, side, face}])));
    const lettered = letteredAmong(outer, ({cell, face}) => all.has(key(sum(cell, face.n))), 0);
    for (const each of outer) addFace(mesh, has, each.cell, each.face, p, lettered.has(each));
  });
  return mesh.arrays();
}
