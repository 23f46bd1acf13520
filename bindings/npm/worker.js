// The engine in a worker of a browser: calls methods of Dlx for browser.js. It is made one script with
// what it imports.
import { Dlx } from './dlx.js';
import makeDlx from './engine.cjs';

let dlx;
const questions = new Map(); // by number
const running = new Map(); // what stops a call, by its number

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
