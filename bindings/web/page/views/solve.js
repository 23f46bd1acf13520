// Any problem, pasted or dropped, in whatever format the library's readers recognise.

import { $, afterwards, button, choice, counted, element, labelled } from '../dom.js';
import { icon } from '../draw.js';
import { examples, turnings } from '../puzzles.js';

const longest = 200_000; // characters that are shown
const help = [
  'The first line names the <em>items</em>, with blanks between: <code>a b c</code>',
  'Each line after it is an <em>option</em>, a set of items: <code>a c</code>',
  'A solution is a set of options that covers every item exactly once.',
  'Items after a bar are <em>secondary</em>: covered at most once. <code>a b | x y</code>',
  'A secondary item may get a <em>colour</em> in an option: <code>a x:red</code>',
  'Options that give an item the same colour go together.',
  '<code>2|a</code> in the first line: a must be covered twice.',
  '<code>1:3|a</code> in the first line: a must be covered once to three times.',
  'A last word <code>|7</code> in an option is its cost; this page does not look at costs.',
  'A line that begins with a bar is a comment.',
];
const formatNames = {
  knuth: 'Knuth’s text',
  json: 'JSON',
  'or-library': 'OR-Library',
  sage: 'rows as Sage has them',
  matrix: 'a matrix of 0 and 1',
  xmpuzzle: 'BurrTools',
  triples: 'Knuth’s list of polycubes',
  busche: 'Busche’s polycube solver',
  'soma-figures': 'Soma figures',
};

export function solveView({ engine, changed, showError, openPacking }) {
  let name = ''; // of the file, if the text is from one
  let whole; // a text too long to be shown
  let found; // what the text holds

  const gutter = element('pre', { id: 'gutter', 'aria-hidden': 'true' });
  const text = element('textarea', {
    id: 'text', rows: 12, wrap: 'off', spellcheck: false, autocapitalize: 'off', 'aria-describedby': 'recognised',
  });
  const recognised = element('p', { id: 'recognised', className: 'note', role: 'status' });
  const packing = element('div', { id: 'packing', hidden: true });
  const file = element('input', { type: 'file', id: 'file', hidden: true });
  const list = element('ol');
  list.innerHTML = help.map((line) => `<li>${line}</li>`).join('');

  const root = element(
    'div',
    {},
    element('p', { id: 'about', textContent: 'Paste a problem, drop a file anywhere on the page, or begin with one of these.' }),
    element(
      'div',
      { id: 'presets', className: 'chips', role: 'group', 'aria-label': 'Examples' },
      ...examples.map(([title, example]) => button(title, () => { setText(example); changed(); })),
      button('Open a file …', () => file.click(), { id: 'open-file' }),
    ),
    element('label', { htmlFor: 'text', textContent: 'The problem' }),
    element('div', { className: 'editor' }, gutter, text),
    file,
    recognised,
    packing,
    element('details', { id: 'help' }, element('summary', { textContent: 'Formats' }),
      element('p', { className: 'note', textContent:
        'Read are Knuth’s text, JSON, rows as Sage has them, matrices of 0 and 1, OR-Library, and packing puzzles of BurrTools (.xmpuzzle), Busche, Knuth, and Soma figures. Knuth’s text in ten lines:' }),
      list),
  );

  function setText(value, from = '') {
    name = from;
    whole = value.length > longest ? value : undefined;
    text.value = whole ? `${value.slice(0, 2_000)}\n…` : value;
    text.readOnly = whole !== undefined;
    showGutter();
    look();
  }

  function showGutter(wrong = 0) {
    const lines = text.value.split('\n').length;
    gutter.replaceChildren(
      ...Array.from({ length: lines }, (_, n) =>
        element('span', { textContent: `${n + 1}\n`, className: n + 1 === wrong ? 'wrong' : '' }),
      ),
    );
    gutter.scrollTop = text.scrollTop;
  }

  const lookSoon = afterwards(150, async () => {
    const asked = value();
    if (asked.trim() === '') return;
    const told = await engine.ask('dlx_look', { text: asked, name });
    if (asked !== value()) return;
    found = told.error ? undefined : told;
    packing.hidden = !told.packings;
    recognised.textContent = told.error
      ? ''
      : `${name ? `${name}: ` : ''}${formatNames[told.format]}, ${sizeOf(told)}`;
    recognised.classList.toggle('bad', told.options === 0);
    if (told.packings) offerPackings(told.packings);
  });

  /** Finds out what the text holds, soon; until then nothing is known of it. */
  function look() {
    found = undefined;
    packing.hidden = true;
    recognised.textContent = '';
    lookSoon();
  }

  const sizeOf = (told) =>
    told.packings
      ? counted(told.packings.length, 'packing puzzle')
      : `${counted(told.primary + told.secondary, 'item')}, ${told.options === 0 ? 'no options' : counted(told.options, 'option')}`;

  function offerPackings(packings) {
    const which = choice(
      'which',
      packings.map((p, n) => [n + 1, p.name ? `${n + 1}: ${p.name}` : `Puzzle ${n + 1}`]),
      1,
    );
    const same = choice('text-up-to', turnings, 'rotations');
    const toStudio = button('Open in the studio', () => openPacking(found, Number(which.value) - 1), { id: 'to-studio' });
    const offerStudio = () => {
      const { grid } = packings[Number(which.value) - 1];
      toStudio.disabled = Boolean(grid);
      toStudio.title = grid ? `The studio draws cubes only, and this puzzle is on the grid “${grid}”.` : '';
    };
    which.onchange = offerStudio;
    offerStudio();
    packing.replaceChildren(
      labelled('Puzzle', which),
      labelled('Taken for the same', same),
      toStudio,
    );
  }

  const value = () => whole ?? text.value;

  /** Selects a word of the text; its column counts characters, not JavaScript's halves of them. */
  function select({ line, column, word }) {
    const lines = text.value.split('\n');
    if (line > lines.length) return;
    const before = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    const characters = [...lines[line - 1].replace(/^\uFEFF/, '')].slice(0, column - 1).join('');
    const start = before + characters.length;
    text.focus({ preventScroll: true });
    text.setSelectionRange(start, start + Math.max(word.length, 1));
    const height = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 4) * height);
    showGutter(line);
  }

  text.oninput = () => {
    name = '';
    showError(null);
    showGutter();
    look();
  };
  text.onscroll = () => (gutter.scrollTop = text.scrollTop);
  file.onchange = () => file.files[0] && root.dispatchEvent(new CustomEvent('file', { detail: file.files[0], bubbles: true }));

  return {
    name: 'solve',
    title: 'Solve',
    words: 'Any exact cover problem: paste it, or drop a file.',
    icon: () => icon({}),
    element: root,
    main: 'count',
    open(parameters) {
      if (parameters?.text !== undefined) setText(parameters.text, parameters.name);
      else if (text.value === '') setText(examples[0][1]);
      else look();
    },
    asked() {
      const open = { text: value(), name };
      const isPacking = Boolean(found?.packings);
      if (isPacking) open.number = Number($('which').value);
      return {
        open,
        upTo: isPacking ? $('text-up-to').value : 'none',
        title: (name.replace(/\.[^.]*$/, '') || 'Problem'),
        packing: isPacking,
        how: isPacking ? 'space' : 'picture',
      };
    },
    address: () => ({ text: value() }),
    showError(error) {
      text.setAttribute('aria-invalid', String(Boolean(error?.line)));
      showGutter(error?.line);
      if (error?.line) select(error);
    },
  };
}
