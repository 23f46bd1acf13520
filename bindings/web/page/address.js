// The part of the address after #, which holds the problem: #puzzle=queens&n=8, #text=..., or
// #view=studio; #view=learn may have one of the others beside it.

/** The view, the puzzle with its parameters, or the text that an address names. */
export function read(hash) {
  const given = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, '')));
  const { view, text, puzzle, ...parameters } = given;
  const game = text !== undefined ? { text } : puzzle !== undefined ? { puzzle, parameters } : undefined;
  return view !== undefined ? { view, ...game } : game;
}

/** Addresses longer than this are not understood everywhere: then there is none. */
const longest = 30_000;

export function written({ view, text, puzzle, parameters }) {
  const hash = `#${new URLSearchParams({
    ...(view !== undefined && { view }),
    ...(text !== undefined ? { text } : puzzle !== undefined && { puzzle, ...parameters }),
  })}`;
  return hash.length > longest ? '#' : hash;
}
