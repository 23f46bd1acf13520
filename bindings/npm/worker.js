// The web worker that runs the engine in a browser. The worker receives messages from browser.js,
// and calls methods of class Dlx. assemble.mjs bundles this file and its imports into one script.
import { Dlx } from './dlx.js';
import makeDlx from './engine.cjs';

let dlx;
const questions = new Map(); // Questions objects by the id of the call that created them
const running = new Map(); // AbortControllers of running calls, by the id of the call

const post = (id, answer) => postMessage({ id, ...answer });

async function start(wasm) {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`${wasm} cannot be loaded: ${answer.status} ${answer.statusText}`);
  dlx = new Dlx(await makeDlx({ wasmBinary: new Uint8Array(await answer.arrayBuffer()) }));
  return { version: dlx.version };
}

async function answer({ id, asked, name, given, reports, stops }) {
  if (name === 'start') return start(...given);
  if (asked !== undefined) return questions.get(asked)[name](...given);
  const [problem, options] = given;
  const more = {};
  if (reports) more.onProgress = (progress) => post(id, { progress });
  if (stops) {
    const controller = new AbortController();
    running.set(id, controller);
    more.signal = controller.signal;
  }
  const value = await dlx[name](problem, { ...options, ...more });
  if (name !== 'questions') return value;
  questions.set(id, value);
  return id;
}

addEventListener('message', async ({ data }) => {
  if (data.stop !== undefined) {
    running.get(data.stop)?.abort();
    return;
  }
  try {
    post(data.id, { value: await answer(data) });
  } catch (error) {
    const { name, message, ...more } = error;
    post(data.id, { error: { ...more, name, message: error.message } });
  }
  running.delete(data.id);
});
