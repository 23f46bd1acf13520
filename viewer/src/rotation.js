// Adds and rotates vectors, which are plain arrays. Rotations are unit quaternions [x, y, z, w].

export const IDENTITY = [0, 0, 0, 1];

export function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The sum a + s b of two vectors. */
export function sum(a, b, s = 1) {
  return [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
}

export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The rotation by an angle about a unit vector, counter-clockwise as seen from the tip of the
    vector. */
export function about(axis, angle) {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

/** The rotation that rotates first by b, then by a. */
export function after(a, b) {
  const v = cross(a, b);
  return [
    a[3] * b[0] + b[3] * a[0] + v[0],
    a[3] * b[1] + b[3] * a[1] + v[1],
    a[3] * b[2] + b[3] * a[2] + v[2],
    a[3] * b[3] - dot(a, b),
  ];
}

export function inverse(q) {
  return [-q[0], -q[1], -q[2], q[3]];
}

export function rotate(q, v) {
  const t = cross(q, v);
  const s = [t[0] + q[3] * v[0], t[1] + q[3] * v[1], t[2] + q[3] * v[2]];
  const c = cross(q, s);
  return [v[0] + 2 * c[0], v[1] + 2 * c[1], v[2] + 2 * c[2]];
}
