// Connects the parts of the page: the views (forms for puzzles), the searches that they request,
// and the answers.

import { read, written } from './address.js';
import { Answer, engineName, problemOf } from './answer.js';
import { $, afterwards, asText, element, giveTheme, notText, options, packed, painted, unpacked } from './dom.js';
import { Engine } from './engine.js';
import { ClassicsView } from './views/classics.js';
import { CubesView } from './views/cubes.js';
import { LearnView } from './views/learn.js';
import { SnakesView } from './views/snakes.js';
import { SolveView } from './views/solve.js';
import { showStart } from './views/start.js';
import { StudioView } from './views/studio.js';

const binary = painted().then(() => packed('binary'));
const engine = new Engine($('worker').textContent, binary, (message) => answer.receive(message));
const answer = new Answer(engine, showError);
const about = JSON.parse($('engine-says').textContent);

/** Updates the address a moment after the last change, because some browsers refuse frequent changes of the address. */
const tell = afterwards(200, tellNow);

let view; // the view that is shown; undefined for the start page
let faulty; // the problem whose error is shown
const context = { engine, about, showError, changed, openPacking, openText: (text) => takeText(text) };
const views = [CubesView, StudioView, SnakesView, ClassicsView, SolveView, LearnView].map((View) => new View(context));
const named = (name) => views.find((v) => v.name === name);

// Views.

/** Shows a view. `given`: the view's parameters from an address, or the text of a problem. */
function show(next, given) {
  const other = view !== next;
  view = next;
  $('start').hidden = view !== undefined;
  $('work').hidden = view === undefined || Boolean(view.whole);
  $('whole').hidden = !view?.whole;
  for (const tab of $('views').children) {
    if (tab.value === view?.name) {
      tab.setAttribute('aria-current', 'page');
      // The row of tabs can be wider than the window, so the chosen tab is scrolled into view.
      tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else {
      tab.removeAttribute('aria-current');
    }
  }
  document.title = view ? `${view.title} – dlx` : 'dlx: puzzles and exact cover in the browser';
  if (!view) return;
  if (other) {
    $(view.whole ? 'whole' : 'view').replaceChildren(view.element);
    $('choose-title').textContent = view.title;
    $('watch').hidden = view.unwatched === true;
    for (const id of ['count', 'first', 'all']) $(id).classList.toggle('main', id === view.main);
    answer.clear();
  }
  showError(null);
  view.open(given);
  changed();
}

/**
 * Called when the problem in the form may have changed. Removes answers and errors that belong to
 * another problem.
 */
function changed() {
  const problem = problemShown();
  if (faulty !== undefined && faulty !== problem) showError(null);
  answer.follow(problem);
  tell();
}

const problemShown = () => (view?.asked ? problemOf(view.asked()) : undefined);

function tellNow() {
  history.replaceState(null, '', view ? written(view.address()) : '#');
}

const viewOf = { snake: 'snakes', cube: 'cubes', packing: 'studio' };

function goTo(hash) {
  const game = read(hash);
  if (game === undefined || game.view === 'start') show(undefined);
  else if (game.view !== undefined) show(named(game.view), game.text ?? game.puzzle ? game : undefined);
  else if (game.text !== undefined) show(named('solve'), game);
  else show(named(viewOf[game.puzzle] ?? 'classics'), game);
}

function showError(error) {
  const where = error?.line ? `Line ${error.line}, column ${error.column}: ` : '';
  const words = error === null ? '' : `${where}${error.message}`;
  faulty = error === null ? undefined : problemShown();
  $('error').hidden = error === null;
  $('error').textContent = words;
  view?.showError?.(error, words);
  // The error may be outside the visible part of the page, so it is scrolled into view.
  if (error !== null) $('error').scrollIntoView({ block: 'nearest' });
}

function openPacking({ packings }, number, file = '') {
  show(named('studio'));
  named('studio').load(packings[number], packings, file);
  changed();
}

// Files.

async function take(file) {
  const bytes = await unpacked(new Uint8Array(await file.arrayBuffer()));
  const kind = notText(bytes);
  if (kind === undefined) return takeText(asText(bytes), file.name.replace(/\.gz$/, ''));
  if (view === undefined) show(named('solve'));
  return showError({ message: `${file.name} is ${kind}; this page reads text files of puzzles and problems.` });
}

/** Opens the text of a problem in the view for this kind of problem. */
async function takeText(text, name = '') {
  if (view?.take && (await view.take(text, name))) return;
  const found = await engine.ask('dlx_look', { text, name });
  if (found.format === 'sudoku') {
    show(named('classics'), { puzzle: 'sudoku', parameters: { squares: text } });
    return;
  }
  // The view Studio can draw only pieces made of cubes. Puzzles on other grids are opened in the
  // view Solve.
  if (found.packings && !found.packings.some(({ grid }) => grid)) {
    const unnamed = name.replace(/\.[^.]*$/, '');
    for (const packing of found.packings) packing.name ||= unnamed;
    openPacking(found, 0, name);
    return;
  }
  if (found.error && (await takePieces(text))) return;
  show(named('solve'), { text, name });
  if (found.error) showError(found.error);
}

/** Opens a text in the view of happy cubes if it describes the six pieces of a cube. */
async function takePieces(text) {
  const { error, pieces } = await engine.ask('dlx_pieces', { text });
  if (error || pieces.length !== 6) return false;
  show(named('cubes'));
  return named('cubes').take(text);
}

for (const type of ['dragover', 'drop']) {
  window.addEventListener(type, (event) => {
    if (![...event.dataTransfer.types].includes('Files')) return;
    event.preventDefault();
    document.body.classList.toggle('dropping', type === 'dragover');
    if (type === 'drop' && event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
}
window.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) document.body.classList.remove('dropping');
});
$('view').addEventListener('file', (event) => take(event.detail));

// Pasted text is opened like a file, unless an input field has the focus. Text that is pasted over
// the entire selected text of a problem is also opened like a file.
window.addEventListener('paste', (event) => {
  const text = event.clipboardData.getData('text');
  const { target } = event;
  const isField = target.matches('input, textarea, select');
  const isReplaced = target.id === 'text' && target.selectionEnd - target.selectionStart === target.value.length;
  if (event.defaultPrevented || text.trim() === '' || (isField && !isReplaced)) return;
  event.preventDefault();
  takeText(text);
});

// The code below connects the HTML elements of the page to the functions above.

about.palette.slice(0, 12).forEach((colour, n) => document.documentElement.style.setProperty(`--piece-${n}`, colour));
$('engine').append(...options(about.engines.map((name) => [name, engineName(name)])));

for (const made of views) {
  const tab = element('button', { type: 'button', value: made.name, textContent: made.title });
  tab.onclick = () => show(made);
  $('views').append(tab);
}
showStart($('start'), views, (name) => show(named(name)));
$('home').onclick = (event) => {
  event.preventDefault();
  show(undefined);
  tellNow();
};

$('form').onsubmit = (event) => {
  event.preventDefault();
  showError(null);
  tell();
  answer.solve(event.submitter?.value ?? view.main, view.asked());
};
$('form').oninput = changed;
$('as-text').onclick = async () => {
  const opened = await engine.ask('dlx_open', view.asked().open);
  const { text, error } = opened.error ? opened : await engine.ask('dlx_text', { format: 'knuth' });
  if (error) showError(error);
  else show(named('solve'), { text });
};
$('watch').onclick = () => {
  const { open: { text, name, puzzle, ...parameters }, title } = view.asked();
  show(named('learn'), puzzle ? { puzzle, parameters, title } : { text, name });
};
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
  document.querySelectorAll('iframe').forEach(giveTheme);
}
$('theme').onclick = () => {
  setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
  try {
    localStorage.setItem('dlx-theme', theme);
  } catch {
    // Some browsers store nothing for a page that was opened as a file. The chosen theme is then lost when the page is
    // closed.
  }
};
try {
  setTheme(localStorage.getItem('dlx-theme'));
} catch {
  setTheme('auto');
}

goTo(location.hash);
engine.ask('dlx_about').then(({ version }) => ($('version').textContent = version));
