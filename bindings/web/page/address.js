// Reads and writes the part of the page's address after #. This part names the problem or the view
// that the page shows, for example #puzzle=queens&n=8, #text=..., or #view=studio. #view=learn may
// also be followed by a puzzle or a text.

/**
 * Returns the contents of an address: a view, a puzzle with its parameters, or the text of a
 * problem.
 */
export function read(hash) {
  const given = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));
  const { view, text, puzzle, ...parameters } = given;
  const game = text !== undefined ? { text } : puzzle !== undefined ? { puzzle, parameters } : undefined;
  return view !== undefined ? { view, ...game } : game;
}

/**
 * The largest length of the part of the address after #. Some programs do not accept longer
 * addresses, so a longer part is left out.
 */
const longest = 30_000;

export function written({ view, text, puzzle, parameters }) {
  const hash = `#${new URLSearchParams({
    ...(view !== undefined && { view }),
    ...(text !== undefined ? { text } : puzzle !== undefined && { puzzle, ...parameters }),
  })}`;
  return hash.length > longest ? '#' : hash;
}
