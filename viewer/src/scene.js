// Reads a 3D scene in the JSON format "dlx-scene/1". If the scene has a fault, describes the fault
// in one sentence.

import {Grid} from './grid.js';

export const FORMAT = 'dlx-scene/1';

/** The absolute values of coordinates must be smaller than LIMIT, so that three coordinates can be
    packed exactly into one number. */
const LIMIT = 65536;

export class SceneError extends Error {}

function fail(words) {
  throw new SceneError(words);
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value, fallback, where) {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'string' && typeof value !== 'number') fail(`${where} is not a text`);
  return String(value);
}

function cell(value, where) {
  const ok = Array.isArray(value) && value.length === 3 &&
    value.every((c) => Number.isInteger(c) && Math.abs(c) < LIMIT);
  if (!ok) fail(`${where} has a cell that is not [x, y, z] in whole numbers: ${JSON.stringify(value)}`);
  return value;
}

export function key([x, y, z]) {
  return ((x + LIMIT) * 2 * LIMIT + (y + LIMIT)) * 2 * LIMIT + (z + LIMIT);
}

function readCells(value, taken, where, grid = null) {
  if (!Array.isArray(value) || value.length === 0) fail(`${where} has no cells`);
  for (const c of value) {
    cell(c, where);
    if (grid && !grid.has(c)) fail(`${where} has ${JSON.stringify(c)}, which is no cell of the grid`);
    const k = key(c);
    if (taken.has(k)) fail(`${where} covers the cell ${JSON.stringify(c)}, which is covered already`);
    taken.add(k);
  }
  return value;
}

function readPieces(value) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) fail('"pieces" is not a list');
  return value.map((piece, i) => {
    const where = `piece ${i}`;
    if (!isRecord(piece)) fail(`${where} is not an object`);
    const colour = text(piece.colour, null, `the colour of ${where}`);
    if (colour !== null && !/^#[0-9a-f]{6}$/i.test(colour)) {
      fail(`the colour of ${where} is not of the form #rrggbb: ${colour}`);
    }
    return {name: text(piece.name, String(i + 1), `the name of ${where}`), colour};
  });
}

function readParts(value, pieces, grid, where) {
  if (!Array.isArray(value) || value.length === 0) fail(`${where} has no "parts"`);
  const taken = new Set();
  return value.map((part, i) => {
    const here = `part ${i} of ${where}`;
    if (!isRecord(part)) fail(`${here} is not an object`);
    if (!Number.isInteger(part.piece) || !pieces[part.piece]) {
      fail(`${here} names a piece that is not in "pieces": ${JSON.stringify(part.piece)}`);
    }
    const {name} = pieces[part.piece];
    return {
      piece: part.piece,
      name,
      label: text(part.label, name, `the label of ${here}`),
      cells: readCells(part.cells, taken, here, grid),
    };
  });
}

function readNumbers(value, least, count, where) {
  const ok = Array.isArray(value) && value.length > 0 &&
    value.every((n, i) => Number.isInteger(n) && n >= least && n < count && value.indexOf(n) === i);
  if (!ok) fail(`${where} is not a list of different parts`);
  return value;
}

/** Reads a quarter turn about a line through corners or centres of cells. The `point` of the result
    is a point of the line, in coordinates of cells. */
function readTurn({axis, twice}, divided, where) {
  cell(axis, where);
  cell(twice, where);
  if (axis.reduce((sum, c) => sum + Math.abs(c), 0) !== 1) fail(`${where} has no unit vector`);
  const across = twice.filter((_, k) => axis[k] === 0);
  if ((across[0] - across[1]) % 2 !== 0) fail(`${where} turns cells to no cells`);
  return {axis, point: twice.map((c, k) => (axis[k] === 0 ? (c / divided - 1) / 2 : 0))};
}

/** Reads the shapes of the cells. Returns null for unit cubes if the scene describes no shapes. */
function readGrid(value) {
  if (value === undefined) return null;
  if (!isRecord(value)) fail('the grid is not an object');
  const triple = (v, right) => Array.isArray(v) && v.length === 3 && v.every(right);
  const isLength = (c) => Number.isFinite(c) && c > 0;
  if (!triple(value.units, isLength)) fail('the units of the grid are not three lengths');
  if (!triple(value.period, (c) => Number.isInteger(c) && c > 0 && c < LIMIT)) {
    fail('the period of the grid is not three whole numbers');
  }
  if (!triple(value.axes, (axis) => triple(axis, Number.isInteger))) {
    fail('the axes of the grid are not three vectors of whole numbers');
  }
  if (!Array.isArray(value.shapes) || value.shapes.length === 0) fail('the grid has no shapes');
  for (const shape of value.shapes) {
    cell(shape?.cell, 'the grid');
    const {faces} = shape;
    if (!Array.isArray(faces) || faces.length < 4) fail('a cell of the grid has no faces');
    for (const face of faces) {
      if (!Array.isArray(face) || face.length < 3) fail('a face of the grid has no three corners');
      for (const point of face) cell(point, 'a face of the grid');
    }
  }
  return new Grid({...value, balls: value.balls === true});
}

/** Reads one slide or turn of a stage. Only the last slide of a stage has no distance. Distances
    and axes are given in fractions of cells: `divided` units are one cell. */
function readSlide(slide, stageParts, divided, isLast, grid, where) {
  if (!isRecord(slide)) fail(`${where} is not an object`);
  readNumbers(slide.parts, 0, Infinity, where);
  if (slide.parts.length >= stageParts.length || slide.parts.some((p) => !stageParts.includes(p))) {
    fail(`${where} moves parts that are not some of its stage`);
  }
  if (slide.turn !== undefined) {
    if (!isRecord(slide.turn)) fail(`${where} has a "turn" that is not an object`);
    if (grid) fail(`${where} turns cells that are no cubes`);
    if (isLast) fail(`${where} turns and separates nothing`);
    return {parts: slide.parts, turn: readTurn(slide.turn, divided, where)};
  }
  cell(slide.way, where);
  const size = slide.way.reduce((sum, c) => sum + Math.abs(c), 0);
  if (grid ? size === 0 : size !== 1) fail(`${where} has no ${grid ? 'direction' : 'unit vector'}`);
  const {distance} = slide;
  const ok = isLast ? distance === undefined
    : Number.isInteger(distance) && distance > 0 && distance < LIMIT;
  if (!ok) fail(`${where} has a wrong distance: ${JSON.stringify(distance)}`);
  const {way, length} = grid ? grid.stepOf(slide.way) : {way: slide.way, length: 1};
  const steps = isLast ? undefined : distance / divided;
  return {parts: slide.parts, way, distance: isLast ? undefined : steps * length, steps};
}

function readStages(value, count, grid, where) {
  if (!Array.isArray(value) || value.length === 0) fail(`${where} has no list of "stages"`);
  const used = new Set();
  const stages = value.map((stage, i) => {
    const here = `stage ${i} of ${where}`;
    if (!isRecord(stage)) fail(`${here} is not an object`);
    readNumbers(stage.parts, 0, count, here);
    if (!Array.isArray(stage.slides) || stage.slides.length === 0) fail(`${here} has no "slides"`);
    const {divided = 1} = stage;
    if (divided !== 1 && (divided !== 2 || grid)) fail(`${here} is not "divided" into 2`);
    const slides = stage.slides.map((slide, s) =>
      readSlide(slide, stage.parts, divided, s + 1 === stage.slides.length, grid, `slide ${s} of ${here}`));
    for (const below of [stage.staying, stage.removed]) {
      if (below === undefined) continue;
      const ok = Number.isInteger(below) && below > i && below < value.length && !used.has(below);
      if (!ok) fail(`${here} names a stage that cannot follow: ${JSON.stringify(below)}`);
      used.add(below);
    }
    return {parts: stage.parts, slides, staying: stage.staying, removed: stage.removed};
  });
  if (used.size !== value.length - 1) fail(`${where} has stages that belong to no part`);
  const same = (a, b) => a.length === b.length && a.every((p) => b.includes(p));
  if (stages[0].parts.length !== count) fail(`stage 0 of ${where} is not of all parts`);
  for (const {parts, slides, staying, removed} of stages) {
    const gone = slides.at(-1).parts;
    const left = parts.filter((p) => !gone.includes(p));
    const fits = (below, some) => below === undefined || same(stages[below].parts, some);
    if (!fits(staying, left) || !fits(removed, gone)) fail(`${where} has stages of wrong parts`);
  }
  return stages;
}

/** Reads how a solution comes apart, if the scene describes that. In the result, `whole` is true if
    the solution does not come apart. */
function readApart(value, count, grid, where) {
  if (value === undefined) return undefined;
  if (!isRecord(value)) fail(`${where} is not an object`);
  const verdict = text(value.verdict, '', `the verdict of ${where}`);
  return {
    verdict,
    whole: verdict === 'does not come apart',
    level: text(value.level, '', `the level of ${where}`),
    stages: value.stages === undefined ? undefined : readStages(value.stages, count, grid, where),
  };
}

function readSolution(solution, pieces, grid, name, where) {
  const parts = readParts(solution.parts, pieces, grid, where);
  return {name, parts, apart: readApart(solution.apart, parts.length, grid, `"apart" of ${where}`)};
}

function readWalk(value, where) {
  if (!Array.isArray(value) || value.length < 2) fail(`${where} has no "walk" of two cells or more`);
  readCells(value, new Set(), where);
  for (let i = 1; i < value.length; ++i) {
    const [a, b] = [value[i - 1], value[i]];
    const far = Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]);
    if (far !== 1) fail(`${where} jumps from ${JSON.stringify(a)} to ${JSON.stringify(b)}`);
  }
  return value;
}

function readMore(value) {
  if (value === undefined || value === null) return 0n;
  if (Number.isInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^[0-9]+$/.test(value)) return BigInt(value);
  return fail('"more" is not a count');
}

/** Checks a scene and completes it. Returns its title, subtitle, kind, grid (a Grid, or null for
    cubes), pieces and solutions, and `more`, the number of further solutions that the scene does
    not contain, as a BigInt. */
export function readScene(scene) {
  if (!isRecord(scene)) fail('the scene is not a JSON object');
  if (scene.format !== FORMAT) {
    fail(`the format is ${JSON.stringify(scene.format) ?? 'missing'}; this page shows "${FORMAT}"`);
  }
  if (scene.kind !== 'assembly' && scene.kind !== 'walk') {
    fail(`the kind is ${JSON.stringify(scene.kind) ?? 'missing'}, neither "assembly" nor "walk"`);
  }
  if (!Array.isArray(scene.solutions)) fail('"solutions" is missing or not a list');
  if (scene.kind === 'walk' && scene.grid !== undefined) fail('a walk is made of cubes, without a grid');
  const grid = readGrid(scene.grid);
  const pieces = readPieces(scene.pieces);
  const solutions = scene.solutions.map((solution, i) => {
    const where = `solution ${i + 1}`;
    if (!isRecord(solution)) fail(`${where} is not an object`);
    const name = text(solution.name, String(i + 1), `the name of ${where}`);
    return scene.kind === 'walk'
      ? {name, walk: readWalk(solution.walk, where)}
      : readSolution(solution, pieces, grid, name, where);
  });
  return {
    title: text(scene.title, 'dlx', 'the title'),
    subtitle: text(scene.subtitle, '', 'the subtitle'),
    kind: scene.kind,
    grid,
    pieces,
    solutions,
    more: readMore(scene.more),
  };
}

/** Parses the scene in the page, given as the text of its HTML element. */
export function parseScene(words) {
  if (words.trim().startsWith('DLX_')) fail('this page holds no scene yet');
  try {
    return JSON.parse(words);
  } catch (error) {
    return fail(`the scene is not JSON: ${error.message}`);
  }
}
