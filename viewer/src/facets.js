// Makes the outer surface of a part on a grid whose cells are not cubes: the faces that belong to
// only one cell of the part. A face is cut into triangles, from its middle to its edges. Each
// vertex stores its distance from the edge of the face that belongs to its triangle. From this
// distance the shader draws rounded rims, edge lines and shading. Each face has an inscribed circle
// that touches every edge. The centre of the circle is the middle of the face. So the edge nearest
// to a point of a triangle is always the edge of this triangle.
//
// Cells may also be balls, which are made as in reductions/lattice/surface.cpp. The surface of a
// ball has a patch for each neighbour. If both balls belong to one part, a neck joins them.

import {letteredAmong} from './lettering.js';
import {Mesh} from './mesh.js';
import {cross, dot, sum} from './rotation.js';
import {key} from './scene.js';
import {CONCAVE, CONVEX, FLAT} from './surface.js';

/** The kind of edge that is not drawn, because the surface is smooth there. */
export const SMOOTH = 3;

const LETTER = 0.72;       // maximum side of the square in which a letter is drawn
// Side of a letter's square, divided by the radius of the inscribed circle of the face.
const IN_CIRCLE = 1.44;
const PIECES = 4;          // number of pieces into which each side of a ball's patch is divided
const NECK = 0.35;         // angle between the axis and the rim of a neck, in radians
const RADIUS = 0.5;

const unit = (a) => sum([0, 0, 0], a, 1 / Math.hypot(...a));
const mean = (points) => points.reduce((s, p) => sum(s, p, 1 / points.length), [0, 0, 0]);
const nameOf = (points) => points.map(key).sort((a, b) => a - b).join();

/** Makes an empty mesh. The attribute `tag` of a vertex has the kind and distance of the edge, the
    number of the part, and the size of the letter (0 if the face has none). The attribute `beside`
    is a vector from the middle of the letter. */
const makeMesh = () => new Mesh(['position', 'normal', 'outward', 'tag', 'beside']);

/** For each face, the cells to which the face belongs. */
function sidesOf(cells, grid) {
  const sides = new Map();
  cells.forEach((cell) => grid.facesOf(cell).forEach((points) => {
    const name = nameOf(points);
    const side = sides.get(name) ?? {points, cells: []};
    side.cells.push(cell);
    sides.set(name, side);
  }));
  return sides;
}

/** The centre and the radius of the inscribed circle of a face. */
function circleIn(corners) {
  const n = corners.length;
  const length = (k) => Math.hypot(...sum(corners[(k + 1) % n], corners[k], -1));
  let middle = mean(corners);
  if (n === 3) {
    const sides = [length(1), length(2), length(0)];
    const all = sides[0] + sides[1] + sides[2];
    middle = corners.reduce((s, c, k) => sum(s, c, sides[k] / all), [0, 0, 0]);
  }
  const along = unit(sum(corners[1], corners[0], -1));
  const from = sum(middle, corners[0], -1);
  return {middle, radius: Math.hypot(...sum(from, along, -dot(from, along)))};
}

/** The outer faces of a part, each with its corners, normal, inscribed circle, and the kinds of its
    edges (flat, convex or concave). */
export function outerFaces(cells, grid) {
  const faces = [];
  const edges = new Map();
  for (const [name, {points, cells: both}] of sidesOf(cells, grid)) {
    if (both.length > 1) continue;
    const corners = points.map((point) => grid.at(point));
    const normal = unit(cross(sum(corners[1], corners[0], -1), sum(corners[2], corners[0], -1)));
    const face = {name, points, corners, normal, side: sideOf(normal), ...circleIn(corners)};
    faces.push(face);
    points.forEach((a, k) => {
      const edge = nameOf([a, points[(k + 1) % points.length]]);
      edges.set(edge, [...edges.get(edge) ?? [], face]);
    });
  }
  for (const face of faces) {
    face.kinds = face.points.map((a, k) => {
      const there = edges.get(nameOf([a, face.points[(k + 1) % face.points.length]]));
      if (there.length !== 2) return CONVEX;  // two cells of the part touch only along this edge
      const other = there.find((f) => f !== face);
      const rise = dot(sum(other.middle, face.middle, -1), face.normal);
      if (Math.abs(rise) < 1e-6) return FLAT;
      return rise < 0 ? CONVEX : CONCAVE;
    });
  }
  return faces;
}

/** The number, from 0 to 5, of the axis direction closest to the normal of a face. */
function sideOf(normal) {
  const k = [0, 1, 2].reduce((best, i) =>
    (Math.abs(normal[i]) > Math.abs(normal[best]) + 1e-6 ? i : best), 0);
  return 2 * k + (normal[k] < 0 ? 1 : 0);
}

function addFace(mesh, {corners, normal, middle, radius, kinds}, part, lettered) {
  const size = lettered ? Math.min(LETTER, IN_CIRCLE * radius) : 0;
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length];
    const outward = unit(cross(sum(b, a, -1), normal));
    const at = [[middle, radius], [a, 0], [b, 0]].map(([p, distance]) => mesh.vertex(
      p, normal, outward, [kinds[k], distance, part, size], sum(p, middle, -1)));
    mesh.index.push(...at);
  });
}

/** Adds the patch of a ball's surface that faces a neighbour. If the two balls are joined, half of
    the neck between them is added too. */
function addPatch(mesh, centre, corners, part, joined) {
  const directions = corners.map((corner) => unit(sum(corner, centre, -1)));
  const step = sum(mean(corners), centre, -1);
  const axis = unit(step);
  const border = directions.flatMap((a, k) => {
    const b = directions[(k + 1) % directions.length];
    return Array.from({length: PIECES}, (_, i) =>
      unit(sum(sum([0, 0, 0], a, 1 - i / PIECES), b, i / PIECES)));
  });
  const asides = border.map((d) => unit(sum(d, axis, -dot(d, axis))));
  const whole = border.map((d) => Math.acos(dot(d, axis)));
  const vertex = (beside, normal) => mesh.vertex(
    sum(centre, beside), normal, [0, 0, 0], [SMOOTH, 1, part, -LETTER], beside);
  const ring = (angle) => asides.map((aside, i) => {
    const direction =
      sum(sum([0, 0, 0], axis, Math.cos(angle(i))), aside, Math.sin(angle(i)));
    return vertex(sum([0, 0, 0], direction, RADIUS), direction);
  });
  const band = (outer, inner) => outer.forEach((a, i) => {
    const next = (i + 1) % outer.length;
    mesh.index.push(a, outer[next], inner[next], a, inner[next], inner[i]);
  });
  const middle = ring((i) => (whole[i] + NECK) / 2);
  const rim = ring(() => NECK);
  band(ring((i) => whole[i]), middle);
  band(middle, rim);
  if (joined) {
    const end = (along) => asides.map((aside) =>
      vertex(sum(sum([0, 0, 0], axis, along), aside, RADIUS * Math.sin(NECK)), aside));
    band(end(RADIUS * Math.cos(NECK)), end(Math.hypot(...step)));
  } else {
    const cap = ring(() => NECK / 2);
    band(rim, cap);
    const top = vertex(sum([0, 0, 0], axis, RADIUS), axis);
    cap.forEach((a, i) => mesh.index.push(a, cap[(i + 1) % cap.length], top));
  }
}

/**
 * Makes one mesh for all parts, each given as a list of cells. Each vertex has a position, a
 * normal, `outward` (a vector from the face across its edge), a tag (kind of the edge, distance
 * from the edge, part, size of the letter), and `beside` (a vector from the middle of the letter).
 * If the size of the letter is negative, the letter always faces the viewer.
 */
export function facetsOf(parts, grid) {
  const mesh = makeMesh();
  if (grid.balls) {
    parts.forEach((cells, part) => {
      const sides = sidesOf(cells, grid);
      for (const cell of cells) {
        const centre = grid.middleOf(cell);
        for (const points of grid.facesOf(cell)) {
          const joined = sides.get(nameOf(points)).cells.length > 1;
          addPatch(mesh, centre, points.map((point) => grid.at(point)), part, joined);
        }
      }
    });
    return mesh.arrays();
  }
  const outer = parts.map((cells) => outerFaces(cells, grid));
  const touching = new Map();
  for (const {name} of outer.flat()) touching.set(name, (touching.get(name) ?? 0) + 1);
  outer.forEach((faces, part) => {
    const lettered = letteredAmong(faces, ({name}) => touching.get(name) > 1);
    for (const face of faces) addFace(mesh, face, part, lettered.has(face));
  });
  return mesh.arrays();
}
