// Scenes to test with, and pages that hold them.

import {readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const template = readFileSync(join(here, '../dist/viewer.html'), 'utf8');

/** Pictures of assemblies as `dlx soma` prints them: layers side by side, rows downward. */
export function readLayers(text) {
  return text.trim().split(/\n\s*\n/).map((picture) => {
    const parts = new Map();
    picture.split('\n').forEach((line, y) => {
      line.match(/\|[^|]+\|/g).forEach((row, z) => {
        [...row.slice(1, -1)].forEach((letter, x) => {
          if (!parts.has(letter)) parts.set(letter, []);
          parts.get(letter).push([x, y, z]);
        });
      });
    });
    return parts;
  });
}

/** Parts so that as few as possible lie under earlier ones: those that reach deepest first. */
function inOrder(parts) {
  const depth = (cells) => cells.reduce((sum, c) => sum + c[2], 0) / cells.length;
  return [...parts].sort((a, b) => depth(b[1]) - depth(a[1]));
}

const PIECES = ['L', 'S', 'Y', 'P', 'Q', 'R', 'T'];

export function soma() {
  const text = readFileSync(join(here, 'soma.txt'), 'utf8');
  return {
    format: 'dlx-scene/1',
    title: 'Soma',
    subtitle: '240 assemblies up to reflection',
    kind: 'assembly',
    pieces: PIECES.map((name) => ({name})),
    solutions: readLayers(text).map((parts, i) => ({
      name: String(i + 1),
      parts: inOrder(parts).map(([label, cells]) => ({piece: PIECES.indexOf(label), label, cells})),
    })),
    more: 240 - readLayers(text).length,
  };
}

/** An assembly on each grid except that of cubes, taken apart, as `dlx polycube --apart --html`
    writes them of the files in data/polyforms. */
export function grids() {
  return JSON.parse(readFileSync(join(here, 'grids.json'), 'utf8'));
}

/** The classical snake, folded. */
export const CHRISTMAS = [
  [0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0], [1, 1, 0], [1, 1, 1], [1, 1, 2], [1, 2, 2], [1, 2, 1],
  [1, 2, 0], [2, 2, 0], [2, 2, 1], [2, 1, 1], [2, 0, 1], [1, 0, 1], [0, 0, 1], [0, 1, 1], [0, 1, 0],
  [0, 2, 0], [0, 2, 1], [0, 2, 2], [0, 1, 2], [0, 0, 2], [1, 0, 2], [2, 0, 2], [2, 1, 2], [2, 2, 2],
];

export function snake() {
  return {
    format: 'dlx-scene/1', title: 'Christmas snake', subtitle: 'the only folding', kind: 'walk',
    solutions: [{name: '1', walk: CHRISTMAS}],
  };
}

/** A box of a×b×c cells cut into bars of length `bar` along x, copies of few pieces. */
export function bars(a, b, c, bar) {
  const parts = [];
  for (let z = c - 1; z >= 0; --z) {
    for (let y = 0; y < b; ++y) {
      for (let x = 0; x < a; x += bar) {
        const piece = (y + 2 * z + x / bar) % 12;
        parts.push({piece, cells: Array.from({length: bar}, (_, i) => [x + i, y, z])});
      }
    }
  }
  return {
    format: 'dlx-scene/1', title: `${a} × ${b} × ${c}`, kind: 'assembly',
    pieces: Array.from({length: 12}, (_, i) => ({name: String.fromCharCode(65 + i)})),
    solutions: [{name: '1', parts}],
  };
}

/** Closed rings, each linked with the next one; several such chains side by side. */
export function chains(rings, count = 1) {
  const parts = [];
  for (let chain = 0; chain < count; ++chain) {
    for (let n = 0; n < rings; ++n) {
      const cells = [];
      for (let a = 0; a < 4; ++a) {
        for (let b = -1; b <= 1; ++b) {
          if (b === 0 && (a === 1 || a === 2)) continue;
          cells.push(n % 2 ? [2 * n + a, 4 * chain, b] : [2 * n + a, 4 * chain + b, 0]);
        }
      }
      parts.push({piece: n, cells});
    }
  }
  return {
    format: 'dlx-scene/1', title: 'Chains', kind: 'assembly',
    pieces: Array.from({length: rings}, (_, n) => ({name: String.fromCharCode(65 + n % 26)})),
    solutions: [{parts}],
  };
}

/** A cube of which no part can be taken away alone, but A and D together upward. */
export function parted() {
  const [parts] = readLayers(`|AAAA|  |CCCD|  |CBCD|  |CCBB|
|CAAA|  |CADD|  |CBBB|  |CBBB|
|BDAA|  |BADD|  |BBBD|  |BBBB|
|DDDD|  |DDDD|  |BDDD|  |BBDB|`);
  const names = ['A', 'B', 'C', 'D'];
  return {
    format: 'dlx-scene/1', title: 'Two by two', kind: 'assembly',
    pieces: names.map((name) => ({name})),
    solutions: [{parts: names.map((name, piece) => ({piece, cells: parts.get(name)}))}],
  };
}

/** Writes the page; `scene` an object, or the text to put in. */
/** A burr whose pieces make room for each other: `dlx polycube data/xmpuzzle/burr6_038.xmpuzzle --apart`. */
export function burr() {
  return JSON.parse(readFileSync(new URL('burr.json', import.meta.url), 'utf8'));
}

/** Two rings that hang in each other, of which the scene says that they do not come apart. */
export function locked() {
  const scene = chains(2);
  scene.solutions[0].apart = {verdict: 'does not come apart'};
  return scene;
}

export function writePage(file, scene) {
  const text = typeof scene === 'string' ? scene : JSON.stringify(scene);
  writeFileSync(file, template.replace('DLX_SCENE', () => text.replaceAll('<', '\\u003c')));
  return file;
}

/** A bar in a flat chamber, which turns and leaves through a channel. */
export function turnedKey() {
  const chamber = ['# ####', '#  ###', '#   ##', '# aa##', '######'];
  const cells = chamber.flatMap((line, y) => [...line].map((c, x) => ({c, at: [x, y, 1]})));
  const of = (letter) => cells.filter(({c}) => c === letter).map(({at}) => at);
  const lids = cells.flatMap(({at: [x, y]}) => [[x, y, 0], [x, y, 2]]);
  return {
    format: 'dlx-scene/1',
    kind: 'assembly',
    title: 'A key',
    pieces: [{name: 'cage'}, {name: 'key'}],
    solutions: [{
      parts: [
        {piece: 0, label: 'a', cells: [...lids, ...of('#')]},
        {piece: 1, label: 'b', cells: of('a')},
      ],
      apart: {
        verdict: 'comes apart with a turn',
        level: '2',
        stages: [{
          parts: [0, 1],
          slides: [
            {parts: [1], turn: {axis: [0, 0, -1], twice: [4, 8, 0]}},
            {parts: [1], way: [0, -1, 0]},
          ],
        }],
      },
    }],
  };
}
