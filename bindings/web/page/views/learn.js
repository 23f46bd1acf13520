// How dancing links search a small problem, move by move: the page of `dlx explain --html`, which the
// engine makes, in a frame.

import { button, element, pageFrame } from '../dom.js';
import { icon } from '../draw.js';

const lessons = [
  { title: 'Seven options', text: 'a b c d e f\nb c\na f\nc d e\na e f\na b f\nc d\na d e\n' },
  { title: 'Toy', text: 'a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n' },
  { title: 'Colours', text: 'p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n' },
  { title: '4 queens', puzzle: 'queens', parameters: { n: 4 } },
  { title: '6 queens', puzzle: 'queens', parameters: { n: 6 } },
  { title: 'Dominoes 3 × 4', puzzle: 'dominoes', parameters: { rows: 3, columns: 4 } },
  { title: 'Langford 3', puzzle: 'langford', parameters: { n: 3 } },
  { title: 'Sudoku 4 × 4', puzzle: 'sudoku', parameters: { squares: '1.....3..4.....2' } },
];

/** Numbers are written as words in an address. */
const asNumbers = (parameters) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, name === 'squares' ? String(value) : Number(value)]),
  );

export function learnView({ engine, changed, showError }) {
  let lesson; // what is shown: {title, text, name} or {title, puzzle, parameters}
  let latest = 0; // number of the last lesson that was asked for
  let frame;

  const chips = element(
    'div',
    { id: 'lessons', className: 'chips', role: 'group', 'aria-label': 'Examples' },
    ...lessons.map((example) => button(example.title, () => show(example), { value: example.title })),
  );
  const text = element('textarea', {
    id: 'lesson-text', rows: 8, wrap: 'off', spellcheck: false, autocapitalize: 'off',
  });
  const error = element('p', { id: 'lesson-error', className: 'error', role: 'alert', hidden: true });
  const own = element(
    'details',
    { id: 'lesson-own' },
    element('summary', { textContent: 'The problem, or one of your own' }),
    element('label', { htmlFor: 'lesson-text', textContent: 'The items in the first line, then an option in each line' }),
    text,
    button('Show its search', () => show({ title: 'Your problem', text: text.value }), { id: 'lesson-show' }),
  );
  const root = element(
    'div',
    {},
    element('h2', { textContent: 'Learn how dancing links search' }),
    element('p', { className: 'note', textContent:
      'Board, matrix, links and tree of a search, move by move; a quiz asks what comes next. Choose an example, or enter a problem of up to 300 items and 500 options.' }),
    chips,
    own,
    error,
    element('div', { id: 'lesson' }),
  );

  /** Has the engine search a problem, and shows how. */
  async function show(next) {
    lesson = next;
    latest += 1;
    const number = latest;
    showError(null);
    for (const chip of chips.children) chip.setAttribute('aria-pressed', String(chip.value === lesson.title));
    changed();
    const { title, puzzle, parameters, name } = lesson;
    const open = puzzle ? { puzzle, ...parameters } : { text: lesson.text, name };
    const told = [await engine.ask('dlx_open', open), await engine.ask('dlx_explain', { title })];
    const written = puzzle ? await engine.ask('dlx_text', { format: 'knuth' }) : lesson;
    if (number !== latest) return;
    const fault = told.find((answer) => answer.error);
    if (fault) {
      showError(fault.error);
      own.open = true;
    } else {
      put(told[1].page);
    }
    if (text.value !== written.text) text.value = written.text ?? '';
  }

  function put(page) {
    if (frame === undefined) {
      frame = pageFrame('lesson-frame', 'The search, move by move');
      root.querySelector('#lesson').append(frame);
    }
    frame.srcdoc = page;
  }

  return {
    name: 'learn',
    title: 'Learn',
    words: 'See every move of the links, and guess the next.',
    icon: () => icon({ walk: true }),
    element: root,
    whole: true,
    open(given) {
      if (given?.text !== undefined) show({ title: given.name ?? 'Your problem', ...given });
      else if (given?.puzzle !== undefined) {
        const parameters = asNumbers(given.parameters);
        const known = lessons.find(
          (l) => l.puzzle === given.puzzle && JSON.stringify(l.parameters) === JSON.stringify(parameters),
        );
        show(known ?? { title: given.puzzle, puzzle: given.puzzle, parameters });
      } else show(lesson ?? lessons[0]);
    },
    take(dropped, name) {
      show({ title: name, text: dropped, name });
      return true;
    },
    address: () =>
      lesson.puzzle
        ? { view: 'learn', puzzle: lesson.puzzle, parameters: lesson.parameters }
        : { view: 'learn', text: lesson.text },
    showError(fault, words) {
      error.hidden = fault === null;
      error.textContent = words;
    },
  };
}
