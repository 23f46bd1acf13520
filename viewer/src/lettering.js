// Chooses the faces of a part that have its letter. One on each of the six sides, so that a part
// has at most three letters in sight. It is the face of its side that is nearest to the middle of
// all candidates. Candidates are the faces that nothing covers in the assembly, or all faces of the
// side if there are none.

import {sum} from './rotation.js';

/**
 * The faces, each with its `middle` and the number of its `side`, that have the letter. `covered(face)`:
 * another part lies against it; `nearer`: by how much a later face must be nearer than an earlier one.
 */
export function letteredAmong(faces, covered, nearer = 1e-6) {
  const lettered = new Set();
  for (let side = 0; side < 6; ++side) {
    const outer = faces.filter((face) => face.side === side);
    const open = outer.filter((face) => !covered(face));
    const among = open.length ? open : outer;
    if (among.length === 0) continue;
    const middle = [0, 1, 2].map((k) => among.reduce((all, face) => all + face.middle[k], 0) / among.length);
    const far = (face) => Math.hypot(...sum(face.middle, middle, -1));
    lettered.add(among.reduce((best, face) => (far(face) < far(best) - nearer ? face : best)));
  }
  return lettered;
}
