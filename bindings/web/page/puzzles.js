// The titles, texts and input fields that the page adds to the classic puzzles of the library (see
// dlx_about() in door.cpp). This module also contains examples of problems.

const sameWords = {
  none: 'every solution separately',
  rotations: 'turned copies once',
  reflections: 'turned copies and mirror images once',
  all: 'once what a symmetry of the problem maps to each other',
};
const alike = (names, words = sameWords) => names.map((name) => [name, words[name]]);
/**
 * The choices of the page for pieces in 3D: whether rotated and reflected solutions are counted
 * separately.
 */
export const turnings = alike(['none', 'rotations', 'reflections']);
/**
 * The choices of the page for packing puzzles: whether rotated and reflected solutions are counted
 * separately.
 */
export const turningsOfPackings = [...turnings, ['as-burrtools', 'as BurrTools does']];
/** The choices of the page for any problem: whether symmetric solutions are counted separately. */
export const symmetric = alike(['none', 'all']);

/** The choices of the page for the rotations of pieces that are allowed. */
export const freedoms = [
  ['any', 'in any way; flat pieces may be turned over'],
  ['no-flip', 'about one axis, never turned over'],
  ['no-turn', 'not at all'],
];

/** The text of a sudoku without digits. */
export const emptySquares = '.'.repeat(81);
const scottsBoard = 'XXXXXXXX/XXXXXXXX/XXXXXXXX/XXX..XXX/XXX..XXX/XXXXXXXX/XXXXXXXX/XXXXXXXX';
/**
 * An example of sudoku rules that are drawn on the board: thermometers, dots, and squares whose
 * values must be even or odd.
 */
const marks =
  'less r1c1 r2c2 r3c3 r3c4, less r9c2 r8c2 r7c3 r7c4, ' +
  'consecutive r5c5 r5c6 r6c6, double r4c2 r5c2, double r4c8 r4c9, even r1c9 r2c8, odd r9c9 r8c8';
const samurai =
  '..1..........1.8.4..7.........63....52...7....7...436..68.2..17496..1..7....9...5..7....4..5..63..8........5.....2.......6.' +
  '......3..9.........2...6.5.7..8.5........1...9.......634.....9......9.13....6...4.......1.....3...3.9.........3....578.....' +
  '.....8...9.....9.76............6...45.8.1...6..71.4.......4.3....4.8..4.9.5.6...2.....9.2.8....4....8....7..........4..2..3';
const longestSide = 60; // limit on the length of each side of a box

/** The parameter of flat boards that says which opposite sides are joined. */
const joined = {
  labels: { wrap: 'Opposite sides joined' },
  choices: { wrap: [['', 'none'], ['x', 'left and right: a cylinder'], ['y', 'top and bottom: a cylinder'], ['x,y', 'both: a torus']] },
};

/**
 * Properties of the puzzles of the page, by name. `labels`: the labels of the parameters that the
 * page shows. `most`: the largest values of numbers. `placeholders`: example texts of parameters
 * that are words. `choices`: possible values of such parameters. `box`: the default sides of a
 * region. `same`: other texts for the choices of symmetries.
 */
const shown = [
  {
    name: 'soma',
    title: 'Soma cube',
    about: 'Piet Hein’s seven pieces of three or four cubes, to be assembled to a cube of side 3.',
    icon: { pieces: ['00 10 20 01', '11 21 02 12', '22'] },
  },
  {
    name: 'pentominoes',
    title: 'Pentominoes',
    about:
      'The twelve figures of five squares, each used once; they fill 60 cells. With several layers ' +
      'they are solid and may be turned in space.',
    labels: { pieces: 'Pieces', gaps: 'Cells that stay empty', ...joined.labels, turning: 'Pieces turn' },
    placeholders: { gaps: '4, or 2x2 for a block' },
    choices: joined.choices,
    box: { rows: 5, columns: 12, layers: 1 },
    presets: [
      ['3 × 20', { rows: 3, columns: 20, layers: 1 }],
      ['5 × 12', { rows: 5, columns: 12, layers: 1 }],
      ['6 × 10', { rows: 6, columns: 10, layers: 1 }],
      ['2 × 3 × 10', { rows: 3, columns: 10, layers: 2 }],
      ['3 × 4 × 5', { rows: 4, columns: 5, layers: 3 }],
      ['8 × 8 with a hole', { pieces: 'FILNPTUVWXYZ', picture: scottsBoard }],
    ],
    icon: { pieces: ['10 20 01 11 12', '00', '21 22', '02'] },
  },
  {
    name: 'dominoes',
    title: 'Dominoes',
    about: 'Tilings of a board by dominoes. There are very many: ask for the count.',
    ...joined,
    box: { rows: 8, columns: 8 },
    presets: [
      ['4 × 4', { rows: 4, columns: 4 }],
      ['8 × 8', { rows: 8, columns: 8 }],
      ['16 × 16', { rows: 16, columns: 16 }],
    ],
    icon: { pieces: ['00 01', '10 20', '11 12', '21 22', '02'] },
  },
  {
    name: 'queens',
    title: 'Queens',
    about: 'n queens on a board of n × n squares, none attacking another.',
    labels: { n: 'Queens' },
    most: 300,
    icon: { board: [1, 2, 0] },
  },
  {
    name: 'langford',
    title: 'Langford pairs',
    about:
      'Two each of the numbers 1 to n in a row, with k places between the two k. ' +
      'Possible if n leaves 0 or 3 when divided by 4.',
    labels: { n: 'Greatest number' },
    most: 100,
    same: { ...sameWords, reflections: 'a row and the same read backwards once' },
    icon: { arcs: true },
  },
  {
    name: 'sudoku',
    title: 'Sudoku',
    about: 'Type the digits, or paste a sudoku from any usual file into a square. A proper sudoku has one solution.',
    labels: { rules: 'Further rules', squares: 'The squares as text' },
    placeholders: { rules: 'x, windows, anti-knight' },
    presets: [
      ['Empty', { rules: '', squares: emptySquares }],
      ['Hard', { rules: '', squares: '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..' }],
      ['17 given', { rules: '', squares: '000000010400000000020000000000050407008000300001090000300400200050100000000806000' }],
      ['4 × 4', { rules: '', squares: '1.....3..4.....2' }],
      ['Marks', { rules: marks, squares: '..............1....6....3..6...8........5..3....4..9...8.......5...4.8.........5.' }],
      ['Samurai', { rules: 'samurai', squares: samurai }],
      ['X', { rules: 'x', squares: '.....1....7....1.4.1..9.............2.6.8.....4...........38........5.9.6.74....5' }],
    ],
    icon: { digits: true },
  },
];

const number = (name, label, otherwise, most) => ({ name, label, kind: 'number', otherwise: Number(otherwise), least: 1, most });

/**
 * The input fields for the parameters of a puzzle: {name, label, kind, otherwise}, with more data that
 * depends on the kind.
 */
function fieldsOf({ parameters, up_to: kinds }, { labels = {}, placeholders = {}, choices = {}, most, box, presets, same }) {
  const fields = parameters.flatMap(({ name, form, otherwise }) => {
    if (form === 'region') return Object.entries(box).map(([side, length]) => number(side, side[0].toUpperCase() + side.slice(1), length, longestSide));
    const label = labels[name];
    if (!label) return [];
    if (form === 'number') return [number(name, label, otherwise, most)];
    if (form === 'turning') return [{ name, label, kind: 'choice', otherwise: freedoms[0][0], values: freedoms }];
    if (name === 'squares') return [{ name, label, kind: name, otherwise: presets[0][1].squares }];
    if (choices[name]) return [{ name, label, kind: 'choice', otherwise, values: choices[name] }];
    return [{ name, label, kind: 'word', otherwise, placeholder: placeholders[name] }];
  });
  const values = alike(kinds.filter((kind) => kind !== 'all'), same);
  if (values.length > 1) fields.push({ name: 'up_to', label: 'Count', kind: 'choice', otherwise: 'none', values });
  return fields;
}

/** The puzzles that the page offers. `about`: the result of dlx_about(). */
export const puzzlesOf = (about) =>
  shown.map((puzzle) => ({ ...puzzle, parameters: fieldsOf(about.puzzles.find(({ name }) => name === puzzle.name), puzzle) }));

export const examples = [
  [
    'Toy',
    `| The first example of section 7.2.2.1 of The Art of Computer Programming, volume 4B.
a b c d e f g
c e
a d g
b c f
a d f
b g
d e g
`,
  ],
  [
    'Colours',
    `| Secondary items x and y may be covered several times, but in one colour each.
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
`,
  ],
  [
    'Multiplicities',
    `| One trio out of two, one to two duos; a and b exactly twice, c at most once.
trio 1:2|duo 2|a 2|b 0:1|c 0:1|d
trio a b c
trio a b d
duo a b
duo a d
duo b c
`,
  ],
  [
    'A mistake',
    `a b c
a b
b d
c
`,
  ],
];
