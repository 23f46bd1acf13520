// Calls the functions of door.cpp. The page's web worker, the npm package and tests use this
// module.

const encoder = new TextEncoder();

/**
 * Returns a function that calls a function of door.cpp by its name. `module`: the WebAssembly
 * module of the engine. Objects and texts are passed as JSON, and the result is JSON too. A
 * Uint32Array is passed as a pointer and a length.
 */
export const caller = (module) => (name, ...given) => {
  const blocks = [];
  const put = (bytes) => {
    const at = module._malloc(bytes.length);
    blocks.push(at);
    module.HEAPU8.set(bytes, at);
    return at;
  };
  const handed = given.flatMap((value) => {
    if (typeof value === 'number') return value;
    if (value instanceof Uint32Array) return [put(new Uint8Array(value.buffer, 0, value.byteLength)), value.length];
    return put(encoder.encode(`${JSON.stringify(value)}\0`));
  });
  const answer = JSON.parse(module.UTF8ToString(module[`_${name}`](...handed)));
  for (const block of blocks) module._free(block);
  return answer;
};

// Between two slices of a search, a message channel lets other events run in browsers. A timer would
// wait at least four milliseconds each time.
const channel = globalThis.setImmediate ? undefined : new MessageChannel();
/** Lets other events run. */
export const turn = () =>
  new Promise((resolve) => {
    if (!channel) {
      setImmediate(resolve);
      return;
    }
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(0);
  });
