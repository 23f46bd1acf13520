/** A problem: a text in a format that dlx recognises, or an object with items and options. */
export type ProblemInput =
  | string
  | NumberedProblem
  | {
      /** Names of primary items, each of which is covered exactly once. */
      primary: readonly string[];
      /** Names of secondary items, each of which is covered at most once, or any number of times in one colour. */
      secondary?: readonly string[];
      /** Each option is a list of item names. A secondary item may have a colour, as in "s:red". */
      options: readonly (readonly string[])[];
      /** A cost for each option. */
      costs?: readonly Cost[];
    };

/** A decimal number. A cost may be given as a string such as "2.50" if a JavaScript number would be inexact. */
export type Cost = number | string;

/**
 * A problem whose items are numbers instead of names. `primary` is the number of primary items; they
 * have the numbers from 0. `secondary` is the number of secondary items; their numbers follow those of
 * the primary items. A small problem in this form is passed to the engine faster than one with names.
 */
export interface NumberedProblem {
  primary: number;
  secondary?: number;
  options: readonly (readonly number[])[];
  costs?: readonly Cost[];
}

export type EngineName = 'auto' | 'dancing_links' | 'dancing_cells' | 'bit_matrix' | 'item_bits' | 'learning_cells';

export interface SearchOptions {
  /** The engine that searches. The default is "auto". */
  engine?: EngineName;
  /**
   * Whether forced options, and options and items without effect, are removed before the search. The
   * default is true.
   */
  preprocess?: boolean;
  /** Milliseconds between two checks of `signal`, and between two calls of `onProgress`. The default is 50. */
  slice?: number;
  /** Limit in seconds. At the limit, the search returns the result so far, with `complete` false. */
  timeLimit?: number;
  /** Stops the search when this signal is aborted. The search then returns the result so far, with `complete` false. */
  signal?: AbortSignal;
  /** Called after each slice of the search. */
  onProgress?: (progress: Progress) => void;
  /** Numbers of options, counted from 0, that every solution must contain. */
  fix?: readonly number[];
  /** Numbers of options, counted from 0, that no solution may contain. */
  forbid?: readonly number[];
}

export interface QuestionOptions {
  /** Limit in seconds for each question. By default there is no limit. */
  timeLimit?: number;
  /** A seed. If a question has several solutions, the seed determines which solution is found. */
  random?: number;
}

/** A core: options of a question that together exclude every solution. */
export interface Core {
  /** Numbers of the options of `fix` in the core. */
  fix: number[];
  /** Numbers of the options of `forbid` in the core. */
  forbid: number[];
  /**
   * Whether each option of the core is needed, so that a solution exists if any one of them is left
   * out. False: unknown.
   */
  minimal: boolean;
}

/** Answers many questions about one problem. A single search answers all questions, and reuses what it has learned. */
export class Questions {
  /**
   * Finds a solution that contains all options of `fix` and no option of `forbid`, and returns the
   * numbers of its options. Returns null if there is no such solution. Rejects with TimeLimitError at
   * the time limit; another() then continues the search.
   */
  ask(options?: { fix?: readonly number[]; forbid?: readonly number[] }): Promise<number[] | null>;
  /** Finds another solution to the last question. Returns null if there is no other solution. */
  another(): Promise<number[] | null>;
  /**
   * Finds options of the last question that together exclude every solution. Rejects unless ask() has
   * just returned null. Asks further questions, each with a limit of 50 ms. If the limit was too short,
   * `minimal` is false.
   */
  core(): Promise<Core>;
  /** Releases the memory. No question can be asked afterwards. */
  close(): Promise<void>;
}

/** Thrown if a question was not answered within the time limit. */
export class TimeLimitError extends Error {}

export interface CountOptions extends SearchOptions {
  /** Whether long counts may use tables of states. The default is true. */
  tables?: boolean;
}

export interface ListOptions extends SearchOptions {
  /** The largest number of solutions to find. The default is 1000. */
  limit?: number;
  /** A seed, which determines which solutions are found first. Other seeds give other solutions. */
  random?: number;
}

export interface Progress {
  /** The number of solutions found so far. */
  found: bigint;
  /** The number of nodes of the search tree visited so far. */
  nodes: number;
  /** The fraction of the search tree that has been searched, from 0 to 1. */
  share: number;
  /** Only for the cheapest solutions: the least cost of a solution found so far. Undefined if no solution was found. */
  best?: string;
  /** Only for the cheapest solutions: no solution that is still to be found costs less. Undefined if unknown. */
  bound?: string;
  /** Only for the cheapest solutions: the gap (best - bound) / |best|. Undefined if unknown. */
  gap?: number;
}

export interface CostOptions extends Pick<SearchOptions, 'timeLimit' | 'signal' | 'onProgress' | 'fix' | 'forbid'> {
  /** 'all': find one solution of each class of symmetric solutions. Only symmetries that preserve costs are used. */
  upTo?: 'none' | 'all';
  /**
   * Milliseconds until `signal` is checked and `onProgress` is called for the first time. The default
   * is 50. Later slices are longer, up to 2 s, because each slice repeats part of the work.
   */
  slice?: number;
}

export interface CheapestOptions extends CostOptions {
  /**
   * The number of solutions to find. The default is 1. 'least': all solutions of the least cost.
   * Infinity: all solutions.
   */
  n?: number | 'least';
  /** Solutions that cost more than this are left out. */
  maxCost?: Cost;
}

export interface CountCheapestOptions extends CostOptions {
  /** Counts all solutions that cost at most this. By default, only solutions of the least cost are counted. */
  allWithin?: Cost;
}

/** Information about the cheapest solutions. For `best`, `bound` and `gap`, see Progress. */
export interface Costs {
  best?: string;
  bound?: string;
  gap?: number;
  /** Whether the solutions found are proved to be the cheapest. */
  complete: boolean;
  /** The number of nodes of the search tree visited. */
  nodes: number;
}

export interface CheapestResult extends Costs {
  /** The solutions in order of increasing cost. Options are numbered from 0. */
  solutions: { cost: string; options: number[] }[];
}

export interface CountCheapestResult extends Costs {
  count: bigint;
}

export interface CountResult extends Progress {
  /** The number of solutions. If `complete` is false, the number is a lower bound. */
  count: bigint;
  /** Whether the search ran to completion. */
  complete: boolean;
  /** The engine that was used. */
  engine: string;
}

export interface ListResult {
  /** The solutions, each a list of option numbers, counted from 0, in the order in which the engine chose them. */
  solutions: number[][];
  /** Whether the list contains all solutions. */
  complete: boolean;
}

/** Thrown if a text or an object is not a problem. The properties give the position of the error, if it is known. */
export class ProblemError extends Error {
  /** For an object: the number of the wrong option, counted from 0. Undefined if the error concerns no option. */
  option?: number;
  /** For a text: the line, counted from 1. Undefined if the error concerns no line. */
  line?: number;
  /** For a text: the column in characters, counted from 1. */
  column?: number;
  /** The word that caused the error. */
  word?: string;
}

/** The loaded engines. Calls on one object run one after another. */
export class Dlx {
  /** The version of dlx. */
  readonly version: string;
  /** Counts the solutions. Rejects with ProblemError if the problem is wrong. */
  count(problem: ProblemInput, options?: CountOptions): Promise<CountResult>;
  /** Finds solutions, and verifies each. Rejects with ProblemError if the problem is wrong. */
  list(problem: ProblemInput, options?: ListOptions): Promise<ListResult>;
  /** Finds the cheapest solutions, verifies each, and proves that no other solution costs less. */
  cheapest(problem: ProblemInput, options?: CheapestOptions): Promise<CheapestResult>;
  /** Counts the solutions of the least cost. */
  countCheapest(problem: ProblemInput, options?: CountCheapestOptions): Promise<CountCheapestResult>;
  /** Begins questions about a problem. Rejects with ProblemError if the problem is wrong. */
  questions(problem: ProblemInput, options?: QuestionOptions): Promise<Questions>;
  /** Releases the engines. In a browser, calls that are still running end at once with an error. */
  close(): void;
}

/** The URLs of the package's files in a browser. By default the files are in the folder of the script. */
export interface Files {
  /** URL of worker.js, which must have the same origin as the page. */
  worker?: string | URL;
  /** URL of engine.wasm. */
  wasm?: string | URL;
}

/** Loads the engines. In a browser the engines run in a worker of their own, in node in the current thread. */
export function load(files?: Files): Promise<Dlx>;
