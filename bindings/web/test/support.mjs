// Functions that the tests share: the command dlx built for this machine, the engine in node, and
// the page's games as command lines.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { caller } from '../page/call.js';
import { emptySquares, examples, puzzlesOf } from '../page/puzzles.js';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const command = process.env.DLX_COMMAND ?? join(root, 'build/release/apps/dlx');
export const folder = process.env.DLX_WEB ?? join(root, 'build/web');

/** A bar in a flat chamber between two lids, which turns before it leaves through a channel. */
export const key = `[0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311 [2-3]31
cage [0-4][0-4]0 [0-4][0-4]2 [0-4]41 0[0-3]1 4[0-3]1 [2-3]01 311
key 231 331
`;

/** Runs the command. Throws if the command cannot be run, or if its exit code is not in `codes`. */
export function run(words, { input = '', codes = [0] } = {}) {
  const result = spawnSync(command, words, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (result.error) throw result.error;
  if (!codes.includes(result.status)) {
    throw new Error(`dlx ${words.join(' ')}: exit code ${result.status}\n${result.stderr}`);
  }
  return result;
}

/** Returns what the command counts or lists: the summary, and the solutions as the command prints them. */
export function native(game, words) {
  const { words: named, input } = asCommand(game);
  const { stdout } = run([...named, ...words, '--json', '--quiet'], { input });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { ...lines.pop(), solutions: lines };
}

/** Returns the words of the command for a request {open, upTo} of the page. */
export function asCommand({ open, upTo = 'none' }) {
  if (open.text !== undefined) return { words: ['solve', '-', ...(upTo === 'none' ? [] : ['--up-to', upTo])], input: open.text };
  const upToWords = upTo === 'none' && open.puzzle !== 'cube' ? [] : ['--up-to', upTo];
  const box = [open.rows, open.columns];
  if (open.layers !== undefined && open.layers !== 1) box.unshift(open.layers);
  const region = open.picture ? '-' : box.join('x');
  const given = (name) => ((open[name] || '0') === '0' ? [] : [`--${name}`, open[name]]);
  const turning = (open.turning ?? 'any') === 'any' ? [] : [`--${open.turning}`];
  const words = {
    soma: () => ['soma'],
    pentominoes: () => ['pentominoes', region, '--pieces', open.pieces, ...turning, ...given('gaps'), ...given('wrap')],
    dominoes: () => ['dominoes', region, ...given('wrap')],
    queens: () => ['queens', String(open.n)],
    langford: () => ['langford', String(open.n)],
    sudoku: () => ['sudoku', open.squares, ...given('rules')],
    snake: () => ['snake', open.snake],
    cube: () => ['cube', open.colour],
  }[open.puzzle]();
  return { words: [...words, ...upToWords], input: open.picture?.replaceAll('/', '\n') ?? '' };
}

/**
 * Returns every game that the page offers: each puzzle with its default parameters, with its presets,
 * and for each value of upTo.
 */
export function offered() {
  const games = [];
  for (const puzzle of puzzlesOf(JSON.parse(readFileSync(join(folder, 'about.json'), 'utf8')))) {
    const otherwise = Object.fromEntries(puzzle.parameters.map((p) => [p.name, p.otherwise]));
    const add = (values) => {
      const { up_to: upTo = 'none', ...parameters } = { ...otherwise, ...values };
      const name = `${puzzle.name} ${JSON.stringify({ ...values })}`;
      games.push({ name, open: { puzzle: puzzle.name, ...parameters }, upTo });
    };
    // An empty sudoku has too many solutions, and a torus too many tilings by all pieces.
    const isEmpty = ({ squares = otherwise.squares }) => squares === emptySquares;
    const few = { wrap: { rows: 4, columns: 5, pieces: 'LPNY' } };
    for (const values of [{}, ...(puzzle.presets ?? []).map(([, named]) => named)]) if (!isEmpty(values)) add(values);
    for (const parameter of puzzle.parameters.filter((p) => p.kind === 'choice')) {
      for (const [value] of parameter.values) {
        if (value !== parameter.otherwise) add({ ...few[parameter.name], [parameter.name]: value });
      }
    }
  }
  games.push({ name: 'snake {}', open: { puzzle: 'snake', snake: 'christmas' } });
  for (const colour of ['blue', 'green', 'yellow', 'orange', 'red', 'purple']) {
    games.push({ name: `cube ${colour}`, open: { puzzle: 'cube', colour }, upTo: 'rotations' });
  }
  for (const upTo of ['none', 'reflections']) {
    games.push({ name: `cube blue ${upTo}`, open: { puzzle: 'cube', colour: 'blue' }, upTo });
  }
  for (const [title, text] of examples) games.push({ name: `example ${title}`, open: { text } });
  return games;
}

/** Loads the engine in node. Returns functions that call door.cpp, make a file, and run a search to its end. */
export async function loadEngine() {
  const wasmBinary = readFileSync(join(folder, 'engine.wasm'));
  const module = await createRequire(import.meta.url)(join(folder, 'engine.js'))({ wasmBinary });
  const call = caller(module);
  const solve = ({ open, upTo = 'none' }, start, slice = 50) => {
    const size = call('dlx_open', open);
    if (size.error) return size;
    let progress = call('dlx_start', { ...start, up_to: upTo });
    let slices = 0;
    for (; progress.status === 'running'; ++slices) progress = call('dlx_run', slice);
    return { ...size, ...progress, slices };
  };
  const file = (request) => {
    const { bytes, error } = call('dlx_file', request);
    if (error) throw new Error(error.message);
    const at = module._dlx_file_bytes();
    return module.HEAPU8.slice(at, at + bytes);
  };
  return { call, file, solve };
}

/**
 * Converts solutions to a sorted list of sorted option numbers. Two such lists are equal if the sets of
 * solutions are equal.
 */
export const asSet = (solutions) =>
  solutions.map(({ options }) => [...options].sort((a, b) => a - b).join(' ')).sort();

/** Generates whole numbers from a seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (n) => next() % n;
  return { below, chance: (p) => next() < p * 2 ** 32, pick: (list) => list[below(list.length)] };
}

/**
 * Makes a small problem in Knuth's format, with or without secondary items, colours and multiplicities. The problem is
 * made around a set of options that is a solution, so that many problems have solutions.
 */
export function randomProblem(random) {
  const primary = Array.from({ length: 1 + random.below(7) }, (_, i) => `p${i}`);
  const secondary = Array.from({ length: random.below(4) }, (_, i) => `s${i}`);
  const colours = random.chance(0.5) ? ['r', 'g', 'blue'] : [];
  const multiple = random.chance(0.35);
  const options = [];
  const shade = () => (colours.length && random.chance(0.7) ? `:${random.pick(colours)}` : '');

  // The planted options are a solution: every primary item is in one of these options, or in several if it may be
  // covered several times.
  const planted = Array.from({ length: 1 + random.below(4) }, () => []);
  const bounds = new Map();
  for (const item of primary) {
    const times = multiple && random.chance(0.4) ? 1 + random.below(planted.length) : 1;
    const owners = [...planted].sort(() => random.below(3) - 1).slice(0, times);
    owners.forEach((owner) => owner.push(item));
    if (times > 1 || (multiple && random.chance(0.2))) {
      bounds.set(item, [random.chance(0.5) ? times : random.below(times + 1), times]);
    }
  }
  const planned = new Map(secondary.map((item) => [item, random.pick(['', ...colours])]));
  // Some problems lose a planted option, and often all solutions with it.
  if (random.chance(0.4)) planted.splice(random.below(planted.length), 1);
  for (const option of planted.filter((o) => o.length > 0)) {
    const used = secondary.filter((item) => planned.get(item) !== '' && random.chance(0.5));
    options.push([...option, ...used.map((item) => `${item}:${planned.get(item)}`)]);
  }
  for (let n = 2 + random.below(9); n > 0; --n) {
    const option = primary.filter(() => random.chance(0.35));
    if (option.length === 0) option.push(random.pick(primary));
    for (const item of secondary) if (random.chance(0.3)) option.push(item + shade());
    options.push(option);
  }
  options.sort(() => random.below(3) - 1);

  const named = primary.map((item) => {
    if (!bounds.has(item)) return item;
    const [least, most] = bounds.get(item);
    return least === most ? `${most}|${item}` : `${least}:${most}|${item}`;
  });
  const items = secondary.length ? [...named, '|', ...secondary] : named;
  return [items, ...options].map((words) => `${words.join(' ')}\n`).join('');
}
