// The web worker that runs the engine, so that the page stays responsive. A search runs in slices
// of time. Between two slices, the worker reads its messages, so a search can be stopped without
// losing its results.
/* global makeDlx */

import { caller, turn } from './call.js';

const firstSlice = 10; // length of the first slice in ms
const slice = 50;
// Upper limit in ms on a slice of a search for the cheapest solutions. The limit is high, because
// each slice solves the linear relaxation again.
const sliceOfCosts = 2000;

let started;
const engine = new Promise((resolve) => {
  started = resolve;
});
let running = 0; // number of the search that is running; 0 if no search is running
let elapsed = 0; // total time of the slices of the search, in ms
let stopped = false; // whether the page has asked the search to stop
let asked = {}; // the options of the search
let length = firstSlice; // length of the next slice in ms

const call = async (name, ...given) => caller(await engine)(name, ...given);

async function goOn(id) {
  running = id;
  stopped = false;
  for (; running === id; length = asked.cheapest ? Math.min(2 * length, sliceOfCosts) : slice) {
    const before = performance.now();
    const progress = await call('dlx_run', length);
    elapsed += performance.now() - before;
    const { error, status } = progress;
    if (error || status !== 'running') running = 0;
    // The worker may be terminated during a long slice. The best solutions are therefore sent after each slice.
    const best = running && asked.cheapest && asked.want === 'list' ? await call('dlx_solutions', 0, 12) : [];
    if (error) postMessage({ kind: 'failed', id, error });
    else postMessage({ kind: running ? 'progress' : 'over', id, progress, elapsed, best });
    if (!running) return;
    await turn();
    if (running === 0 && stopped) postMessage({ kind: 'over', id, progress, elapsed, stopped });
  }
}

const tasks = {
  async start({ binary }) {
    started(makeDlx({ wasmBinary: binary }));
  },

  /**
   * Calls a function of door.cpp for the page, and sends back its result. After dlx_file(), also sends
   * the bytes of the file.
   */
  async ask({ question, name, given }) {
    const answer = await call(name, ...given);
    if (name === 'dlx_file' && !answer.error) {
      const module = await engine;
      const at = module._dlx_file_bytes();
      answer.data = module.HEAPU8.slice(at, at + answer.bytes);
    }
    postMessage({ kind: 'answer', question, answer });
  },

  async solve({ id, open, start }) {
    running = 0;
    elapsed = 0;
    asked = start;
    length = firstSlice;
    const size = await call('dlx_open', open);
    const { error } = size.error ? size : await call('dlx_start', start);
    postMessage(error ? { kind: 'failed', id, error } : { kind: 'started', id, size });
    if (!error) await goOn(id);
  },

  async resume({ id }) {
    await goOn(id);
  },

  async stop() {
    stopped = running !== 0;
    running = 0;
  },
};

onmessage = ({ data }) => {
  tasks[data.task](data).catch((error) => {
    const told = { message: String(error.message ?? error) };
    if (data.question !== undefined) {
      postMessage({ kind: 'answer', question: data.question, answer: { error: told } });
    } else {
      running = 0;
      postMessage({ kind: 'failed', id: data.id, error: told });
    }
  });
};
