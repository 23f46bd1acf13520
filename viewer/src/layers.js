// Writes an assembly or a folded snake as text, layer by layer, with a letter for each cell. The
// top layer comes first. In an assembly, y increases downward, and the layer with the lowest z is
// on top. In a snake, y increases upward, and the layer with the greatest z is on top.

import {boundsOf} from './building.js';
import {HIDDEN, SOLID} from './shown.js';
import {wantsDarkInk} from './colours.js';
import {element} from './dom.js';

/** Returns each layer with its z and its rows of cells. A cell is the number of a part, or -1 if it
    is empty. */
export function layersOf(parts, upward) {
  const {low, high} = boundsOf(parts.flatMap(({cells}) => cells));
  const [w, h, d] = low.map((c, k) => high[k] - c + 1);
  const layers = Array.from({length: d}, (_, z) => ({
    z: low[2] + z,
    rows: Array.from({length: h}, () => new Array(w).fill(-1)),
  }));
  parts.forEach(({cells}, i) => {
    for (const [x, y, z] of cells) {
      const row = upward ? high[1] - y : y - low[1];
      layers[z - low[2]].rows[row][x - low[0]] = i;
    }
  });
  return upward ? layers.reverse() : layers;
}

const LARGEST = 30;
const SMALLEST = 12;  // minimum size of the letters, in pixels
const GAP = 22;

/** The largest size of letters with which all layers fit in the HTML element `place`, but at least
    SMALLEST. */
function sizeFor(place, across, down, layers, em) {
  const width = place.clientWidth - 40;
  const height = place.clientHeight - 72;
  for (let size = LARGEST; size > SMALLEST; --size) {
    const beside = Math.floor((width + GAP) / (across * (em * size + 2) + GAP));
    const high = down * (2.1 * size + 2) + 24 + GAP;
    if (beside > 0 && Math.ceil(layers / beside) * high - GAP <= height) return size;
  }
  return SMALLEST;
}

/** Fills the HTML element `place` with the layers of an assembly. `shown(part)` returns HIDDEN,
    SOLID or GHOST. */
export function writeLayers(place, parts, upward, shown) {
  const width = parts.reduce((w, {label}) => Math.max(w, label.length), 1);
  const layers = layersOf(parts, upward);
  const em = Math.max(2.1, 0.72 * Math.min(width, 4) + 0.7);
  const [{rows: {length: down, 0: {length: across}}}] = layers;
  place.style.setProperty('--size', `${sizeFor(place, across, down, layers.length, em)}px`);
  place.style.setProperty('--wide', `${em}em`);
  place.replaceChildren(...layers.map(({z, rows}, i) => {
    const caption = `Layer ${z}${i === 0 && layers.length > 1 ? ', on top' : ''}`;
    const words = rows.map((row) => row.map((p) =>
      (p < 0 || shown(p) === HIDDEN ? '.' : parts[p].label)).join(' ')).join('; ');
    const squares = rows.flat().map((p) => makeSquare(p, parts[p], p < 0 ? HIDDEN : shown(p)));
    const grid = element('div', {className: 'grid', role: 'img', 'aria-label': words}, ...squares);
    grid.style.setProperty('--across', rows[0].length);
    return element('figure', {}, element('figcaption', {textContent: caption}), grid);
  }));
}

/** Makes the HTML element for a cell of a layer. `p` is the number of its part, or -1 if the cell
    is empty. */
function makeSquare(p, part, how) {
  if (how === HIDDEN) return element('span', {textContent: p < 0 ? '' : '·'});
  const {label, colour} = part;
  const square = element('span', {textContent: label, 'data-part': p});
  square.style.background = colour;
  square.style.color = wantsDarkInk(colour) ? '#000' : '#fff';
  if (how !== SOLID) square.className = 'ghost';
  return square;
}
