// Puzzles that everybody knows, with their parameters, and boards to be drawn on.

import { $, button, choice, element, labelled, numberInput } from '../dom.js';
import { icon } from '../draw.js';
import { Grid } from '../grid.js';
import { puzzles } from '../puzzles.js';
import { sudokuBoard } from '../sudoku_board.js';

const largestDrawn = 20; // side of a region that is drawn

export function classicsView({ engine, changed, showError }) {
  let puzzle = puzzles[0];
  let grid; // of the region, while it is drawn
  let board; // of the sudoku

  const games = element('div', { id: 'games', role: 'group', 'aria-label': 'Puzzles' });
  const about = element('p', { id: 'about' });
  const presets = element('div', { id: 'presets', className: 'chips', role: 'group', 'aria-label': 'Sizes and examples' });
  const fields = element('div', { id: 'parameters' });
  const region = element('div', { id: 'region' });
  const root = element('div', {}, games, about, presets, fields, region);

  for (const game of puzzles) {
    const made = element('button', { type: 'button', value: game.name });
    made.append(icon(game.icon), element('span', { textContent: game.title }));
    made.onclick = () => {
      choose(game);
      changed();
    };
    games.append(made);
  }

  function choose(chosen, given = {}) {
    puzzle = chosen;
    for (const made of games.children) made.setAttribute('aria-pressed', String(made.value === puzzle.name));
    about.textContent = puzzle.about;
    presets.replaceChildren(
      ...(puzzle.presets ?? []).map(([title, values]) =>
        button(title, () => {
          setParameters(values);
          showError(null);
          changed();
        }),
      ),
    );
    presets.hidden = presets.children.length === 0;
    fields.replaceChildren(...puzzle.parameters.map((p) => field(p, given)));
    grid = undefined;
    region.replaceChildren();
    if (puzzle.drawn) offerDrawing(given.picture);
    if (puzzle.name === 'sudoku') showBoard();
  }

  function field({ name, label, kind, otherwise, least, most, values }, given) {
    const value = given[name] ?? otherwise;
    const id = `parameter-${name}`;
    const input = {
      choice: () => choice(id, values, value),
      number: () => numberInput(id, value, least, most),
      squares: () => element('textarea', { id, rows: 3, value, spellcheck: false }),
      word: () => element('input', { id, value, spellcheck: false, autocapitalize: 'off' }),
    }[kind]();
    input.name = name;
    return labelled(label, input, kind);
  }

  const inputs = () => [...fields.querySelectorAll('input, select, textarea')].filter((input) => input.name);
  const parameters = () => Object.fromEntries(inputs().map((input) => [input.name, input.value]));

  function setParameters(values) {
    const { picture, ...others } = values;
    for (const input of inputs()) if (input.name in others) input.value = others[input.name];
    if (puzzle.drawn) offerDrawing(picture);
    if (puzzle.name === 'sudoku') board.read();
  }

  // A region that is drawn takes the place of a box.

  function offerDrawing(picture) {
    grid = undefined;
    const draw = button('Draw the region', () => {
      startDrawing();
      changed();
    }, { id: 'draw' });
    region.replaceChildren(draw);
    for (const input of inputs()) if (['rows', 'columns', 'layers'].includes(input.name)) input.disabled = false;
    if (picture) startDrawing(picture);
  }

  function startDrawing(picture) {
    const given = parameters();
    const rows = picture?.split('/');
    const width = rows ? Math.max(...rows.map((r) => r.length)) : Number(given.columns);
    const height = rows ? rows.length : Number(given.rows);
    if (width > largestDrawn || height > largestDrawn) {
      showError({ message: `Regions of at most ${largestDrawn} rows and columns can be drawn.` });
      return;
    }
    const words = element('p', { className: 'note', role: 'status' });
    grid = new Grid({ label: 'The region', onChange: () => { tell(words); changed(); } });
    grid.show([width, height, 1], (x, y) => (rows ? Number(rows[y][x] === 'X') : 1));
    grid.element.id = 'drawn';
    region.replaceChildren(
      words,
      grid.element,
      button('Back to a box', () => { offerDrawing(); changed(); }, { id: 'undraw' }),
    );
    for (const input of inputs()) if (['rows', 'columns', 'layers'].includes(input.name)) input.disabled = true;
    tell(words);
  }

  function tell(words) {
    const cells = grid.inState(1).length;
    const wanted = puzzle.name === 'pentominoes' ? 5 * $('parameter-pieces').value.replace(/[^A-Z]/gi, '').length : undefined;
    words.textContent = `Click cells to take them out or put them back: ${cells} cells${wanted ? `, and the pieces fill ${wanted}` : ''}.`;
  }

  const drawnPicture = () => {
    const [width, height] = grid.size;
    return Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (__, x) => (grid.stateAt(x, y, 0) ? 'X' : '.')).join(''),
    ).join('/');
  };

  function showBoard() {
    board = sudokuBoard(engine, $('parameter-squares') ?? fields.querySelector('textarea'), changed);
    region.replaceChildren(board.element);
  }

  root.addEventListener('input', (event) => {
    if (event.target.name === 'squares') board.read();
  });

  return {
    name: 'classics',
    title: 'Classics',
    words: 'Pentominoes, sudoku, queens, Langford, dominoes, Soma.',
    icon: () => icon({ pieces: ['10 20 01 11 12', '00', '21 22', '02'] }),
    element: root,
    main: 'count',
    open(given) {
      choose(puzzles.find((p) => p.name === given?.puzzle) ?? puzzle, given?.parameters);
    },
    asked() {
      const { up_to: upTo = 'none', ...values } = parameters();
      const open = { puzzle: puzzle.name };
      for (const { name, kind } of puzzle.parameters) {
        if (name !== 'up_to') open[name] = kind === 'number' ? Number(values[name]) : values[name];
      }
      if (grid) open.picture = drawnPicture();
      const solid = puzzle.name === 'soma' || Number(open.layers ?? 1) > 1;
      return { open, upTo, title: puzzle.title, how: solid ? 'space' : 'picture', packing: puzzle.name === 'soma' || puzzle.name === 'pentominoes' };
    },
    address: () => ({
      puzzle: puzzle.name,
      parameters: { ...parameters(), ...(grid && { picture: drawnPicture() }) },
    }),
  };
}
