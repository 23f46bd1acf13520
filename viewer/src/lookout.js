// Chooses a view of the assembly from which the parts that move are visible.

const ENOUGH = 0.4;   // the view is kept if at least this fraction of the moving cells is visible
// A view is good enough if it shows this fraction of the cells that the best view shows.
const GOOD = 0.8;
const FARTHEST = 90;  // maximum angle in degrees by which the view turns at once

/** The angles by which the initial view is turned to the left and right, in degrees. Each angle is
    tried from above and from below the assembly. */
const TURNS = [0, 45, -45, 90, -90];

/** The angle between the directions of two views, in degrees. */
export function angleBetween(a, b) {
  const [p, q, turn] = [a.polar, b.polar, a.azimuth - b.azimuth].map((degrees) => degrees * Math.PI / 180);
  const cosine = Math.cos(p) * Math.cos(q) + Math.sin(p) * Math.sin(q) * Math.cos(turn);
  return Math.acos(Math.min(1, Math.max(-1, cosine))) * 180 / Math.PI;
}

/**
 * The view to turn to. If enough of the moving cells are visible, this is the current view.
 * Otherwise it is the nearest of the views that show almost as many moving cells as the best view.
 * `sight(view)` returns the fraction of the moving cells that is visible, from 0 to 1.
 */
export function viewOfMove(now, home, sight) {
  const seen = sight(now);
  if (seen >= ENOUGH) return now;
  const views = [home.polar, 180 - home.polar].flatMap((polar) =>
    TURNS.map((turn) => ({...now, azimuth: home.azimuth + turn, polar})));
  const near = views.map((view) => ({view, angle: angleBetween(now, view)}))
    .filter(({angle}) => angle <= FARTHEST).sort((a, b) => a.angle - b.angle)
    .map(({view}) => ({view, share: sight(view)}));
  const best = Math.max(...near.map(({share}) => share));
  return best > seen ? near.find(({share}) => share >= GOOD * best).view : now;
}

/** The view after the fraction `much` (0 to 1) of a turn from one view to another. */
export function viewBetween(from, to, much) {
  const turn = ((to.azimuth - from.azimuth) % 360 + 540) % 360 - 180;
  return {azimuth: from.azimuth + much * turn, polar: from.polar + much * (to.polar - from.polar)};
}
