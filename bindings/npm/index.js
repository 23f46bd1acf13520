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

/** Items and options as Knuth's text. */
function asText({ primary, secondary = [], options }) {
  // Without items, a line that is no comment: see write_knuth_text().
  const head = primary.length === 0 ? '1|' : primary.join(' ');
  const items = secondary.length === 0 ? head : `${head} | ${secondary.join(' ')}`;
  return [items, ...options.map((option) => option.join(' ')), ''].join('\n');
}

/** The same as numbers, see dlx_open_numbers(); undefined where an option has more than names, or a wrong one. */
function asNumbers({ primary, secondary = [], options }) {
  const places = new Map();
  for (const name of primary) places.set(name, places.size);
  for (const name of secondary) places.set(name, places.size);
  if (places.size < primary.length + secondary.length) return undefined;
  const numbers = new Uint32Array(options.reduce((sum, option) => sum + 1 + option.length, 2));
  numbers.set([primary.length, secondary.length]);
  let at = 2;
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
      const { complete, found } = await this.#run(problem, { ...options, want: 'list', most: limit });
      const kept = this.#call('dlx_solutions', 0, Number(found));
      const solutions = kept.map((solution) => solution.options.map((number) => number - 1));
      return { solutions, complete };
    });
  }

  /** Runs once what was asked for before is over. */
  #after(work) {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #run(problem, { engine = 'auto', preprocess = true, slice = 50, signal, onProgress, ...want }) {
    this.#open(problem);
    let progress = this.#call('dlx_start', { ...want, engine, preprocess });
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
    checkNames(problem);
    const numbers = asNumbers(problem);
    const told = numbers && caller(this.#module)('dlx_open_numbers', numbers);
    if (told && !told.error) return;
    this.#call('dlx_open', { text: asText(problem) });
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
