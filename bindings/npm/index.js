// The engines of dlx as a package: what door.cpp of bindings/web offers, as promises. A search goes on
// in slices; between them the event loop has its turn, so that it can be stopped.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { caller } from './call.js'; // of bindings/web/page

export class ProblemError extends Error {
  constructor({ message, line, column, word }) {
    super(line ? `line ${line}, column ${column}: ${message}` : message);
    this.name = 'ProblemError';
    Object.assign(this, { line, column, word });
  }
}

const badName = /[\s|:]|^$/;

function checkNames({ primary, secondary = [] }) {
  for (const name of [...primary, ...secondary]) {
    if (badName.test(name)) {
      throw new ProblemError({ message: `${JSON.stringify(name)} is no name of an item: it may have no blanks, ':' or '|'` });
    }
  }
}

/** Whether items are given by how many there are, and options as lists of numbers. */
const isNumbered = (problem) => typeof problem.primary === 'number';

function check(problem) {
  if (isNumbered(problem)) checkCounts(problem);
  else checkNames(problem);
}

/** The same problem with items that have numbers as names. */
function named({ primary, secondary = 0, options }) {
  const names = Array.from({ length: primary + secondary }, (_, item) => String(item));
  return {
    primary: names.slice(0, primary),
    secondary: names.slice(primary),
    options: options.map((option) => option.map(String)),
  };
}

/** Items and options as Knuth's text. */
function asText({ primary, secondary = [], options }) {
  // Without items, a line that is no comment: see write_knuth_text().
  const head = primary.length === 0 ? '1|' : primary.join(' ');
  const items = secondary.length === 0 ? head : `${head} | ${secondary.join(' ')}`;
  return [items, ...options.map((option) => option.join(' ')), ''].join('\n');
}

function checkCounts({ primary, secondary = 0 }) {
  for (const count of [primary, secondary]) {
    if (count >>> 0 !== count) throw new ProblemError({ message: `${count} is no number of items` });
  }
}

function countNumbers(options) {
  let count = 0;
  for (const option of options) count += 1 + option.length;
  return count;
}

/**
 * A problem as numbers after `head`, see dlx_open_numbers(); undefined where an item is none. A
 * fraction would become a whole number in the array, so items are checked here.
 */
function fromNumbers({ primary, secondary = 0, options }, head) {
  const numbers = new Uint32Array(head.length + 2 + countNumbers(options));
  numbers.set(head);
  let at = head.length;
  numbers[at++] = primary;
  numbers[at++] = secondary;
  const count = primary + secondary;
  for (const option of options) {
    const { length } = option;
    numbers[at++] = length;
    for (let k = 0; k < length; ++k) {
      const item = option[k];
      if (!(item < count && item >>> 0 === item)) return undefined;
      numbers[at++] = item;
    }
  }
  return numbers;
}

/** The same for names; undefined where an option has more than names, or a wrong one. */
function asNumbers(problem, head = []) {
  if (isNumbered(problem)) return fromNumbers(problem, head);
  const { primary, secondary = [], options } = problem;
  const places = new Map();
  for (const name of primary) places.set(name, places.size);
  for (const name of secondary) places.set(name, places.size);
  if (places.size < primary.length + secondary.length) return undefined;
  const numbers = new Uint32Array(head.length + 2 + countNumbers(options));
  numbers.set([...head, primary.length, secondary.length]);
  let at = head.length + 2;
  for (const option of options) {
    numbers[at++] = option.length;
    for (const name of option) {
      const place = places.get(name);
      if (place === undefined) return undefined;
      numbers[at++] = place;
    }
  }
  return numbers;
}

/** As door.cpp numbers them. */
const ENGINES = ['auto', 'dancing_links', 'dancing_cells', 'bit_matrix'];
const MOST = 2 ** 32 - 1;

const turn = () => new Promise((resolve) => setImmediate(resolve));

export class Dlx {
  #module;
  #queue = Promise.resolve();

  constructor(module) {
    this.#module = module;
    this.version = this.#call('dlx_about').version;
  }

  count(problem, { tables = true, ...options } = {}) {
    return this.#after(async () => {
      const progress = await this.#run(problem, { ...options, want: 'count', sweep: tables });
      const { complete, engine } = progress;
      return { count: BigInt(progress.found), complete, engine, ...figures(progress) };
    });
  }

  list(problem, { limit = 1000, ...options } = {}) {
    return this.#after(async () => {
      if (limit < 1) return { solutions: [], complete: false };
      const first = this.#listAtOnce(problem, limit, options);
      if (first?.isOver) return first.result;
      const progress = first ? await this.#goOn({ status: 'running' }, options)
        : await this.#run(problem, { ...options, want: 'list', most: limit });
      const { result } = this.#kept(this.#module._dlx_kept_numbers());
      return { ...result, complete: progress.complete ?? false };
    });
  }

  /** The first slice of a list in one call; undefined if there is something to be said against it. */
  #listAtOnce(problem, limit, { engine = 'auto', preprocess = true, slice = 50, signal, onProgress }) {
    const number = ENGINES.indexOf(engine);
    if (typeof problem === 'string' || signal || onProgress || number < 0) return undefined;
    check(problem);
    const numbers = asNumbers(problem, [number, preprocess ? 1 : 0, Math.min(limit, MOST), slice]);
    if (!numbers) return undefined;
    const module = this.#module;
    const at = module._malloc(numbers.byteLength);
    new Uint32Array(module.HEAPU8.buffer, at, numbers.length).set(numbers);
    const kept = module._dlx_list_numbers(at, numbers.length);
    module._free(at);
    return kept === 0 ? undefined : this.#kept(kept);
  }

  /** What kept_as_numbers() of door.cpp points to. */
  #kept(address) {
    const heap = new Uint32Array(this.#module.HEAPU8.buffer);
    let at = address / 4;
    const isOver = heap[at++] === 0;
    const complete = heap[at++] === 1;
    const solutions = new Array(heap[at++]);
    for (let n = 0; n < solutions.length; ++n) {
      const solution = new Array(heap[at++]);
      for (let k = 0; k < solution.length; ++k) solution[k] = heap[at++];
      solutions[n] = solution;
    }
    return { isOver, result: { solutions, complete } };
  }

  /** Runs once what was asked for before is over. */
  #after(work) {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #run(problem, { engine = 'auto', preprocess = true, slice, signal, onProgress, ...want }) {
    this.#open(problem);
    const progress = this.#call('dlx_start', { ...want, engine, preprocess });
    return this.#goOn(progress, { slice, signal, onProgress });
  }

  async #goOn(progress, { slice = 50, signal, onProgress }) {
    while (progress.status === 'running' && !signal?.aborted) {
      progress = this.#call('dlx_run', slice);
      onProgress?.(figures(progress));
      if (progress.status === 'running') await turn();
    }
    return progress;
  }

  /** Numbers are quicker; a text says where something is wrong. */
  #open(problem) {
    if (typeof problem === 'string') {
      this.#call('dlx_open', { text: problem });
      return;
    }
    check(problem);
    const numbers = asNumbers(problem);
    const told = numbers && caller(this.#module)('dlx_open_numbers', numbers);
    if (told && !told.error) return;
    this.#call('dlx_open', { text: asText(isNumbered(problem) ? named(problem) : problem) });
    if (told) throw new ProblemError(told.error);
  }

  #call(name, ...given) {
    const answer = caller(this.#module)(name, ...given);
    if (answer.error) throw new ProblemError(answer.error);
    return answer;
  }
}

const figures = ({ found, nodes, share }) => ({ found: BigInt(found), nodes, share });

export async function load() {
  const wasmBinary = await readFile(new URL('engine.wasm', import.meta.url));
  const makeDlx = createRequire(import.meta.url)('./engine.cjs');
  return new Dlx(await makeDlx({ wasmBinary }));
}
