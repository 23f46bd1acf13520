// Which faces of a part have its letter? One on each of the six sides, so that a part has at most
// three letters in sight: of the faces on that side, preferably of those that nothing covers in the
// assembly, the one nearest to the middle of these.

/** For each normal the cell whose face has the letter; null if the part has no face on that side. */
export function letteredFaces(cells, normals, has, isTaken) {
  return normals.map((n) => {
    const next = (c) => c.map((x, k) => x + n[k]);
    const outer = cells.filter((c) => !has(next(c)));
    const open = outer.filter((c) => !isTaken(next(c)));
    const among = open.length ? open : outer;
    const middle = [0, 1, 2].map((k) => among.reduce((sum, c) => sum + c[k], 0) / among.length);
    const far = (c) => Math.hypot(...c.map((x, k) => x - middle[k]));
    return among.reduce((best, c) => (best && far(best) <= far(c) ? best : c), null);
  });
}
