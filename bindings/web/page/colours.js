// Colours of pieces that are named by a colour: the same words and shades as in
// reductions/drawing/palette.cpp, which draws for the command; a test compares the two.

/** A colour word, and its strongest and its lightest shade. */
export const palette = [
  ['red', 0xe24a41, 0xffa197],
  ['orange', 0xe8761a, 0xffbf80],
  ['yellow', 0xe3c400, 0xfff291],
  ['green', 0x35a353, 0xa9e0a4],
  ['blue', 0x3f88dd, 0xabd0fa],
  ['purple', 0xa767d8, 0xdcbdf4],
  ['violet', 0xa767d8, 0xdcbdf4],
  ['pink', 0xec6fa9, 0xffc4de],
  ['brown', 0xad7c4d, 0xdcba97],
  ['turquoise', 0x1fa5a5, 0x93e2dd],
  ['cyan', 0x1fa5a5, 0x93e2dd],
  ['grey', 0xb0b0b0, 0xd2d2d2],
  ['gray', 0xb0b0b0, 0xd2d2d2],
  ['black', 0x757575, 0x8a8a8a],
  ['white', 0xe6e6e6, 0xffffff],
];

const hex = (number) => `#${number.toString(16).padStart(6, '0')}`;

/** The strongest shade of a colour word. */
export const strongest = (word) => hex(palette.find(([known]) => known === word)[1]);

/** The first entry of the palette with the colour that the name begins with, or undefined. */
function colourOf(name) {
  const [word] = name.match(/^[a-z\u0080-\uffff]*/i);
  const named = palette.find(([known]) => known === word.toLowerCase());
  return named && palette.find(([, strong]) => strong === named[1]);
}

function shade([, strong, light], number, count) {
  const steps = Math.max(count - 1, 1);
  return hex([16, 8, 0].reduce((sum, shift) => {
    const [from, to] = [(strong >> shift) & 255, (light >> shift) & 255];
    return sum + (Math.floor((from * (steps - number) + to * number) / steps) << shift);
  }, 0));
}

/**
 * For each name that begins with a colour word ("red", "red5", "Blue, long") a shade of that
 * colour, otherwise undefined. Names of one colour get different shades, the strongest first.
 */
export function namedColours(names) {
  const colours = names.map(colourOf);
  const next = new Map();
  return colours.map((named) => {
    if (!named) return undefined;
    const number = next.get(named) ?? 0;
    next.set(named, number + 1);
    return shade(named, number, colours.filter((other) => other === named).length);
  });
}
