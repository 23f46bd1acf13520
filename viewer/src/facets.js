// The outside of a part on a grid other than cubes: the faces of its cells that no two of them
// share. A face is cut into triangles, from its middle to its edges. Each vertex knows how far it
// is from the edge of its triangle, and the shader draws rims, lines and shade from that. All faces
// have a circle within that touches every edge, and its centre is the middle. So the nearest edge
// of a point is always the edge of its triangle.
//
// Balls are made as in reductions/lattice/surface.cpp: a patch for each neighbour, with a round rim
// from which a neck leads to the neighbour if both are of one part.

import {letteredAmong} from './lettering.js';
import {Mesh} from './mesh.js';
import {cross, dot, sum} from './rotation.js';
import {key} from './scene.js';
import {CONCAVE, CONVEX, FLAT} from './surface.js';

/** The kind of edges that are not drawn. */
export const SMOOTH = 3;

const LETTER = 0.72;       // the side of a letter's square
const IN_CIRCLE = 1.44;    // side of a letter's square by the radius of the circle in a face
const PIECES = 4;          // pieces of each side of a ball's patch
const NECK = 0.35;         // radians: the angle of a neck's rim
const RADIUS = 0.5;

const unit = (a) => sum([0, 0, 0], a, 1 / Math.hypot(...a));
const mean = (points) => points.reduce((s, p) => sum(s, p, 1 / points.length), [0, 0, 0]);
const nameOf = (points) => points.map(key).sort((a, b) => a - b).join();

/** A mesh whose vertices have a tag (kind and distance of the edge, part, size of the letter; 0: none),
    and a vector from the middle of the letter. */
const makeMesh = () => new Mesh(['position', 'normal', 'outward', 'tag', 'beside']);

/** The cells that have each face. */
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

/** The centre of the circle in a face, and its radius. */
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

/** The outer faces of a part: corners, normal, circle, and the kinds of the edges. */
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
      if (there.length !== 2) return CONVEX;  // cells of the part touch along an edge only
      const other = there.find((f) => f !== face);
      const rise = dot(sum(other.middle, face.middle, -1), face.normal);
      if (Math.abs(rise) < 1e-6) return FLAT;
      return rise < 0 ? CONVEX : CONCAVE;
    });
  }
  return faces;
}

/** The side, of six, that a face looks to most. */
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

/** Adds the patch of a ball toward a neighbour, and half of a neck to it if they are joined. */
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
 * One mesh for all parts, each a list of cells. Per vertex: position, normal, outward (from the
 * face across its edge), tag (kind of the edge, distance from it, part, size of the letter), beside
 * (from the middle of the letter). A negative size is that of a letter that faces the viewer.
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
