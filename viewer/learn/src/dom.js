// Functions that make HTML elements, and that write lists and numbers in words.

export {$, drawn, element} from '../../src/dom.js';

export const plural = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Shortens a text to at most `most` characters. The text is cut in the middle, because names often
    differ at their ends. */
export function shorten(text, most) {
  const letters = [...text];
  if (letters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}

/** Writes a list in words, such as "1, 2 and 3". */
export function listed(words, most = 12) {
  if (words.length > most) return `${words.slice(0, most).join(', ')}, …`;
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Scrolls a box, but not the page, until a part of the box is visible. `above` is the number of
    pixels that a sticky head hides at the top, and `before` the number at the left. Without `above`
    the box is not scrolled vertically, and without `before` not horizontally. */
export function keepInView(box, part, {above, before}) {
  const b = box.getBoundingClientRect();
  const p = part.getBoundingClientRect();
  const by = (low, high, start, end) => low >= start && high <= end ? 0 : (low + high - start - end) / 2;
  const left = before === undefined ? 0 : by(p.left, p.right, b.left + before, b.right);
  const top = above === undefined ? 0 : by(p.top, p.bottom, b.top + above, b.bottom);
  if (left || top) box.scrollBy({left, top, behavior: 'instant'});
}
