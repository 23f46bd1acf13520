// Chooses the faces of a part (piece) on which its letter is drawn. One face is chosen on each of
// the six sides, so that at most three letters of a part are visible. Candidates are the faces on
// that side that do not touch another part, or all faces on that side if all of them do. The
// candidate nearest to the middle of all candidates is chosen.

import {sum} from './rotation.js';

/**
 * Returns the faces on which the letter is drawn. Each face has a `middle` and the number of its
 * `side`. `covered(face)` tells whether another part touches the face. A later face is preferred to
 * an earlier face only if it is nearer to the middle by more than `nearer`.
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
