// The view Learn, which shows step by step how dancing links search a small problem. The engine
// makes the page of `dlx explain --html`, and the view shows this page in an iframe.

import { button, chips, element, pageFrame, press } from '../dom.js';
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

const words = ['squares', 'rules', 'gaps', 'pieces', 'picture'];
/**
 * Converts the parameters of a puzzle from strings to numbers, because an address contains only
 * strings.
 */
const asNumbers = (parameters) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) =>
    [name, typeof value === 'string' && !words.includes(name) && /^\d+$/.test(value) ? Number(value) : value]));

export class LearnView {
  name = 'learn';
  title = 'Learn';
  words = 'See every move of the links, and guess the next.';
  whole = true;
  latest = 0; // number of the problem that was requested last

  constructor({ engine, changed, showError }) {
    Object.assign(this, { engine, changed, sayError: showError });
    this.chips = chips('lessons', 'Examples',
      ...lessons.map((lesson) => button(lesson.title, () => this.show(lesson), { value: lesson.title })));
    this.text = element('textarea', { id: 'lesson-text', rows: 8, wrap: 'off', spellcheck: false, autocapitalize: 'off' });
    this.error = element('p', { id: 'lesson-error', className: 'error', role: 'alert', hidden: true });
    this.place = element('div', { id: 'lesson' });
    this.own = element('details', { id: 'lesson-own' },
      element('summary', { textContent: 'The problem, or one of your own' }),
      element('label', { htmlFor: 'lesson-text', textContent: 'The items in the first line, then an option in each line' }),
      this.text,
      button('Show its search', () => this.show({ title: 'Your problem', text: this.text.value }), { id: 'lesson-show' }));
    // Printing the whole page would cut the frame off, so the page in the frame is printed.
    addEventListener('keydown', (event) => {
      const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p';
      if (!isPrint || !this.frame?.isConnected || !this.frame.checkVisibility()) return;
      event.preventDefault();
      this.frame.contentWindow.print();
    });
    this.element = element('div', {},
      element('h2', { textContent: 'Learn how dancing links search' }),
      element('p', { className: 'note', textContent:
        'Board, matrix, links and tree of a search, move by move; a quiz asks what comes next. Choose an example, or enter a problem of up to 300 items and 500 options.' }),
      this.chips, this.own, this.error, this.place);
  }

  icon = () => icon({ walk: true });

  /**
   * Shows how the engine searches a problem. The problem `lesson` is {title, text, name} or {title,
   * puzzle, parameters}.
   */
  async show(lesson) {
    this.lesson = lesson;
    this.latest += 1;
    const number = this.latest;
    this.sayError(null);
    press(this.chips.children, ({ value }) => value === lesson.title);
    this.changed();
    const { title, puzzle, parameters, text, name } = lesson;
    const { engine } = this;
    const told = [await engine.ask('dlx_open', puzzle ? { puzzle, ...parameters } : { text, name }), await engine.ask('dlx_explain', { title })];
    const written = puzzle ? await engine.ask('dlx_text', { format: 'knuth' }) : lesson;
    if (number !== this.latest) return;
    const fault = told.find(({ error }) => error);
    if (fault) {
      this.sayError(fault.error);
      this.own.open = true;
    } else {
      this.frame ??= this.place.appendChild(pageFrame('lesson-frame', 'The search, move by move'));
      this.frame.srcdoc = told[1].page;
    }
    if (this.text.value !== written.text) this.text.value = written.text ?? '';
    this.changed();
  }

  open(given) {
    if (given?.text !== undefined) {
      this.show({ ...given, title: given.name || 'Your problem' });
    } else if (given?.puzzle !== undefined) {
      const { puzzle } = given;
      const parameters = asNumbers(given.parameters);
      const known = lessons.find((l) => l.puzzle === puzzle && JSON.stringify(l.parameters) === JSON.stringify(parameters));
      this.show(known ?? { title: given.title ?? puzzle, puzzle, parameters });
    } else {
      this.show(this.lesson ?? lessons[0]);
    }
  }

  take(text, name) {
    this.show({ title: name, text, name });
    return true;
  }

  address() {
    const { puzzle, parameters, text } = this.lesson;
    const fits = puzzle && Object.values(parameters).every((value) => typeof value !== 'object');
    return fits ? { view: 'learn', puzzle, parameters } : { view: 'learn', text: text ?? this.text.value };
  }

  showError(fault, words) {
    this.error.hidden = fault === null;
    this.error.textContent = words;
  }
}
