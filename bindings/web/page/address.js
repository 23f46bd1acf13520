// The part of the address after #, which holds the problem: #puzzle=queens&n=8 or #text=...

/** The game that an address names: a puzzle's name and what it says of the parameters, or a text. */
export function read(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  if (given.has('text')) return { text: given.get('text') };
  const { puzzle, ...parameters } = Object.fromEntries(given);
  return puzzle === undefined ? undefined : { puzzle, parameters };
}

/** Addresses longer than this are not understood everywhere: then there is none. */
const longest = 30_000;

export function written({ text, puzzle, parameters }) {
  const said = text === undefined ? { puzzle, ...parameters } : { text };
  const hash = `#${new URLSearchParams(said)}`;
  return hash.length > longest ? '#' : hash;
}
