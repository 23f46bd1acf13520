// Functions that the modules of the page share: elements, numbers in words.

import { $, drawn, element, swatch } from '../../../viewer/src/dom.js';

export { $, drawn, element, swatch };

/** A frame for a page with styles of its own, which follows the theme of this page. */
export function pageFrame(id, title) {
  const made = element('iframe', { id, title });
  made.addEventListener('load', () => giveTheme(made));
  return made;
}

/** Has the page in a frame take the theme of this page. */
export function giveTheme(frame) {
  const inside = frame.contentDocument?.documentElement;
  if (inside) inside.dataset.theme = document.documentElement.dataset.theme;
}

/** A button of the quiet kind. */
export function button(words, act, properties = {}) {
  return element('button', { type: 'button', className: 'quiet', textContent: words, onclick: act, ...properties });
}

/** A button that lets the user choose a file, and its input, which sends the event "file". */
export function opener(id) {
  const chooser = element('input', { type: 'file', id, hidden: true });
  chooser.onchange = () => {
    const [detail] = chooser.files;
    if (detail) chooser.dispatchEvent(new CustomEvent('file', { detail, bubbles: true }));
    chooser.value = ''; // otherwise a file could not be opened again
  };
  return [button('Open a file …', () => chooser.click(), { id: `open-${id}` }), chooser];
}

/** Buttons in a row that has a name. */
export const chips = (id, label, ...buttons) =>
  element('div', { id, className: 'chips', role: 'group', 'aria-label': label }, ...buttons);

/** Has those buttons pressed for which `isPressed` holds. */
export function press(buttons, isPressed) {
  for (const each of buttons) each.setAttribute('aria-pressed', String(isPressed(each)));
}

/** A box to be ticked, with its words behind it. */
export const check = (input, words) => element('label', { className: 'check' }, input, words);

/** Fields in two columns where there is room. */
export const inTwo = (...fields) => element('div', { className: 'fields two' }, ...fields);

/** A field with its label above it. */
export function labelled(words, input, kind = '') {
  return element('div', { className: `field ${kind}` }, element('label', { htmlFor: input.id, textContent: words }), input);
}

/** The options of a choice: pairs of a value and words. */
export const options = (values) => values.map(([value, textContent]) => element('option', { value, textContent }));

export function choice(id, values, chosen) {
  const made = element('select', { id }, ...options(values));
  made.value = chosen;
  if (made.selectedIndex < 0) made.selectedIndex = 0;
  return made;
}

/** A field for a whole number. */
export const numberInput = (id, value, min, max) =>
  element('input', { id, value, type: 'number', min, max, inputMode: 'numeric', required: true });

/** Moves the focus to one of several elements, the only one that the tab key reaches. */
export function reach(elements, n) {
  for (const each of elements) each.tabIndex = -1;
  elements[n].tabIndex = 0;
  elements[n].focus();
}

/** Follows an arrow, or page up and down, from one of elements in rows, and rows in layers. */
export function reachByKey(event, elements, at, width, area = NaN) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width, PageUp: -area, PageDown: area };
  const to = at + steps[event.key];
  if (!elements[to]) return;
  event.preventDefault();
  reach(elements, to);
}

/** A number and the things counted, for example "1 item" or "2 items". */
export const counted = (number, what, several = `${what}s`) => `${grouped(number)} ${Number(number) === 1 ? what : several}`;

/** Digits in groups of three, by thin spaces; numbers may be longer than JavaScript's. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u2009');

export function inSeconds(ms) {
  if (ms < 995) return `${Math.round(ms)} ms`;
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A whole number between bounds; text that is not a number becomes the least. */
export const within = (value, least, most) =>
  Math.min(most, Math.max(least, Math.round(Number(value)) || least));

/** Calls once things have been quiet for a while. */
export function afterwards(ms, act) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}

/** Lets the visitor keep a file. */
export function save(name, data, type) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const kinds = [
  ['\x89PNG', 'a picture (PNG)'], ['\xff\xd8\xff', 'a photograph (JPEG)'], ['GIF8', 'a picture (GIF)'], ['RIFF', 'a picture or a sound'],
  ['%PDF', 'a PDF document'], ['PK\x03\x04', 'an archive or an office document (ZIP)'], ['7z\xbc\xaf', 'an archive (7z)'],
  ['BZh', 'an archive (bzip2)'], ['\xfd7zXZ', 'an archive (xz)'], ['\x28\xb5\x2f\xfd', 'an archive (zstd)'], ['glTF', 'a model in space (glTF)'],
  ['\x7fELF', 'a program'], ['MZ', 'a program'], ['\0asm', 'a program'],
];

/** The kind of bytes that are not text, for example "a picture (PNG)"; undefined: they are text. */
export function notText(bytes) {
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  const known = kinds.find(([begins]) => start.startsWith(begins));
  // No text has bytes that are zero, except in UTF-16, which begins with a mark.
  const isBinary = bytes.subarray(0, 4096).includes(0) && !/^(\xff\xfe|\xfe\xff)/.test(start);
  if (known && (isBinary || !/^[A-Z]/.test(known[0]))) return known[1];
  return isBinary ? 'not text' : undefined;
}

/** Text of bytes; those that are not UTF-8 or UTF-16 are taken for Windows' Latin letters. */
export function asText(bytes) {
  const utf16 = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[bytes.subarray(0, 2).join()];
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Bytes of a gzip stream; others stay as they are. */
export async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Bytes that stand in the page as base64 of a gzip stream. */
export function packed(id) {
  const letters = atob($(id).textContent);
  const bytes = new Uint8Array(letters.length);
  for (let n = 0; n < letters.length; ++n) bytes[n] = letters.charCodeAt(n);
  return unpacked(bytes);
}

/** Resolves once the page has been painted for the first time; at once while it is hidden. */
export const painted = () =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
