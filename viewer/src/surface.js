// What is the outside of a part? Its cells are unit cubes around lattice points; the part is their
// union with a skin of thickness SKIN taken off, so that neighbouring parts do not touch.
//
//        edge u = +        Each outer face is a square seen along its normal, with axes u and v.
//     +-----------+        An edge of it is flat (the surface goes on), convex (it turns away) or
//     |           |        concave (it turns toward the viewer); the square is drawn in there by
//     |   face    | v = +  SKIN, or out. Where the surface goes on along both edges of a corner but
//     |           |        not across it, the corner is cut out (a notch).
//     +-----------+
//
// The kinds of the edges go with each vertex: the shader draws rims, lines and shade from them. So
// does whether the face has the letter of its part (lettering.js).

import {letteredFaces} from './lettering.js';
import {key} from './scene.js';

export const SKIN = 0.028;
export const FLAT = 0;
export const CONVEX = 1;
export const CONCAVE = 2;
export const LETTERED = 4096;

/** The six faces: normal, then u and v with u × v along the positive axis of the normal. */
const FACES = [];
for (let axis = 0; axis < 3; ++axis) {
  for (const sign of [1, -1]) {
    const unit = (a, s) => [0, 1, 2].map((i) => (i === a ? s : 0));
    FACES.push({n: unit(axis, sign), u: unit((axis + 1) % 3, 1), v: unit((axis + 2) % 3, 1), sign});
  }
}

/** Corners counter-clockwise from (+, +): signs of u and v, and the edges that meet there. */
const CORNERS = [[1, 1], [-1, 1], [-1, -1], [1, -1]];

/** Vertices of a growing mesh. */
class Buffer {
  constructor(faces) {
    this.vertices = 0;
    this.indices = 0;
    this.grow(Math.max(64, faces * 4));
    this.index = new Uint32Array(Math.max(64, faces * 6));
  }

  grow(capacity) {
    const wider = (old, type, size) => {
      const next = new type(capacity * size);
      if (old) next.set(old);
      return next;
    };
    this.position = wider(this.position, Float32Array, 3);
    this.normal = wider(this.normal, Int8Array, 4);
    this.face = wider(this.face, Float32Array, 2);
    this.tag = wider(this.tag, Float32Array, 2);
    this.capacity = capacity;
  }

  vertex(cell, {n, u, v}, a, b, edges, part) {
    if (this.vertices === this.capacity) this.grow(this.capacity * 2);
    const i = this.vertices++;
    for (let k = 0; k < 3; ++k) {
      this.position[3 * i + k] = cell[k] + (0.5 - SKIN) * n[k] + a * u[k] + b * v[k];
      this.normal[4 * i + k] = n[k];
    }
    this.face[2 * i] = a;
    this.face[2 * i + 1] = b;
    this.tag[2 * i] = edges;
    this.tag[2 * i + 1] = part;
    return i;
  }

  triangle(a, b, c, sign) {
    if (this.indices + 3 > this.index.length) {
      const next = new Uint32Array(this.index.length * 2);
      next.set(this.index);
      this.index = next;
    }
    this.index[this.indices++] = a;
    this.index[this.indices++] = sign > 0 ? b : c;
    this.index[this.indices++] = sign > 0 ? c : b;
  }

  arrays() {
    const n = this.vertices;
    return {
      position: this.position.slice(0, 3 * n),
      normal: this.normal.slice(0, 4 * n),
      face: this.face.slice(0, 2 * n),
      tag: this.tag.slice(0, 2 * n),
      index: this.index.slice(0, this.indices),
    };
  }
}

function plus(a, b, s = 1) {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}

const DRAWN = {[FLAT]: 0, [CONVEX]: -SKIN, [CONCAVE]: SKIN};

function addFace(buffer, has, cell, face, part, lettered) {
  const {n, u, v, sign} = face;
  const kind = (axis, s) => {
    const beside = plus(cell, axis, s);
    if (!has(beside)) return CONVEX;
    return has(plus(beside, n)) ? CONCAVE : FLAT;
  };
  // In the order u+, u-, v+, v-: two bits each; then a bit for the notch at each corner.
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
      const opposite = plus(plus(cell, u, su), v, sv);
      if (!has(opposite)) {
        edges += 256 << corner;
        along = [[a, sv * inner], [su * inner, sv * inner], [su * inner, b]];
      } else if ((ku === CONCAVE || kv === CONCAVE) && !has(plus(opposite, n))) {
        // The face opposite is drawn out too: they meet in a mitre.
        along = [[su * 0.5, sv * 0.5]];
        if (ku === CONCAVE) along.unshift([a, sv * inner]);
        if (kv === CONCAVE) along.push([su * inner, b]);
      }
    } else if (ku === CONCAVE) {
      along.push([su * 0.5, b]);  // where faces on the other side of the edge have a vertex
    } else if (kv === CONCAVE) {
      along.unshift([a, sv * 0.5]);
    }
    points.push(...(su * sv > 0 ? along : along.reverse()));
  });
  const at = points.map(([a, b]) => buffer.vertex(cell, face, a, b, edges, part));
  if (at.length === 4) {
    buffer.triangle(at[0], at[1], at[2], sign);
    buffer.triangle(at[0], at[2], at[3], sign);
    return;
  }
  const centre = buffer.vertex(cell, face, 0, 0, edges, part);
  at.forEach((p, i) => buffer.triangle(centre, p, at[(i + 1) % at.length], sign));
}

/**
 * One mesh for all parts, each a list of cells. Per vertex: position, normal (a fourth number
 * pads it), face (u and v in the cell's face, -1/2 to 1/2), tag (kinds of the edges and LETTERED,
 * part).
 */
export function surfaceOf(parts) {
  const cells = parts.reduce((sum, part) => sum + part.length, 0);
  const buffer = new Buffer(cells * 4);
  const all = new Set(parts.flatMap((part) => part.map(key)));
  parts.forEach((part, p) => {
    const own = new Set(part.map(key));
    const has = (c) => own.has(key(c));
    const letters = letteredFaces(part, FACES.map(({n}) => n), has, (c) => all.has(key(c)));
    for (const cell of part) {
      FACES.forEach((face, f) => {
        if (!has(plus(cell, face.n))) addFace(buffer, has, cell, face, p, letters[f] === cell);
      });
    }
  });
  return buffer.arrays();
}
