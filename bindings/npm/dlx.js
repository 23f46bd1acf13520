// The methods of the npm package. They call the functions of bindings/web/door.cpp (WebAssembly),
// and return promises. A search runs in slices of time. Between two slices the event loop runs, so
// that the search can be stopped. index.js loads the engine in node, and worker.js loads it in a
// browser.
import { caller, turn } from './call.js'; // from bindings/web/page

export class ProblemError extends Error {
  constructor({ message, line, column, word, option }) {
    const place = option !== undefined ? `option ${option}: ` : line ? `line ${line}, column ${column}: ` : '';
    super(place + message);
    this.name = 'ProblemError';
    Object.assign(this, { line, column, word, option });
  }
}

function refuse(message, more = {}) {
  throw new ProblemError({ message, ...more });
}

const badName = /[\s|:]|^$/;
// Matches wrong entries of options: empty, or with blanks or '|'. ':' is allowed before a colour.
const badEntry = /[\s|]|^$/;

/**
 * Writes a value for an error message as in JavaScript source. Long lists and objects are
 * shortened.
 */
function spelled(value, depth = 2) {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function: ${value.name}]`;
  if (value === null || typeof value !== 'object') return String(value);
  if (depth === 0) return Array.isArray(value) ? '[…]' : '{…}';
  const within = (part) => spelled(part, depth - 1);
  if (!Array.isArray(value)) {
    const entries = Object.entries(value).slice(0, 5).map(([key, part]) => `${key}: ${within(part)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  const more = value.length > 5 ? [`… ${value.length - 5} more`] : [];
  return value.length === 0 ? '[]' : `[ ${[...value.slice(0, 5).map(within), ...more].join(', ')} ]`;
}

/** A value as text for a message, at most 41 characters long. */
export function shown(value) {
  const text = spelled(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const searching = ['slice', 'timeLimit', 'signal', 'onProgress', 'fix', 'forbid'];
/** The options that each method accepts. */
const known = {
  count: [...searching, 'engine', 'preprocess', 'tables'],
  list: [...searching, 'engine', 'preprocess', 'limit', 'random'],
  cheapest: [...searching, 'upTo', 'n', 'maxCost'],
  countCheapest: [...searching, 'upTo', 'allWithin'],
  questions: ['timeLimit', 'random'],
};

/**
 * Throws TypeError if an option is not accepted by the method or has the wrong type. Returns the
 * options if they are valid.
 */
export function checkedOptions(method, options = {}) {
  if (options === null || typeof options !== 'object' || Array.isArray(options)) {
    throw new TypeError(`${method}(problem, options): options are an object such as { timeLimit: 10 }, not ${shown(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!known[method].includes(name)) {
      const meant = known[method].find((other) => other.toLowerCase() === name.replaceAll('_', '').toLowerCase());
      throw new TypeError(`${method}() has no option ${shown(name)}; ${meant ? `use ${meant}` : `there are ${known[method].join(', ')}`}`);
    }
  }
  const { signal, onProgress } = options;
  if (onProgress !== undefined && typeof onProgress !== 'function') throw new TypeError(`onProgress must be a function, not ${shown(onProgress)}`);
  if (signal !== undefined && typeof signal?.aborted !== 'boolean') throw new TypeError(`signal must be an AbortSignal, not ${shown(signal)}`);
  return options;
}

function checkNames({ primary, secondary = [] }) {
  if (!Array.isArray(secondary)) refuse(`secondary must be a list of names, as primary is, not ${shown(secondary)}`);
  for (const name of [...primary, ...secondary]) {
    if (badName.test(name)) refuse(`${shown(name)} is not a name for an item: it may have no blanks, ':' or '|'`);
  }
}

/** Whether the problem is a NumberedProblem, whose options are lists of item numbers. */
const isNumbered = (problem) => typeof problem.primary === 'number';

/** Checks a problem object, but not the entries of its options, which checkOptions() checks. */
function check(problem) {
  if (Array.isArray(problem)) {
    refuse('options need items: { primary: ["a", "b"], options }, or { primary: 2, options } if items are numbers from 0');
  }
  if (problem === null || typeof problem !== 'object') {
    refuse(`a problem is a text or an object { primary, options }, not ${shown(problem)}`);
  }
  const { primary, options } = problem;
  if (typeof primary !== 'number' && !Array.isArray(primary)) {
    refuse(`primary must be a list of names, or how many items there are, not ${shown(primary)}`);
  }
  if (!Array.isArray(options)) refuse(`options must be a list of lists of items, not ${shown(options)}`);
  if (isNumbered(problem)) checkCounts(problem);
  else checkNames(problem);
}

const isListOfItems = (option) => typeof option !== 'string' && option?.length >= 0;

/**
 * Throws an error if an entry of an option is not a valid item. This function is called before
 * options are converted to text, because a wrong entry could change the meaning of the text.
 */
function checkOptions(problem) {
  const count = problem.primary + (problem.secondary ?? 0);
  problem.options.forEach((option, o) => {
    if (!isListOfItems(option)) refuse(`a list of items is wanted, not ${shown(option)}`, { option: o });
    if (option.length === 0) refuse('no items, so it could never be chosen', { option: o });
    for (const entry of option) {
      const word = String(entry);
      if (isNumbered(problem)) {
        const isItem = Number.isInteger(entry) && entry >= 0 && entry < count;
        if (!isItem) refuse(`${shown(entry)} is not the number of an item; there are ${count}, numbered from 0`, { option: o, word });
      } else if (entry === null || entry === undefined || badEntry.test(word)) {
        refuse(`${shown(entry)} is not the name of an item`, { option: o, word });
      }
    }
  });
}

/** Converts a problem object to Knuth's text format. If items are numbers, the numbers become the names. */
function asText({ primary, secondary = [], options, costs }) {
  if (typeof primary === 'number') {
    const names = Array.from({ length: primary + (+secondary) }, (_, item) => item);
    return asText({ primary: names.slice(0, primary), secondary: names.slice(primary), options, costs });
  }
  // Without primary items, the line would begin with '|' and so be a comment. Therefore '1|' is
  // written first.
  const head = primary.length === 0 ? '1|' : primary.join(' ');
  const items = secondary.length === 0 ? head : `${head} | ${secondary.join(' ')}`;
  const line = (option, o) => (costs ? `${option.join(' ')} |${costs[o]}` : option.join(' '));
  return [items, ...options.map(line), ''].join('\n');
}

/** Throws an error unless `costs` contains one number for each option. */
function checkCosts({ costs, options }) {
  if (!Array.isArray(costs) || costs.length !== options.length) {
    refuse(`costs must be a list of numbers, one for each option, not ${shown(costs)}`);
  }
  costs.forEach((cost, option) => {
    if (!isCost(cost)) refuse(`${shown(cost)} is not a cost`, { option });
  });
}

/** Whether the value is a decimal number, given as a number or as a string. */
const isCost = (cost) => (typeof cost === 'number' || typeof cost === 'string') && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(cost);

function checkCounts({ primary, secondary = 0 }) {
  for (const count of [primary, secondary]) {
    if (count >>> 0 !== count) refuse(`${shown(count)} is not a number of items`);
  }
}

/**
 * The length of the array of numbers that represents a problem, see dlx_open_numbers() in door.cpp.
 */
function countNumbers({ options }) {
  let count = 2;
  for (let o = 0; o < options.length; ++o) count += 1 + (options[o]?.length ?? 0);
  return count;
}

/**
 * Return values of writeNumbers() and writeNames(). WRONG: an entry is not a valid item. FULL: the
 * array is too short.
 */
const [WRONG, FULL] = [-1, -2];

/**
 * Writes a problem whose items are numbers into the array `numbers`, from index `at` to at most
 * `end` - 1. Returns the index after the last number written, or WRONG or FULL. Items are checked
 * here, because the array would convert a fraction to a whole number. Items are checked and written
 * in pairs, which takes 0.78 times as long as one by one. Writing items one by one took a fifth of
 * the total time for a small problem.
 */
function writeNumbers({ primary, secondary = 0, options }, numbers, at, end) {
  numbers[at++] = primary;
  numbers[at++] = secondary;
  for (let o = 0; o < options.length; ++o) {
    const option = options[o];
    const length = option?.length;
    if (!(length >= 0)) return WRONG;
    if (at + length >= end) return FULL;
    numbers[at++] = length;
    let k = 0;
    for (; k + 1 < length; k += 2) {
      const item = option[k];
      const next = option[k + 1];
      if (item >>> 0 !== item || next >>> 0 !== next) return WRONG;
      numbers[at] = item;
      numbers[at + 1] = next;
      at += 2;
    }
    if (k < length) {
      const item = option[k];
      if (item >>> 0 !== item) return WRONG;
      numbers[at++] = item;
    }
  }
  return at;
}

/**
 * Writes a problem whose items are names into `numbers`, as writeNumbers() does. writeNames() also
 * returns WRONG if an entry contains more than a name, such as a colour.
 */
function writeNames({ primary, secondary = [], options }, numbers, at, end) {
  const places = new Map();
  for (const name of primary) places.set(name, places.size);
  for (const name of secondary) places.set(name, places.size);
  if (places.size < primary.length + secondary.length) return WRONG;
  numbers[at++] = primary.length;
  numbers[at++] = secondary.length;
  for (const option of options) {
    if (!isListOfItems(option)) return WRONG;
    if (at + option.length >= end) return FULL;
    numbers[at++] = option.length;
    for (const name of option) {
      const place = places.get(name);
      if (place === undefined) return WRONG;
      numbers[at++] = place;
    }
  }
  return at;
}

function write(problem, numbers, at, end) {
  return isNumbered(problem) ? writeNumbers(problem, numbers, at, end) : writeNames(problem, numbers, at, end);
}

// Length in ms of a slice of a search for the cheapest solutions. Such slices are long, because
// each slice solves the linear relaxation again from the start.
const SLICE_OF_COSTS = 2000;
const MOST = 2 ** 32 - 1;
/** The number of array elements before the problem that dlx_list_numbers() expects. */
const HEAD = 4;

const allowedTime = (timeLimit) => {
  if (typeof timeLimit === 'number' && timeLimit >= 0) return performance.now() + 1000 * timeLimit;
  throw new RangeError(`timeLimit must be a number of seconds, not ${shown(timeLimit)}`);
};

const checkSeed = (random) => {
  if (random === undefined || (Number.isSafeInteger(random) && random >= 0)) return;
  throw new RangeError(`random must be a whole number, the seed, not ${shown(random)}`);
};

/**
 * Checks the numbers of fixed and forbidden options, and returns them as the engine expects them.
 */
function given({ fix = [], forbid = [] }) {
  for (const list of [fix, forbid]) {
    if (!Array.isArray(list)) refuse(`fix and forbid must be lists of numbers of options, not ${shown(list)}`);
    for (const option of list) if (option >>> 0 !== option) refuse(`${shown(option)} is not the number of an option`);
  }
  return { fix, forbid };
}

/**
 * Answers many questions about one problem, such as whether a solution with some options exists.
 * Created by Dlx.questions().
 */
export class Questions {
  #call; // calls a function of the engine by name
  #after;
  #timeLimit;
  #id;

  constructor(call, after, id, timeLimit) {
    this.#call = call;
    this.#after = after;
    this.#id = id;
    this.#timeLimit = timeLimit;
  }

  ask(options = {}) {
    return this.#after(() => this.#answer(this.#call('dlx_ask', { id: this.#id, ...given(options) })));
  }

  another() {
    return this.#after(() => this.#answer(this.#call('dlx_ask_on', { id: this.#id })));
  }

  core() {
    return this.#after(async () => this.#call('dlx_core', { id: this.#id }));
  }

  close() {
    return this.#after(async () => void this.#call('dlx_close', { id: this.#id }));
  }

  async #answer(first) {
    const end = allowedTime(this.#timeLimit);
    let answer = first;
    while (answer.status === 'running' && answer.solution === null) {
      if (performance.now() >= end) throw new TimeLimitError();
      await turn();
      answer = this.#call('dlx_ask_on', { id: this.#id });
    }
    return answer.solution;
  }
}

/** Thrown if a question was not answered within the time limit. */
export class TimeLimitError extends Error {
  constructor() {
    super('the time limit ended the search: there may be a solution');
    this.name = 'TimeLimitError';
  }
}

export class Dlx {
  #module;
  #queue = Promise.resolve();
  #numbers; // index in HEAPU32 of the engine's array, which has space for #room numbers
  #room;
  #engines; // names of the search engines, by number

  constructor(module) {
    this.#module = module;
    this.#makeRoom(10_000);
    const about = this.#call('dlx_about');
    this.version = about.version;
    this.#engines = about.engines;
  }

  count(problem, given) {
    return this.#after(async () => {
      const { tables = true, ...options } = checkedOptions('count', given);
      const progress = await this.#run(problem, { ...options, want: 'count', sweep: tables });
      const { complete, engine } = progress;
      return { count: BigInt(progress.found), complete, engine, ...figures(progress) };
    });
  }

  list(problem, given) {
    return this.#after(async () => {
      const { limit = 1000, ...options } = checkedOptions('list', given);
      if (typeof limit !== 'number' || !(limit >= 0)) throw new RangeError(`limit must be a number of solutions, not ${shown(limit)}`);
      if (limit < 1) return { solutions: [], complete: false };
      const first = this.#listAtOnce(problem, limit, options);
      if (first?.isOver) return first.result;
      const progress = first ? await this.#goOn({ status: 'running' }, options)
        : await this.#run(problem, { ...options, want: 'list', most: Math.min(limit, MOST) });
      const { result } = this.#kept(this.#module._dlx_kept_numbers());
      return { ...result, complete: progress.complete ?? false };
    });
  }

  cheapest(problem, given) {
    return this.#after(async () => {
      const { n = 1, ...options } = checkedOptions('cheapest', given);
      const all = n === 'least';
      if (!all && !(typeof n === 'number' && n >= 1)) {
        throw new RangeError(`n must be a number of solutions from 1, or 'least' for all of the least cost, not ${shown(n)}`);
      }
      const progress = await this.#run(problem, { ...options, want: 'list', most: all ? 1 : Math.min(n, MOST), of_least_cost: all, cheapest: true });
      const listed = this.#call('dlx_solutions', 0, MOST >>> 1);
      const solutions = listed.map(({ cost, options: numbers }) => ({ cost, options: numbers.map((number) => number - 1) }));
      return { solutions, ...costFigures(progress), complete: progress.complete, nodes: progress.nodes };
    });
  }

  countCheapest(problem, given) {
    return this.#after(async () => {
      const { allWithin, ...options } = checkedOptions('countCheapest', given);
      const all = allWithin !== undefined;
      const progress = await this.#run(problem, { ...options, maxCost: allWithin, want: 'count', of_least_cost: !all, cheapest: true });
      return { count: BigInt(progress.found), ...costFigures(progress), complete: progress.complete, nodes: progress.nodes };
    });
  }

  questions(problem, given) {
    return this.#after(async () => {
      const { timeLimit = Infinity, random } = checkedOptions('questions', given);
      allowedTime(timeLimit);
      checkSeed(random);
      this.#open(problem);
      const { id } = this.#call('dlx_questions', { random });
      return new Questions((...all) => this.#call(...all), (work) => this.#after(work), id, timeLimit);
    });
  }

  close() {
    this.#module = undefined;
    this.#queue = Promise.reject(new Error('the engine was closed'));
    this.#queue.catch(() => {});
  }

  /**
   * Lists the solutions of a small problem with a single call of the WebAssembly code, because
   * several calls would take longer than the search. This call is the first slice of the search.
   * With a signal, a callback or a time limit, this slice is a very short search. Returns
   * undefined if the caller must use #run() instead, for example because the problem contains an
   * error, which #run() reports.
   */
  #listAtOnce(problem, limit, { engine = 'auto', preprocess = true, slice = 50, timeLimit, signal, onProgress, fix, forbid, random }) {
    const number = this.#engines.indexOf(engine);
    if (typeof problem === 'string' || signal?.aborted || number < 0 || fix || forbid || random !== undefined) return undefined;
    check(problem);
    const module = this.#module;
    let end = this.#write(problem);
    if (end === FULL) {
      this.#makeRoom(HEAD + countNumbers(problem));
      end = this.#write(problem);
    }
    if (end === WRONG) return undefined;
    const numbers = module.HEAPU32;
    const at = this.#numbers;
    numbers[at] = number;
    numbers[at + 1] = preprocess ? 1 : 0;
    numbers[at + 2] = Math.min(limit, MOST);
    numbers[at + 3] = signal || onProgress || timeLimit !== undefined ? 0 : slice;
    const kept = module._dlx_list_numbers(end - at);
    if (kept === 0) return undefined;
    const first = this.#kept(kept);
    onProgress?.({ found: BigInt(first.result.solutions.length), nodes: first.nodes, share: 1 });
    return first;
  }

  /** Makes the engine allocate memory for `count` numbers. */
  #makeRoom(count) {
    this.#room = count;
    this.#numbers = this.#module._dlx_numbers(count) / 4;
  }

  /** Writes a problem into the array for dlx_list_numbers(), after its first HEAD numbers. */
  #write(problem) {
    const at = this.#numbers;
    return write(problem, this.#module.HEAPU32, at + HEAD, at + this.#room);
  }

  /** Reads the solutions that kept_as_numbers() of door.cpp has stored at `address`. */
  #kept(address) {
    const heap = this.#module.HEAPU32;
    let at = address / 4;
    const isOver = heap[at++] === 0;
    const complete = heap[at++] === 1;
    const nodes = heap[at++];
    const solutions = new Array(heap[at++]);
    for (let n = 0; n < solutions.length; ++n) {
      const solution = new Array(heap[at++]);
      for (let k = 0; k < solution.length; ++k) solution[k] = heap[at++];
      solutions[n] = solution;
    }
    return { isOver, nodes, result: { solutions, complete } };
  }

  /** Calls the function `work` when all earlier calls on this object have ended. */
  #after(work) {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #run(problem, { engine = 'auto', preprocess = true, slice, timeLimit, signal, onProgress, fix, forbid, maxCost, upTo, ...want }) {
    checkSeed(want.random);
    if (maxCost !== undefined && !isCost(maxCost)) throw new RangeError(`maxCost must be a decimal number, not ${shown(maxCost)}`);
    if (maxCost !== undefined) want.max_cost = String(maxCost);
    if (upTo !== undefined) want.up_to = upTo;
    const options = given({ fix, forbid });
    this.#open(problem);
    if (options.fix.length + options.forbid.length > 0) this.#call('dlx_restrict', options);
    const progress = this.#call('dlx_start', { ...want, engine, preprocess });
    return this.#goOn(progress, { slice, timeLimit, signal, onProgress, longest: want.cheapest ? SLICE_OF_COSTS : 0 });
  }

  /**
   * Runs slices of a search until the search ends. If `slice` is less than `longest`, each slice is
   * twice as long as the slice before, up to `longest`.
   */
  async #goOn(progress, { slice = 50, timeLimit = Infinity, signal, onProgress, longest = 0 }) {
    const end = allowedTime(timeLimit);
    while (progress.status === 'running' && !signal?.aborted) {
      const left = end - performance.now();
      if (left <= 0) break;
      progress = this.#call('dlx_run', Math.ceil(Math.min(slice, left)));
      slice = Math.max(slice, Math.min(2 * slice, longest));
      onProgress?.(figures(progress));
      if (progress.status === 'running') await turn();
    }
    return progress;
  }

  /**
   * Opens a problem in the engine. The problem is first passed as numbers, because the engine reads
   * numbers faster than text. If that fails, the problem is passed as text. Text can contain
   * colours, and error messages about a text contain the names of items.
   */
  #open(problem) {
    if (typeof problem === 'string') {
      this.#call('dlx_open', { text: problem });
      return;
    }
    check(problem);
    if (problem.costs !== undefined) {
      checkOptions(problem);
      checkCosts(problem);
      const { error } = caller(this.#module)('dlx_open', { text: asText(problem), format: 'knuth' });
      if (error) throw inOption(error);
      return;
    }
    const numbers = new Uint32Array(countNumbers(problem));
    const isRight = write(problem, numbers, 0, numbers.length) !== WRONG;
    const told = isRight && caller(this.#module)('dlx_open_numbers', numbers);
    if (told && !told.error) return;
    checkOptions(problem);
    if (isNumbered(problem)) throw inOption(told.error);
    // The format of the text is given explicitly. Otherwise the engine would guess the format, and
    // could read numbers as a matrix.
    const { error } = caller(this.#module)('dlx_open', { text: asText(problem), format: 'knuth' });
    if (error) throw inOption(error);
    if (told) throw inOption(told.error);
  }

  #call(name, ...given) {
    const answer = caller(this.#module)(name, ...given);
    if (answer.error) throw new ProblemError(answer.error);
    return answer;
  }
}

/**
 * Converts an error that the engine reports about the text of a problem object. The engine numbers
 * options from 1, and the first option is in line 2 of the text.
 */
function inOption({ message, line, word }) {
  const [prefix, number] = /^option (\d+): /.exec(message) ?? ['', line - 1];
  return new ProblemError({ message: message.slice(prefix.length), word, option: number > 0 ? number - 1 : undefined });
}

const figures = ({ found, nodes, share, ...costs }) => ({ found: BigInt(found), nodes, share, ...costFigures(costs) });

/**
 * The properties of a search for the cheapest solutions that are known: `best` (least cost found),
 * `bound` (lower bound) and `gap`.
 */
const costFigures = ({ best, lower_bound: bound, gap }) => ({ ...(best !== undefined && { best }), ...(bound !== undefined && { bound }), ...(gap !== undefined && { gap }) });
