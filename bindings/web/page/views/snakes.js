// The view Snakes, for snake cubes. A snake is a chain of cubelets on an elastic. The user chooses
// a known snake, types a snake in any notation, or clicks its cubelets. The viewer shows step by
// step how the snake is folded into a cube.

import { afterwards, button, choice, chips, drawn, element, inTwo, labelled, press } from '../dom.js';
import { isometric } from '../isometric.js';

const halfFolded = [[0, 0, 2], [1, 0, 2], [2, 0, 2], [2, 1, 2], [2, 2, 2], [2, 2, 1], [2, 2, 0], [1, 2, 0], [0, 2, 0], [0, 1, 0], [0, 0, 0]];
const fill = (n) => `var(--cubelet-${n % 2 ? 'b' : 'a'})`;

/** Draws the snake as a flat staircase, whose straight parts go right, down, right, ... */
function staircase(word) {
  const cells = [[0, 0]];
  let across = true;
  for (const letter of `${word}0`) {
    const [x, y] = cells.at(-1);
    cells.push(across ? [x + 1, y] : [x, y + 1]);
    if (letter === '1') across = !across;
  }
  const [width, height] = [0, 1].map((axis) => Math.max(...cells.map((c) => c[axis])) + 1);
  const squares = cells.map(([x, y], n) =>
    drawn('rect', { x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.15, fill: fill(n) }));
  const thread = cells.map(([x, y], n) => `${n ? 'L' : 'M'}${x + 0.5} ${y + 0.5}`).join('');
  const named = { class: 'staircase', role: 'img', 'aria-label': 'The string laid out flat' };
  return drawn('svg', { viewBox: `0 0 ${width} ${height}`, ...named }, ...squares, drawn('path', { d: thread, class: 'thread' }));
}

/**
 * Makes an HTML element for each cubelet of a snake. All cubelets except the two ends can be
 * clicked.
 */
function cubelets(word) {
  const end = (title) => element('span', { className: 'cubelet end', title, textContent: '●' });
  const between = [...word].map((letter, n) => {
    const corner = letter === '1';
    const cubelet = element('button', {
      type: 'button', className: 'cubelet', 'aria-pressed': String(corner), textContent: corner ? '∟' : '–',
      'aria-label': `cubelet ${n + 2}: ${corner ? 'corner' : 'straight'}`,
    });
    cubelet.dataset.n = n;
    return cubelet;
  });
  return [end('first end'), ...between, end('last end')];
}

export class SnakesView {
  name = 'snakes';
  title = 'Snakes';
  words = 'Cubelets on an elastic, folded into a cube step by step.';
  main = 'all';
  unwatched = true; // the view Learn cannot show a search for walks
  word = '';

  constructor({ engine, changed, about }) {
    Object.assign(this, { engine, changed, snakes: about.snakes });
    this.known = chips('known', 'Known snakes',
      ...about.snakes.map(({ name, title }) => button(name, () => this.type(name), { value: name, title })));
    this.typed = element('input', { id: 'parameter-snake', spellcheck: false, autocapitalize: 'off', 'aria-describedby': 'told' });
    this.told = element('p', { id: 'told', className: 'note', role: 'status' });
    this.side = choice('side', [2, 3, 4].map((n) => [n, `${n} × ${n} × ${n}`]), 3);
    this.cubelets = element('div', { id: 'cubelets', role: 'group', 'aria-label': 'Cubelets: pressed is a corner' });
    this.flat = element('div', { id: 'flat' });
    this.element = element('div', {},
      element('p', { id: 'about', textContent: 'Cubelets on an elastic, to be folded into a cube. Take a known snake, click where yours bends, or type it: 0 straight and 1 corner, ESCC…E, or the lengths 3 2 2 … Turned and mirrored copies count once.' }),
      this.known, inTwo(labelled('Snake', this.typed, 'snake'), labelled('Folds into', this.side)),
      this.told, this.cubelets, this.flat);
    this.cubelets.onclick = ({ target }) => target.dataset.n !== undefined && this.bend(Number(target.dataset.n));
    this.side.onchange = () => this.type('1'.repeat(Number(this.side.value) ** 3 - 2));
    this.typed.oninput = afterwards(150, () => this.check());
  }

  icon = () => isometric(halfFolded.map((cell, n) => [...cell, fill(n)]));

  /** Accepts a snake in any notation that the engine reads. */
  type(words) {
    this.typed.value = words;
    this.check();
    this.changed();
  }

  /** Changes a straight cubelet to a corner, or a corner to a straight cubelet. */
  bend(at) {
    const { word } = this;
    const next = word.slice(0, at) + (word[at] === '1' ? '0' : '1') + word.slice(at + 1);
    this.show(next);
    this.type(next);
  }

  show(word) {
    const { activeElement } = document;
    const before = this.cubelets.contains(activeElement) ? activeElement.dataset.n : undefined;
    this.word = word;
    this.cubelets.replaceChildren(...cubelets(word));
    if (before) this.cubelets.querySelector(`[data-n="${before}"]`)?.focus();
    this.flat.replaceChildren(staircase(word));
  }

  async check() {
    const { told, typed } = this;
    const asked = typed.value;
    const named = this.snakes.find(({ name }) => name === asked.trim());
    const { error, side, word, segments, palindrome } = await this.engine.ask('dlx_snake', { text: named?.word ?? asked });
    if (asked !== typed.value) return;
    press(this.known.children, ({ value }) => value === named?.name);
    typed.setAttribute('aria-invalid', String(Boolean(error)));
    told.classList.toggle('bad', Boolean(error));
    if (error) {
      told.textContent = error.message;
      return;
    }
    this.side.value = side;
    told.textContent =
      `${named ? `${named.title}: ` : ''}${word.length + 2} cubelets in ${segments.length} straight pieces` +
      `${palindrome ? '; it reads the same from both ends' : ''}.`;
    this.show(word);
  }

  open(given) {
    this.typed.value = given?.parameters?.snake ?? (this.typed.value || 'christmas');
    this.check();
  }

  asked() {
    return { open: { puzzle: 'snake', snake: this.typed.value.trim() }, title: 'Snake cube', how: 'space', walks: true };
  }

  address() {
    return { puzzle: 'snake', parameters: { snake: this.typed.value } };
  }
}
