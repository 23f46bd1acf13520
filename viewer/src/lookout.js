// Where should one stand to see the parts that move?

const ENOUGH = 0.4;   // share of the moving cells in sight, from which on the view stays
const GOOD = 0.8;     // of the best share, from which on the nearest view is taken
const FARTHEST = 90;  // degrees of one turn

/** Turns of the first view that are tried: to the left and right, and to below the assembly. */
const TURNS = [0, 45, -45, 90, -90];

/** The angle between the directions of two views, in degrees. */
export function angleBetween(a, b) {
  const [p, q, turn] = [a.polar, b.polar, a.azimuth - b.azimuth].map((degrees) => degrees * Math.PI / 180);
  const cosine = Math.cos(p) * Math.cos(q) + Math.sin(p) * Math.sin(q) * Math.cos(turn);
  return Math.acos(Math.min(1, Math.max(-1, cosine))) * 180 / Math.PI;
}

/**
 * The view to turn to: the present one if enough is in sight, otherwise the nearest of those that show
 * almost as much as the best. `sight(view)`: the share of the moving cells in sight, 0 to 1.
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

/** The view after a part of a turn, 0 to 1. */
export function viewBetween(from, to, much) {
  const turn = ((to.azimuth - from.azimuth) % 360 + 540) % 360 - 180;
  return {azimuth: from.azimuth + much * turn, polar: from.polar + much * (to.polar - from.polar)};
}
