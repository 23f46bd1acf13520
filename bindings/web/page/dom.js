// Functions that several modules of the page use. They make HTML elements, and format numbers.

import { $, drawn, element, swatch } from '../../../viewer/src/dom.js';

export { $, drawn, element, swatch };

/**
 * Makes an iframe for a page that has its own style sheet. The frame gets the theme (light or dark)
 * of this page.
 */
export function pageFrame(id, title) {
  const made = element('iframe', { id, title });
  made.addEventListener('load', () => giveTheme(made));
  return made;
}

/** Sets the theme (light or dark) of the page in a frame to the theme of this page. */
export function giveTheme(frame) {
  const inside = frame.contentDocument?.documentElement;
  if (inside) inside.dataset.theme = document.documentElement.dataset.theme;
}

/** Makes a button with the class "quiet" of the style sheet. */
export function button(words, act, properties = {}) {
  return element('button', { type: 'button', className: 'quiet', textContent: words, onclick: act, ...properties });
}

/**
 * Makes a button that lets the user choose a file. A hidden input element sends the chosen file in
 * an event "file".
 */
export function opener(id) {
  const chooser = element('input', { type: 'file', id, hidden: true });
  chooser.onchange = () => {
    const [detail] = chooser.files;
    if (detail) chooser.dispatchEvent(new CustomEvent('file', { detail, bubbles: true }));
    chooser.value = ''; // so that the same file can be chosen again
  };
  return [button('Open a file …', () => chooser.click(), { id: `open-${id}` }), chooser];
}

/** Makes a row of buttons. `label`: the name of the row for screen readers. */
export const chips = (id, label, ...buttons) =>
  element('div', { id, className: 'chips', role: 'group', 'aria-label': label }, ...buttons);

/**
 * Marks the buttons for which isPressed(button) is true as pressed, and all other buttons as not
 * pressed.
 */
export function press(buttons, isPressed) {
  for (const each of buttons) each.setAttribute('aria-pressed', String(isPressed(each)));
}

/** Makes a checkbox with a label after it. */
export const check = (input, words) => element('label', { className: 'check' }, input, words);

/** Puts input fields into two columns if the page is wide enough. */
export const inTwo = (...fields) => element('div', { className: 'fields two' }, ...fields);

/** Makes an input field with its label above it. */
export function labelled(words, input, kind = '') {
  return element('div', { className: `field ${kind}` }, element('label', { htmlFor: input.id, textContent: words }), input);
}

/** Makes the options of a select element from pairs of a value and a text. */
export const options = (values) => values.map(([value, textContent]) => element('option', { value, textContent }));

export function choice(id, values, chosen) {
  const made = element('select', { id }, ...options(values));
  made.value = chosen;
  if (made.selectedIndex < 0) made.selectedIndex = 0;
  return made;
}

/** Makes an input field for a whole number. */
export const numberInput = (id, value, min, max) =>
  element('input', { id, value, type: 'number', min, max, inputMode: 'numeric', required: true });

/**
 * Moves the focus to element n of a list. The tab key can then reach no other element of the list.
 */
export function reach(elements, n) {
  for (const each of elements) each.tabIndex = -1;
  elements[n].tabIndex = 0;
  elements[n].focus();
}

/** Moves the focus by an arrow key, PageUp or PageDown. The elements form rows, and the rows form layers. */
export function reachByKey(event, elements, at, width, area = NaN) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width, PageUp: -area, PageDown: area };
  const to = at + steps[event.key];
  if (!elements[to]) return;
  event.preventDefault();
  reach(elements, to);
}

/** A number with the noun for the things counted, for example "1 item" or "2 items". */
export const counted = (number, what, several = `${what}s`) => `${grouped(number)} ${Number(number) === 1 ? what : several}`;

/** The digits of a number in groups of three, with thin spaces between. A string may contain a number of any size. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u2009');

export function inSeconds(ms) {
  if (ms < 995) return `${Math.round(ms)} ms`;
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * The whole number from `least` to `most` that is nearest to a value. A text that is not a number
 * becomes `least`.
 */
export const within = (value, least, most) =>
  Math.min(most, Math.max(least, Math.round(Number(value)) || least));

/**
 * Returns a function that delays act(): act() is called when `ms` milliseconds have passed since
 * the last call of the returned function.
 */
export function afterwards(ms, act) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
}

/** Offers a file for download. */
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

/**
 * Describes the bytes of a file that is not text, for example as "a picture (PNG)". Undefined if
 * the bytes are text.
 */
export function notText(bytes) {
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  const known = kinds.find(([begins]) => start.startsWith(begins));
  // A text contains no zero bytes, except in UTF-16, which begins with a byte order mark.
  const isBinary = bytes.subarray(0, 4096).includes(0) && !/^(\xff\xfe|\xfe\xff)/.test(start);
  if (known && (isBinary || !/^[A-Z]/.test(known[0]))) return known[1];
  return isBinary ? 'not text' : undefined;
}

/** Decodes bytes to text. Bytes that are not valid UTF-8 or UTF-16 are decoded as Windows-1252. */
export function asText(bytes) {
  const utf16 = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[bytes.subarray(0, 2).join()];
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Decompresses a gzip stream. Other bytes are returned unchanged. */
export async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Decodes the content of the element with this id, which is a gzip stream in base64. */
export function packed(id) {
  const letters = atob($(id).textContent);
  const bytes = new Uint8Array(letters.length);
  for (let n = 0; n < letters.length; ++n) bytes[n] = letters.charCodeAt(n);
  return unpacked(bytes);
}

/**
 * Returns a promise that is resolved when the page has been painted for the first time, or at once
 * if the page is hidden.
 */
export const painted = () =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
