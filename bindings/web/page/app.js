// The page: what is asked for, and what comes of it.

import { read, written } from './address.js';
import { draw, drawGiven, icon } from './draw.js';
import { Engine } from './engine.js';
import { examples, puzzles } from './puzzles.js';

const $ = (id) => document.getElementById(id);
const perPage = 12;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

/** Digits in groups of three, by thin spaces; numbers may be longer than JavaScript's. */
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u2009');

function inSeconds(ms) {
  if (ms < 995) return `${Math.round(ms)} ms`;
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

// What is before the page: a puzzle, or null for a problem of one's own.

let puzzle = puzzles[0];
let about = { snakes: [] };
const own = { name: 'own', title: 'Your own' };

function choose(chosen, parameters = {}) {
  puzzle = chosen === own ? null : chosen;
  for (const button of $('games').children) {
    button.setAttribute('aria-pressed', String(button.value === chosen.name));
  }
  showError(null);
  $('editor').hidden = puzzle !== null;
  $('as-text').hidden = puzzle === null;
  $('about').textContent = puzzle
    ? puzzle.about
    : 'Items to be covered, and options that cover them: paste a problem, or begin with one of these.';
  const presets = puzzle ? (puzzle.presets ?? []) : examples;
  $('presets').replaceChildren(
    ...presets.map(([title, what]) => {
      const button = element('button', { type: 'button', className: 'quiet', textContent: title });
      button.onclick = () => {
        if (typeof what === 'string') setText(what);
        else setParameters(what);
        showError(null);
        tell();
      };
      return button;
    }),
  );
  $('presets').hidden = presets.length === 0;
  $('parameters').replaceChildren(...(puzzle?.parameters ?? []).map((p) => field(p, parameters)));
  showGiven();
  tell();
}

function field(parameter, given) {
  const { name, label, kind, otherwise } = parameter;
  const value = given[name] ?? otherwise;
  const id = `parameter-${name}`;
  let input;
  if (kind === 'choice') {
    const options = parameter.values.map(([v, words]) =>
      element('option', { value: v, textContent: words }),
    );
    input = element('select', { id }, ...options);
    input.value = value;
    if (input.selectedIndex < 0) input.value = otherwise;
  } else if (kind === 'squares') {
    input = element('textarea', { id, rows: 3, value, spellcheck: false });
  } else {
    input = element('input', { id, value, spellcheck: false });
    input.autocapitalize = 'off';
    if (kind === 'number') {
      Object.assign(input, { type: 'number', min: parameter.least, max: parameter.most });
      input.inputMode = 'numeric';
      input.required = true;
    }
    if (kind === 'snake') input.setAttribute('list', 'snakes');
  }
  input.name = name;
  const box = element('div', { className: `field ${kind}` }, element('label', { htmlFor: id, textContent: label }), input);
  if (kind === 'snake') {
    box.append(
      element(
        'datalist',
        { id: 'snakes' },
        ...about.snakes.map((s) => element('option', { value: s.name, textContent: s.title })),
      ),
    );
  }
  if (kind === 'squares') box.append(element('div', { id: 'given' }));
  return box;
}

const inputs = () => [...$('parameters').querySelectorAll('input, select, textarea')];

function setParameters(values) {
  for (const input of inputs()) if (input.name in values) input.value = values[input.name];
  showGiven();
}

const parameters = () => Object.fromEntries(inputs().map((input) => [input.name, input.value]));

function showGiven() {
  const place = $('given');
  if (!place) return;
  const picture = drawGiven($('parameter-squares').value);
  place.replaceChildren(...(picture ? [picture] : []));
}

/** What the engine is to open, and up to what solutions are the same. */
function asked() {
  if (puzzle === null) return { open: { text: $('text').value }, upTo: 'none' };
  const open = { puzzle: puzzle.name };
  const values = parameters();
  for (const { name, kind } of puzzle.parameters) {
    if (name !== 'up_to') open[name] = kind === 'number' ? Number(values[name]) : values[name];
  }
  return { open, upTo: values.up_to ?? 'none' };
}

/** Keeps the address up to date, soon: some browsers refuse to have it changed at every key. */
function tell() {
  clearTimeout(telling);
  telling = setTimeout(tellNow, 200);
}
let telling;

function tellNow() {
  const game = puzzle
    ? { puzzle: puzzle.name, parameters: parameters() }
    : { text: $('text').value };
  history.replaceState(null, '', written(game));
}

function goTo(hash) {
  const game = read(hash);
  if (game?.text !== undefined) {
    setText(game.text);
    choose(own);
    return;
  }
  const named = puzzles.find((p) => p.name === game?.puzzle);
  choose(named ?? puzzles[0], named ? game.parameters : {});
}

// The text of one's own problem, with numbers of lines.

function setText(text) {
  $('text').value = text;
  showGutter();
}

function showGutter(wrong = 0) {
  const lines = $('text').value.split('\n').length;
  $('gutter').replaceChildren(
    ...Array.from({ length: lines }, (_, n) =>
      element('span', { textContent: `${n + 1}\n`, className: n + 1 === wrong ? 'wrong' : '' }),
    ),
  );
  $('gutter').scrollTop = $('text').scrollTop;
}

function showError(error) {
  $('error').hidden = error === null;
  showGutter(error?.line);
  $('text').setAttribute('aria-invalid', String(Boolean(error?.line)));
  if (error === null) return;
  const where = error.line ? `Line ${error.line}, column ${error.column}: ` : '';
  $('error').textContent = `${where}${error.message}`;
  if (error.line && puzzle === null) select(error);
}

/** Selects a word of the text; its column counts characters, not JavaScript's halves of them. */
function select({ line, column, word }) {
  const text = $('text');
  const lines = text.value.split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  const characters = [...lines[line - 1].replace(/^\uFEFF/, '')].slice(0, column - 1).join('');
  const start = before + characters.length;
  text.focus({ preventScroll: true });
  text.setSelectionRange(start, start + Math.max(word.length, 1));
  const height = parseFloat(getComputedStyle(text).lineHeight);
  text.scrollTop = Math.max(0, (line - 4) * height);
  showGutter(line);
}

// A search and its answer.

const answer = { want: 'count', running: false, upTo: 'none', colour: undefined };
let first = 0; // number of the first solution shown
let total = 0;
let shown = []; // the solutions of the page
let asPicture = true;

function solve(want) {
  const { open, upTo } = asked();
  const most = want === 'first' ? 1 : Math.min(100_000, Math.max(1, Number($('most').value) || 1));
  Object.assign(answer, { want, upTo, colour: open.colour });
  showError(null);
  tell();
  total = 0;
  $('idle').hidden = true;
  $('outcome').hidden = false;
  $('solutions').hidden = true;
  for (const id of ['number', 'meaning', 'size', 'time', 'nodes', 'pace', 'method']) $(id).textContent = '';
  setStatus('running', 'Running');
  $('share').hidden = false;
  $('share').value = 0;
  setRunning(true);
  // On a telephone the answer is below.
  if ($('answer').getBoundingClientRect().top > 0.6 * innerHeight) $('answer').scrollIntoView();
  engine.solve(open, {
    want: want === 'count' ? 'count' : 'list',
    most,
    up_to: upTo,
    engine: $('engine').value,
    preprocess: $('preprocess').checked,
    sweep: $('sweep').checked,
  });
}

function setRunning(running) {
  answer.running = running;
  $('stop').hidden = !running;
  $('stop').disabled = false;
  $('resume').hidden = true;
  $('answer').setAttribute('aria-busy', String(running));
}

function setStatus(kind, text) {
  $('status').className = kind;
  $('status').textContent = text;
}

const things = (n) => (n === '1' ? 'solution' : 'solutions');
const engineNames = {
  dancing_links: 'dancing links',
  dancing_cells: 'dancing cells',
  bit_matrix: 'bit vectors',
  path_links: 'path links',
};
const sameness = {
  none: '',
  rotations: ', up to rotations',
  reflections: ', up to rotations and reflections',
};

function showProgress({ progress, elapsed }) {
  const found = progress.found;
  $('number').textContent = grouped(found);
  $('number').classList.toggle('long', found.length > 15);
  $('time').textContent = inSeconds(elapsed);
  $('nodes').textContent = grouped(progress.nodes);
  $('pace-figure').hidden = elapsed < 20; // too short to tell
  $('pace').textContent = grouped(Math.round((progress.nodes / Math.max(elapsed, 1)) * 1000));
  const engineName = engineNames[progress.engine];
  $('method').textContent = progress.swept
    ? `table of ${grouped(progress.states)} states`
    : progress.states > 0
      ? `${engineName}, beside a table of ${grouped(progress.states)} states`
      : engineName;
  $('share').value = progress.share;
  const far = answer.running ? ' so far' : '';
  $('meaning').textContent = `${things(found)}${far}${sameness[answer.upTo]}`;
}

let pending = null; // progress to be drawn with the next frame

function onProgress(message) {
  if (pending === null) {
    requestAnimationFrame(() => {
      if (answer.running && pending) showProgress(pending);
      pending = null;
    });
  }
  pending = message;
}

function onOver(message) {
  setRunning(false);
  const { progress, stopped } = message;
  if (!progress) {
    setStatus('incomplete', 'INCOMPLETE: stopped before the search began');
    $('share').hidden = true;
    return;
  }
  showProgress(message);
  const found = progress.found;
  $('share').hidden = !stopped;
  if (stopped) {
    setStatus('incomplete', 'INCOMPLETE: stopped');
    $('meaning').textContent = `${things(found)} found before the search was stopped; there may be more`;
    $('resume').hidden = Boolean(message.gone);
  } else if (progress.complete) {
    setStatus('complete', found === '0' ? 'Complete: no solution' : 'Complete');
    $('meaning').textContent =
      answer.want === 'count' || found === '0'
        ? `${things(found)}${sameness[answer.upTo]}`
        : `${things(found)}${sameness[answer.upTo]}, ${found === '1' ? '' : 'each '}verified; there are no others`;
  } else if (progress.status === 'solution_limit') {
    setStatus('partial', 'Stopped as asked');
    $('meaning').textContent = `${things(found)}${sameness[answer.upTo]}, verified; there may be others`;
  } else {
    setStatus('incomplete', `INCOMPLETE: ${progress.status}`);
  }
  if (answer.want !== 'count' && !message.gone) showPage(0, Number(found));
}

function showPage(from, count) {
  total = count;
  first = from;
  $('solutions').hidden = total === 0;
  if (total > 0) engine.solutions(first, perPage);
}

function onSolutions({ first: from, list }) {
  if (from !== first || list.error) return;
  shown = list;
  showSolutions();
}

function showSolutions() {
  const drawn = shown.some((solution) => solution.picture !== null);
  const picture = drawn && asPicture;
  $('as-picture').hidden = $('as-words').hidden = !drawn;
  $('as-picture').setAttribute('aria-pressed', String(picture));
  $('as-words').setAttribute('aria-pressed', String(!picture));
  const last = first + shown.length;
  $('range').textContent =
    total === 1 ? 'Solution' : `Solutions ${grouped(first + 1)} to ${grouped(last)} of ${grouped(total)}`;
  $('list').className = shown.length === 1 ? 'single' : '';
  $('list').replaceChildren(
    ...shown.map((solution, n) =>
      element(
        'li',
        {},
        element('h4', { textContent: grouped(first + n + 1) }),
        picture && solution.picture
          ? draw(solution.picture, answer.colour)
          : element('pre', { textContent: solution.text.trimEnd(), tabIndex: 0 }),
      ),
    ),
  );
  // Pictures that are about square take less room.
  const { width, height } = $('list').querySelector('svg')?.viewBox.baseVal ?? { width: 2, height: 1 };
  $('list').style.setProperty('--least', width > 1.5 * height ? '280px' : '180px');
  const pages = Math.ceil(total / perPage);
  $('pager').hidden = pages === 1;
  $('page').textContent = `${grouped(Math.floor(first / perPage) + 1)} of ${grouped(pages)}`;
  $('previous').disabled = first === 0;
  $('next').disabled = last >= total;
}

function onFailed({ error }) {
  setRunning(false);
  $('outcome').hidden = true;
  $('solutions').hidden = true;
  $('idle').hidden = false;
  showError(error);
  $('error').scrollIntoView({ block: 'nearest' });
}

function onText({ text, error }) {
  if (error) {
    showError(error);
    return;
  }
  setText(text);
  choose(own);
}

const handlers = {
  about(message) {
    about = message.about;
    $('version').textContent = about.version;
    goTo(location.hash);
  },
  started({ size }) {
    const secondary = size.secondary === 0 ? '' : ` + ${grouped(size.secondary)} secondary`;
    $('size').textContent = `${grouped(size.primary)}${secondary} items, ${grouped(size.options)} options`;
  },
  progress: onProgress,
  over: onOver,
  failed: onFailed,
  solutions: onSolutions,
  text: onText,
};
const engine = new Engine($('worker').textContent, (message) => handlers[message.kind](message));

// Wires.

for (const game of [...puzzles, own]) {
  const button = element('button', { type: 'button', value: game.name });
  button.append(icon(game.icon ?? {}), element('span', { textContent: game.title }));
  button.onclick = () => choose(game);
  $('games').append(button);
}

$('form').onsubmit = (event) => {
  event.preventDefault();
  solve(event.submitter?.value ?? 'count');
};
$('form').oninput = (event) => {
  if (event.target.id === 'text') showError(null);
  showGiven();
  tell();
};
$('text').onscroll = () => {
  $('gutter').scrollTop = $('text').scrollTop;
};
$('stop').onclick = () => {
  $('stop').disabled = true;
  engine.stop();
};
$('resume').onclick = () => {
  $('solutions').hidden = true;
  setStatus('running', 'Running');
  $('share').hidden = false;
  setRunning(true);
  engine.resume();
};
$('previous').onclick = () => showPage(Math.max(0, first - perPage), total);
$('next').onclick = () => showPage(first + perPage, total);
$('as-picture').onclick = () => {
  asPicture = true;
  showSolutions();
};
$('as-words').onclick = () => {
  asPicture = false;
  showSolutions();
};
$('as-text').onclick = () => engine.text(asked().open);
$('copy').onclick = async () => {
  tellNow();
  let said = 'Copied';
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    said = 'It is in the address bar';
  }
  $('copy').textContent = said;
  setTimeout(() => ($('copy').textContent = 'Copy link'), 2000);
};
window.onhashchange = () => goTo(location.hash);

const themes = ['auto', 'light', 'dark'];
let theme = 'auto';
function setTheme(name) {
  theme = themes.includes(name) ? name : 'auto';
  document.documentElement.dataset.theme = theme;
  $('theme').textContent = `Theme: ${theme}`;
}
$('theme').onclick = () => {
  setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
  try {
    localStorage.setItem('dlx-theme', theme);
  } catch {
    // Some browsers keep nothing for a page from a file; then the choice lasts as long as the page.
  }
};
try {
  setTheme(localStorage.getItem('dlx-theme'));
} catch {
  setTheme('auto');
}

setText(examples[0][1]);
goTo(location.hash);
engine.about();
