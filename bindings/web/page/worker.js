// Runs the engine apart from the page. A search goes on in slices; between them messages are looked
// at, so that a search can be stopped without losing what it has found.
/* global makeDlx */

const firstSlice = 10; // ms
const slice = 50;

const engine = makeDlx();
let running = 0; // number of the search at work; 0: none
let elapsed = 0; // ms that it has worked
let stopped = false; // it was asked to stop

/** Calls a function of door.cpp. Objects are handed over as JSON. */
async function call(name, ...given) {
  const module = await engine;
  const texts = [];
  const handed = given.map((value) => {
    if (typeof value === 'number') return value;
    texts.push(module.allocateUTF8(JSON.stringify(value)));
    return texts.at(-1);
  });
  const answer = JSON.parse(module.UTF8ToString(module[`_${name}`](...handed)));
  for (const text of texts) module._free(text);
  return answer;
}

// A timer would wait four milliseconds each time.
const turn = new MessageChannel();
let next = () => {};
turn.port1.onmessage = () => next();
const giveWay = () =>
  new Promise((resolve) => {
    next = resolve;
    turn.port2.postMessage(0);
  });

async function goOn(id) {
  running = id;
  stopped = false;
  for (let length = firstSlice; running === id; length = slice) {
    const before = performance.now();
    const progress = await call('dlx_run', length);
    elapsed += performance.now() - before;
    if (progress.error) {
      running = 0;
      postMessage({ kind: 'failed', id, error: progress.error });
      return;
    }
    if (progress.status !== 'running') {
      running = 0;
      postMessage({ kind: 'over', id, progress, elapsed });
      return;
    }
    postMessage({ kind: 'progress', id, progress, elapsed });
    await giveWay();
    if (running === 0 && stopped) postMessage({ kind: 'over', id, progress, elapsed, stopped });
  }
}

const tasks = {
  async about() {
    postMessage({ kind: 'about', about: await call('dlx_about') });
  },

  async solve({ id, open, start }) {
    running = 0;
    elapsed = 0;
    const size = await call('dlx_open', open);
    if (size.error) {
      postMessage({ kind: 'failed', id, error: size.error });
      return;
    }
    const progress = await call('dlx_start', start);
    if (progress.error) {
      postMessage({ kind: 'failed', id, error: progress.error });
      return;
    }
    postMessage({ kind: 'started', id, size });
    await goOn(id);
  },

  async resume({ id }) {
    await goOn(id);
  },

  async stop() {
    stopped = running !== 0;
    running = 0;
  },

  async solutions({ id, first, most }) {
    postMessage({ kind: 'solutions', id, first, list: await call('dlx_solutions', first, most) });
  },

  async text({ id, open }) {
    running = 0;
    const size = await call('dlx_open', open);
    postMessage({ kind: 'text', id, ...(size.error ? size : await call('dlx_text')) });
  },
};

onmessage = ({ data }) => {
  tasks[data.task](data).catch((error) => {
    running = 0;
    postMessage({ kind: 'failed', id: data.id, error: { message: String(error.message ?? error) } });
  });
};
