// The entry point of the npm package in a browser. The engine runs in a web worker, so that the
// page stays responsive.
import { checkedOptions, ProblemError, TimeLimitError } from './dlx.js';

export { ProblemError, TimeLimitError };

const kinds = { RangeError, TypeError };

/** Converts an error received from the worker to an error object of this thread. */
function made({ name, message, ...more }) {
  if (name === 'TimeLimitError') return new TimeLimitError();
  if (name === 'ProblemError') return Object.assign(Object.create(ProblemError.prototype, { message: { value: message } }), { name, ...more });
  return new (kinds[name] ?? Error)(message);
}

/** Sends calls to the worker, and stores those that the worker has not answered yet, by number. */
class Calls {
  #worker;
  #waiting = new Map();
  #number = 0;
  #failure;

  constructor(worker, where) {
    this.#worker = worker;
    worker.onmessage = ({ data: { id, progress, value, error } }) => {
      const call = this.#waiting.get(id);
      if (!call) return;
      if (progress) {
        call.onProgress(progress);
        return;
      }
      this.#waiting.delete(id);
      if (error) call.reject(made(error));
      else call.resolve(value);
    };
    worker.onerror = (event) => {
      const why = event.message ? `: ${event.message}` : '';
      this.end(new Error(`the worker ${where} failed${why}; it must be beside the script, or be named: load({ worker: url, wasm: url })`));
    };
  }

  call(message, { signal, onProgress } = {}) {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onProgress });
      try {
        this.#worker.postMessage({ id, ...message, reports: !!onProgress, stops: !!signal });
      } catch (error) { // postMessage() throws, for example, if an argument is a function
        this.#waiting.delete(id);
        reject(new TypeError(`problem and options must be texts, numbers and lists of them: ${error.message}`));
        return;
      }
      const stop = () => this.#worker.postMessage({ stop: id });
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  }

  end(failure) {
    this.#failure = failure;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
  }
}

/**
 * Answers many questions about one problem, such as whether a solution with some options exists.
 * Created by Dlx.questions().
 */
export class Questions {
  constructor(calls, asked) {
    // The worker calls the methods of the same names.
    for (const name of ['ask', 'another', 'core', 'close']) {
      this[name] = (options) => calls.call({ asked, name, given: [options] });
    }
  }
}

export class Dlx {
  #calls;

  constructor(calls, version) {
    this.#calls = calls;
    this.version = version;
    for (const name of ['count', 'list', 'cheapest', 'countCheapest']) {
      this[name] = (problem, options) => this.#call(name, problem, options);
    }
  }

  async #call(name, problem, options) {
    const { signal, onProgress, ...more } = checkedOptions(name, options);
    return this.#calls.call({ name, given: [problem, more] }, { signal, onProgress });
  }

  async questions(problem, options) {
    return new Questions(this.#calls, await this.#call('questions', problem, options));
  }

  close() {
    this.#calls.end(new Error('the engine was closed'));
  }
}

export async function load({ worker, wasm } = {}) {
  // Bundlers recognise `new Worker(new URL(...))` in exactly this form, and copy the files to their
  // output.
  const made = worker ? new Worker(worker) : new Worker(new URL('./worker.js', import.meta.url));
  const calls = new Calls(made, worker ?? new URL('./worker.js', import.meta.url));
  const binary = new URL(wasm ?? new URL('./engine.wasm', import.meta.url), globalThis.location?.href);
  const { version } = await calls.call({ name: 'start', given: [binary.href] });
  return new Dlx(calls, version);
}
