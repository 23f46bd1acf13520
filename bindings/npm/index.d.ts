/** A problem: text in a format that dlx recognises, or items and options. */
export type ProblemInput =
  | string
  | NumberedProblem
  | {
      /** Names of primary items: covered exactly once. */
      primary: readonly string[];
      /** Names of secondary items: covered at most once, or in one colour. */
      secondary?: readonly string[];
      /** Options: names of items, a secondary one perhaps with a colour, "s:red". */
      options: readonly (readonly string[])[];
      /** A cost for each option. */
      costs?: readonly Cost[];
    };

/** A decimal number, or one as a text, such as "2.50", where a number of JavaScript is not exact. */
export type Cost = number | string;

/**
 * A problem with numbers for names: how many items there are, and options as numbers of items. Primary
 * items have the numbers from 0, secondary items those after. Small problems are handed over sooner.
 */
export interface NumberedProblem {
  primary: number;
  secondary?: number;
  options: readonly (readonly number[])[];
  costs?: readonly Cost[];
}

export type EngineName = 'auto' | 'dancing_links' | 'dancing_cells' | 'bit_matrix' | 'item_bits' | 'learning_cells';

export interface SearchOptions {
  /** Which engine searches; "auto" unless given. */
  engine?: EngineName;
  /** Whether forced options and superfluous options and items are removed first; true unless given. */
  preprocess?: boolean;
  /** Milliseconds between two looks at `signal` and calls of `onProgress`; 50 unless given. */
  slice?: number;
  /** Seconds after which the search ends and returns the result so far, with `complete` false. */
  timeLimit?: number;
  /** Ends the search, which returns the result so far, with `complete` false. */
  signal?: AbortSignal;
  /** Is called after each slice. */
  onProgress?: (progress: Progress) => void;
  /** Numbers of options, from 0, that every solution must have. */
  fix?: readonly number[];
  /** Numbers of options, from 0, that no solution may have. */
  forbid?: readonly number[];
}

export interface QuestionOptions {
  /** Seconds for each question; without limit unless given. */
  timeLimit?: number;
  /** A seed: which of several solutions is found depends on it. */
  random?: number;
}

/** Options that exclude every solution. */
export interface Core {
  /** Numbers of options that were fixed. */
  fix: number[];
  /** Numbers of options that were forbidden. */
  forbid: number[];
  /** Whether a solution exists as soon as any one of them is not given; false: not known. */
  minimal: boolean;
}

/** Answers many questions about one problem by one search, which keeps what it has learned. */
export class Questions {
  /**
   * A solution that has all options of `fix` and none of `forbid`, as numbers of its options; null if
   * none exists. Rejects with TimeLimitError at the time limit; then another() goes on.
   */
  ask(options?: { fix?: readonly number[]; forbid?: readonly number[] }): Promise<number[] | null>;
  /** Another solution to the last question; null if none is left. */
  another(): Promise<number[] | null>;
  /**
   * Options of the last question that exclude every solution. Rejects unless ask() has just returned
   * null. Each of the questions behind it has 50 ms, and `minimal` says whether that was enough.
   */
  core(): Promise<Core>;
  /** Releases the memory; no question can be asked afterwards. */
  close(): Promise<void>;
}

/** A question was not answered within the time limit. */
export class TimeLimitError extends Error {}

export interface CountOptions extends SearchOptions {
  /** Whether long counts may use tables of states; true unless given. */
  tables?: boolean;
}

export interface ListOptions extends SearchOptions {
  /** The largest number of solutions; 1000 unless given. */
  limit?: number;
  /** A seed: some solutions, other ones for each seed. */
  random?: number;
}

export interface Progress {
  /** Solutions found so far. */
  found: bigint;
  /** Nodes of the search tree visited so far. */
  nodes: number;
  /** The part of the search tree that has been searched, from 0 to 1. */
  share: number;
  /** Of a search for the cheapest: the least cost of a solution so far, if one was found. */
  best?: string;
  /** Of a search for the cheapest, if known: a lower bound on the cost of all solutions not found. */
  bound?: string;
  /** Of a search for the cheapest, if known: how much less than `best` a solution may cost, as a part of `best`. */
  gap?: number;
}

export interface CostOptions extends Pick<SearchOptions, 'timeLimit' | 'signal' | 'onProgress' | 'fix' | 'forbid'> {
  /** One solution of each class that the symmetries of the problem make; these keep costs. */
  upTo?: 'none' | 'all';
  /**
   * Milliseconds before the first look at `signal` and call of `onProgress`; 50 unless given. The
   * search begins anew after each, with twice the time.
   */
  slice?: number;
}

export interface CheapestOptions extends CostOptions {
  /** How many solutions; 1 unless given. 'least': all of the least cost. Infinity: all. */
  n?: number | 'least';
  /** Leaves dearer solutions out. */
  maxCost?: Cost;
}

export interface CountCheapestOptions extends CostOptions {
  /** Counts all solutions that cost this or less, in place of the solutions of the least cost. */
  allWithin?: Cost;
}

/** The facts known about the cheapest solutions: see Progress. */
export interface Costs {
  best?: string;
  bound?: string;
  gap?: number;
  /** Whether the solutions found are proved to be the cheapest. */
  complete: boolean;
  /** Nodes of the search tree visited. */
  nodes: number;
}

export interface CheapestResult extends Costs {
  /** The cheapest first. Options are numbered from 0. */
  solutions: { cost: string; options: number[] }[];
}

export interface CountCheapestResult extends Costs {
  count: bigint;
}

export interface CountResult extends Progress {
  /** The number of solutions; a lower bound unless `complete`. */
  count: bigint;
  /** Whether the search came to its end. */
  complete: boolean;
  /** The engine that searched. */
  engine: string;
}

export interface ListResult {
  /** Solutions: each the numbers of its options, counted from 0, in the order of the engine. */
  solutions: number[][];
  /** Whether these are all. */
  complete: boolean;
}

/** A text or an object that is not a problem: where it is wrong, if that is one place. */
export class ProblemError extends Error {
  /** Of an object: the number of the option, from 0; undefined if the error concerns no option. */
  option?: number;
  /** Of a text, from 1; undefined if the error concerns no line. */
  line?: number;
  /** Of a text, in characters, from 1. */
  column?: number;
  /** The offending word. */
  word?: string;
}

/** The engines, loaded once. Searches of one object run one after another. */
export class Dlx {
  /** The version of dlx. */
  readonly version: string;
  /** Counts the solutions. Rejects with ProblemError. */
  count(problem: ProblemInput, options?: CountOptions): Promise<CountResult>;
  /** Finds solutions, each of them verified. Rejects with ProblemError. */
  list(problem: ProblemInput, options?: ListOptions): Promise<ListResult>;
  /** Finds the cheapest solutions, each of them verified, and proves that no other costs less. */
  cheapest(problem: ProblemInput, options?: CheapestOptions): Promise<CheapestResult>;
  /** Counts the solutions of the least cost. */
  countCheapest(problem: ProblemInput, options?: CountCheapestOptions): Promise<CountCheapestResult>;
  /** Begins questions about a problem. Rejects with ProblemError. */
  questions(problem: ProblemInput, options?: QuestionOptions): Promise<Questions>;
  /** Releases the engines, in a browser at once; what they had to do then ends with an error. */
  close(): void;
}

/** Where the files of the package are that a browser loads; beside the script unless given. */
export interface Files {
  /** worker.js, from the origin of the page. */
  worker?: string | URL;
  /** engine.wasm. */
  wasm?: string | URL;
}

/** Loads the engines: in a browser in a worker of their own, in node in this thread. */
export function load(files?: Files): Promise<Dlx>;
