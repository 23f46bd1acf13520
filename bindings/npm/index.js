// The entry point of the npm package in Node.js. The engine runs in the current thread.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { Dlx } from './dlx.js';

export { Dlx, ProblemError, Questions, TimeLimitError } from './dlx.js';

export async function load() {
  const wasmBinary = await readFile(new URL('engine.wasm', import.meta.url));
  const makeDlx = createRequire(import.meta.url)('./engine.cjs');
  return new Dlx(await makeDlx({ wasmBinary }));
}
