// Snake cubes: cubelets on an elastic, a known one, typed in any spelling, or clicked cubelet by
// cubelet; folded into a cube, step by step in the viewer.

import { afterwards, button, choice, element, labelled, svgElement } from '../dom.js';
import { isometric } from '../isometric.js';

const halfFolded = [[0, 0, 2], [1, 0, 2], [2, 0, 2], [2, 1, 2], [2, 2, 2], [2, 2, 1], [2, 2, 0], [1, 2, 0], [0, 2, 0], [0, 1, 0], [0, 0, 0]];

/** The string laid out flat as a staircase: right, down, right, ... */
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
    svgElement('rect', { x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.15, fill: `var(--cubelet-${n % 2 ? 'b' : 'a'})` }),
  );
  const thread = cells.map(([x, y], n) => `${n ? 'L' : 'M'}${x + 0.5} ${y + 0.5}`).join('');
  return svgElement(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, class: 'staircase', role: 'img', 'aria-label': 'The string laid out flat' },
    ...squares,
    svgElement('path', { d: thread, class: 'thread' }),
  );
}

export function snakesView({ engine, changed, showError, about }) {
  let word = '';
  const known = element('div', { id: 'known', className: 'chips', role: 'group', 'aria-label': 'Known snakes' });
  const typed = element('input', { id: 'parameter-snake', spellcheck: false, autocapitalize: 'off', 'aria-describedby': 'told' });
  const told = element('p', { id: 'told', className: 'note', role: 'status' });
  const side = choice('side', [[2, '2 × 2 × 2'], [3, '3 × 3 × 3'], [4, '4 × 4 × 4']], 3);
  const cubelets = element('div', { id: 'cubelets', role: 'group', 'aria-label': 'Cubelets: pressed is a corner' });
  const flat = element('div', { id: 'flat' });
  const root = element(
    'div',
    {},
    element('p', { id: 'about', textContent: 'Cubelets on an elastic, to be folded into a cube. Take a known snake, click where yours bends, or type it: 0 straight and 1 corner, ESCC…E, or the lengths 3 2 2 … Turned and mirrored copies count once.' }),
    known,
    element('div', { className: 'fields two' },
      labelled('Snake', typed, 'snake'),
      labelled('Folds into', side)),
    told,
    cubelets,
    flat,
  );

  about.then(({ snakes }) => {
    known.replaceChildren(
      ...snakes.map(({ name, title }) =>
        button(name, () => {
          typed.value = name;
          check();
          changed();
        }, { value: name, title }),
      ),
    );
  });

  function show(next) {
    const before = cubelets.contains(document.activeElement) ? document.activeElement.dataset.n : undefined;
    word = next;
    const ends = ['first end', ...word, 'last end'];
    cubelets.replaceChildren(
      ...ends.map((letter, n) => {
        if (letter.length > 1) return element('span', { className: 'cubelet end', title: letter, textContent: '●' });
        const corner = letter === '1';
        const cubelet = element('button', {
          type: 'button', className: 'cubelet', 'aria-pressed': String(corner), textContent: corner ? '∟' : '–',
          'aria-label': `cubelet ${n + 1}: ${corner ? 'corner' : 'straight'}`,
        });
        cubelet.dataset.n = n;
        return cubelet;
      }),
    );
    if (before) cubelets.children[before].focus();
    flat.replaceChildren(staircase(word));
  }

  cubelets.onclick = ({ target }) => {
    if (target.dataset.n === undefined) return;
    const at = Number(target.dataset.n) - 1;
    typed.value = word.slice(0, at) + (word[at] === '1' ? '0' : '1') + word.slice(at + 1);
    show(typed.value);
    check();
    changed();
  };
  side.onchange = () => {
    typed.value = '1'.repeat(Number(side.value) ** 3 - 2);
    check();
    changed();
  };
  const soon = afterwards(150, () => check());
  typed.oninput = () => soon();

  async function check() {
    const { snakes } = await about;
    const asked = typed.value;
    const named = snakes.find((s) => s.name === asked.trim());
    const answer = await engine.ask('dlx_snake', { text: named?.word ?? asked });
    if (asked !== typed.value) return;
    for (const made of known.children) made.setAttribute('aria-pressed', String(made.value === named?.name));
    typed.setAttribute('aria-invalid', String(Boolean(answer.error)));
    told.classList.toggle('bad', Boolean(answer.error));
    if (answer.error) {
      told.textContent = answer.error.message;
      return;
    }
    showError(null);
    side.value = answer.side;
    told.textContent =
      `${named ? `${named.title}: ` : ''}${answer.word.length + 2} cubelets in ${answer.segments.length} straight pieces` +
      `${answer.palindrome ? '; it reads the same from both ends' : ''}.`;
    show(answer.word);
  }

  return {
    name: 'snakes',
    title: 'Snakes',
    words: 'Cubelets on an elastic, folded into a cube step by step.',
    icon: () => isometric(halfFolded.map((cell, n) => [...cell, `var(--cubelet-${n % 2 ? 'b' : 'a'})`])),
    element: root,
    main: 'all',
    open(given) {
      typed.value = given?.parameters?.snake ?? (typed.value || 'christmas');
      check();
    },
    asked: () => ({
      open: { puzzle: 'snake', snake: typed.value.trim() },
      upTo: 'none',
      title: 'Snake cube',
      how: 'space',
      walks: true,
    }),
    address: () => ({ puzzle: 'snake', parameters: { snake: typed.value } }),
  };
}
