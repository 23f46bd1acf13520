// The right half of the page, which shows the progress of a search and its solutions: in 3D, as
// pictures or as text. Many solutions are shown on several pages.

import { ApartTable } from './apart_table.js';
import { $, button, counted, element, grouped, inSeconds, press, save } from './dom.js';
import { Space, pageOf } from './space.js';

const perPage = 12;
const patience = 10_000; // time limit in ms for taking an assembly apart
const room = 256; // memory limit in MB for taking an assembly apart, as in downloads.cpp

const things = (n) => (n === '1' ? 'solution' : 'solutions');
export const engineName = (word) => (word === 'auto' ? 'chosen by the problem' : word.replaceAll('_', ' '));
const sameness = {
  none: '',
  rotations: ', up to rotations',
  reflections: ', up to rotations and reflections',
  all: ', up to all symmetries',
  'as-burrtools': ', as BurrTools counts',
};

function setStatus(kind, status) {
  $('status').className = kind;
  say({ status });
}

/**
 * Says in words which costs of the cheapest solutions are known: the least cost found, the lower bound and the gap. The
 * text is empty if none of these costs is known, or if the search is not for the cheapest solutions.
 */
function costsInWords({ best, lower_bound: bound, gap }) {
  const known = [];
  if (best !== undefined) known.push(`the cheapest costs ${best}`);
  if (bound !== undefined) known.push(`no other costs less than ${bound}`);
  if (gap) known.push(`a gap of ${(100 * gap).toPrecision(2)} %`);
  return known.map((words) => `; ${words}`).join('');
}

/** Sets the texts of several HTML elements, given by their ids. */
function say(words) {
  for (const [id, text] of Object.entries(words)) $(id).textContent = text;
}

/** Hides or shows several HTML elements, given by their ids. */
function hide(hidden) {
  for (const [id, is] of Object.entries(hidden)) $(id).hidden = is;
}

/**
 * The reason why pieces on this grid are not rotated by 90 degrees. Empty if pieces can be rotated.
 */
const againstTurns = (grid) =>
  grid && grid !== 'cubes' ? `Only cubes turn; this puzzle is on the grid “${grid}”.` : '';

/** Describes the result of taking an assembly apart, in the words that the command dlx uses. */
function apartInWords({ verdict, level, turns, states, least }) {
  const after = `after ${grouped(states)} ${states === 1 ? 'position' : 'positions'}`;
  if (verdict === 'not decided') return `Not decided within ${patience / 1000} seconds and ${room} MB, ${after}.`;
  if (!level) return `This assembly ${verdict}, ${after}.`;
  const known = `level ${level}${turns ? ' with turns' : ''}${least ? '' : ' (its first number is the least)'}`;
  return `This assembly ${verdict}: ${known}, ${after}. Step through it with the buttons – and +.`;
}

/**
 * Identifies the problem of a request by a text. Two requests for the same problem give the same text, even if their
 * solutions are shown in different ways or in other colours.
 */
export const problemOf = ({ open, upTo, cheapest }) =>
  JSON.stringify([open, upTo, cheapest], (key, value) => (key === 'colour' && /^#/.test(value) ? undefined : value));

/** The name of a file: the letters and digits of a title, with hyphens between the words. */
const fileName = (title, end) =>
  `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'dlx'}.${end}`;

export class Answer {
  /** `engine` runs the searches. `showError` is a function that shows an error in a request. */
  constructor(engine, showError) {
    this.engine = engine;
    this.showError = showError;
    this.space = new Space($('space'), { id: 'frame', title: 'The solution in three dimensions', hidden: 'header, #pager' });
    this.asked = { title: 'dlx' }; // the request for the latest search
    this.want = 'count';
    this.problem = undefined; // the problem whose answer is on the page
    this.isOld = false; // whether the form now has another problem than the answer
    this.running = false;
    this.solid = false;
    this.grid = null; // grid of a packing puzzle; null for other puzzles
    this.taken = null; // how the shown assembly comes apart: the 3D scene, and the value of `turn`
    this.how = 'picture'; // how solutions are shown: "picture", "space" or "words"
    this.first = 0; // number of the first solution on the shown page
    this.total = 0;
    // The number of the latest request to show solutions. Answers to earlier requests are ignored.
    this.turn = 0;
    this.pending = null; // the progress report that will be drawn with the browser's next frame
    this.wire();
  }

  wire() {
    $('stop').onclick = () => {
      $('stop').disabled = true;
      this.engine.stop();
    };
    $('resume').onclick = () => {
      hide({ solutions: true, share: false });
      this.levels.clear();
      setStatus('running', 'Running');
      this.setRunning(true);
      this.engine.resume();
    };
    $('previous').onclick = () => this.showPage(Math.max(0, this.first - this.perPage()));
    $('next').onclick = () => this.showPage(this.first + this.perPage());
    for (const how of ['space', 'picture', 'words']) {
      $(`as-${how}`).onclick = () => {
        this.how = how;
        this.showPage(how === 'space' ? this.first : this.first - (this.first % perPage));
      };
    }
    $('apart').onclick = () => this.takeApart();
    this.levels = new ApartTable(this.engine, (n) => {
      this.how = 'space';
      this.showPage(n);
    });
    $('apart-all').onclick = () => this.levels.take(this.total, this.asked.title, this.tried);
    $('files').append(
      ...[
        ['svg', 'Picture, .svg'],
        ['blank', 'Unsolved, to print, .svg'],
        ['stl', 'Solid parts, .stl'],
        ['obj', 'Solid parts, .obj'],
        ['scad', 'OpenSCAD'],
        ['html', '3D page'],
        ['xmpuzzle', 'BurrTools, .xmpuzzle'],
        ['json', 'Problem, .json'],
        ['dlx', 'Problem, Knuth’s text'],
      ].map(([what, words]) => button(words, () => this.download(what), { value: what })),
    );
  }

  perPage() {
    return this.how === 'space' ? 1 : perPage;
  }

  /**
   * Stops the search and removes its results from the page, because the user requests another
   * problem.
   */
  clear() {
    if (this.running) this.engine.stop();
    this.asked = { title: 'dlx' };
    this.turn += 1;
    this.setRunning(false);
    this.forget();
    this.ignored = this.engine.id;
  }

  forget() {
    this.problem = undefined;
    this.isOld = false;
    this.total = 0;
    this.levels.clear();
    hide({ outcome: true, solutions: true, idle: false, old: true });
  }

  /**
   * Shows the answer if it belongs to the problem in the form, and otherwise hides it. While a
   * search is running, its answer stays on the page, with a note that the problem has changed.
   */
  follow(problem) {
    if (this.problem === undefined) return;
    this.isOld = problem !== this.problem;
    const gone = this.isOld && !this.running;
    hide({ outcome: gone, solutions: gone || this.total === 0, idle: !gone, old: gone || !this.isOld });
  }

  /**
   * Starts a search. `want`: "count", "first" or "all" solutions. `asked`: the request {open, upTo,
   * title, how}.
   */
  solve(want, asked) {
    const most = want === 'first' ? 1 : Math.min(100_000, Math.max(1, Number($('most').value) || 1));
    this.want = want;
    if (asked.how && asked.how !== this.asked.how) this.how = asked.how;
    this.asked = asked;
    this.problem = problemOf(asked);
    this.isOld = false;
    this.total = 0;
    this.levels.clear();
    hide({ idle: true, outcome: false, solutions: true, share: false, old: true });
    $('outcome').classList.toggle('brief', want !== 'count');
    $('list').replaceChildren();
    say({ range: '', number: '', meaning: '', size: '', time: '', nodes: '', pace: '', method: '' });
    setStatus('running', 'Running');
    $('share').value = 0;
    this.setRunning(true);
    // On a telephone the answer is below the form. The answer is therefore scrolled into view, and
    // again when solutions arrive, unless the user has scrolled elsewhere.
    const isBelow = $('answer').getBoundingClientRect().top > 0.6 * innerHeight;
    if (isBelow) $('answer').scrollIntoView();
    this.broughtTo = isBelow ? scrollY : undefined;
    this.engine.solve(asked.open, {
      want: want === 'count' ? 'count' : 'list',
      most,
      up_to: asked.upTo ?? 'none',
      cheapest: asked.cheapest,
      of_least_cost: asked.cheapest && want === 'count',
      engine: $('engine').value,
      preprocess: $('preprocess').checked,
      sweep: $('sweep').checked,
    });
  }

  setRunning(running) {
    this.running = running;
    hide({ stop: !running, resume: true });
    $('stop').disabled = false;
    $('answer').setAttribute('aria-busy', String(running));
  }

  /** Handles a message that the engine sends about its search. */
  receive(message) {
    if (message.id === this.ignored) return;
    const handlers = {
      started: ({ size }) => this.started(size),
      progress: (told) => this.onProgress(told),
      over: (told) => this.onOver(told),
      failed: ({ error }) => this.onFailed(error),
    };
    handlers[message.kind](message);
  }

  started(size) {
    this.solid = size.solid;
    this.net = size.net; // whether solutions can be shown as nets of a cube
    this.grid = size.grid;
    this.isWithoutOptions = size.options === 0;
    const items =
      size.secondary === 0
        ? counted(size.primary, 'item')
        : `${counted(size.primary, 'item')} and ${counted(size.secondary, 'secondary item')}`;
    const sizes = `${items}, ${counted(size.options, 'option')}`;
    $('size').textContent = [sizes, ...(size.warnings ?? [])].join('; ');
  }

  showProgress({ progress, elapsed }) {
    const { found, nodes, states, swept, share } = progress;
    const engine = engineName(progress.engine);
    const table = `table of ${grouped(states)} states`;
    say({
      number: grouped(found),
      time: inSeconds(elapsed),
      nodes: grouped(nodes),
      pace: grouped(Math.round((nodes / Math.max(elapsed, 1)) * 1000)),
      method: swept ? table : states > 0 ? `${engine}, beside a ${table}` : engine,
      meaning: `${things(found)}${this.running ? ' so far' : ''}${this.same()}${costsInWords(progress)}`,
    });
    $('number').classList.toggle('long', found.length > 15);
    // The speed of the search is not shown during its first 20 ms.
    hide({ 'pace-figure': elapsed < 20 });
    $('share').value = share;
  }

  same() {
    return sameness[this.asked.upTo ?? 'none'];
  }

  onProgress(message) {
    if (this.pending === null) {
      requestAnimationFrame(() => {
        if (this.running && this.pending) this.showProgress(this.pending);
        this.pending = null;
      });
    }
    this.pending = message;
  }

  onOver(message) {
    this.setRunning(false);
    const { progress, stopped } = message;
    if (!progress) {
      setStatus('incomplete', 'INCOMPLETE: stopped before the search began');
      $('share').hidden = true;
      return;
    }
    this.showProgress(message);
    $('share').hidden = !stopped;
    this.showEnd(message, progress.found);
    if (this.want !== 'count' && !message.gone) {
      this.total = Number(progress.found);
      this.showPage(0).then(() => {
        if (this.broughtTo === scrollY) $('answer').scrollIntoView();
      });
    } else if (message.best?.length > 0) {
      // The worker was terminated. Only solutions that the page has already received can be shown.
      this.total = message.best.length;
      this.first = 0;
      this.how = 'words';
      $('solutions').hidden = false;
      this.showControls(false, this.total);
      $('downloads').hidden = true;
      this.showList(message.best);
    }
  }

  showEnd({ progress, stopped, gone }, found) {
    const listed = this.want !== 'count' && found !== '0';
    if (stopped) {
      setStatus('incomplete', 'INCOMPLETE: stopped');
      say({ meaning: `${things(found)} found before the search was stopped; there may be more${costsInWords(progress)}` });
      hide({ resume: Boolean(gone) });
    } else if (progress.complete && found === '0' && this.isWithoutOptions && this.asked.open.text !== undefined) {
      // A text that is not a problem is often read as a problem without options.
      setStatus('incomplete', 'No options');
      say({ meaning: 'solutions, because this text names items and has no options to cover them' });
    } else if (progress.complete && this.asked.cheapest && found !== '0') {
      setStatus('complete', 'Proved');
      const which = this.want === 'count' ? ' of the least cost' : listed ? ', verified' : '';
      say({ meaning: `${things(found)}${which}${this.same()}${costsInWords(progress)}` });
    } else if (progress.complete) {
      setStatus('complete', found === '0' ? 'Complete: no solution' : 'Complete');
      const each = found === '1' ? '' : 'each ';
      say({ meaning: `${things(found)}${this.same()}${listed ? `, ${each}verified; no others exist` : ''}` });
    } else if (progress.status === 'solution_limit') {
      setStatus('partial', found === '1' ? 'The first' : `The first ${grouped(found)}`);
      say({ meaning: `${things(found)}${this.same()}, verified; there may be others` });
    } else {
      setStatus('incomplete', `INCOMPLETE: ${progress.status}`);
    }
  }

  onFailed(error) {
    this.setRunning(false);
    const { isOld } = this;
    this.forget();
    if (!isOld) this.showError(error);
  }

  // Solutions.

  async showPage(from) {
    $('solutions').hidden = this.total === 0;
    if (this.total === 0) return;
    this.turn += 1;
    const turn = this.turn;
    if (this.how === 'space' && !this.solid) this.how = 'picture';
    this.first = Math.min(from, this.total - 1);
    const list = await this.engine.ask('dlx_solutions', this.first, this.perPage());
    if (list.error || turn !== this.turn) return;
    const drawn = list.some((solution) => solution.picture !== null);
    if (this.how === 'picture' && !drawn) this.how = 'words';
    this.showControls(drawn, list.length);
    if (this.how === 'space') await this.showInSpace(turn, list);
    else this.showList(list);
  }

  showControls(drawn, shown) {
    const { first, total, solid, asked } = this;
    const one = this.how === 'space';
    const last = first + shown;
    const pages = Math.ceil(total / this.perPage());
    press(['space', 'picture', 'words'].map((how) => $(`as-${how}`)), ({ id }) => id === `as-${this.how}`);
    const part = one ? `Solution ${grouped(last)}` : `Solutions ${grouped(first + 1)} to ${grouped(last)}`;
    say({
      range: total === 1 ? 'Solution' : `${part} of ${grouped(total)}`,
      page: `${grouped(Math.floor(first / this.perPage()) + 1)} of ${grouped(pages)}`,
      'no-turns': againstTurns(this.grid),
    });
    hide({
      'as-space': !solid, 'as-picture': !drawn, 'as-words': !drawn && !solid, pager: pages === 1,
      space: !one, list: one, 'apart-words': true, 'taking-apart': !one || !asked.packing, 'apart-all': total === 1,
    });
    $('downloads').hidden = false;
    $('previous').disabled = first === 0;
    $('next').disabled = last >= total;
    $('turns').disabled = $('no-turns').textContent !== '';
    const parts = solid && !asked.walks;
    const offered = { svg: drawn, blank: drawn && !asked.walks, stl: parts, obj: parts, scad: parts, html: solid, xmpuzzle: Boolean(asked.packing) };
    for (const file of $('files').children) file.hidden = offered[file.value] === false;
  }

  picture(solution) {
    const made = element('div', { className: 'picture', innerHTML: solution.picture });
    // Without the attribute, the style sheet determines the height of the picture.
    made.firstElementChild.removeAttribute('height');
    return made;
  }

  showList(list) {
    $('list').className = list.length === 1 ? 'single' : '';
    $('list').replaceChildren(
      ...list.map((solution, n) =>
        element(
          'li',
          {},
          element('h4', { textContent: `${grouped(this.first + n + 1)}${solution.cost === undefined ? '' : `, at cost ${solution.cost}`}` }),
          this.how === 'picture' && solution.picture
            ? this.picture(solution)
            : element('pre', { textContent: solution.text.trimEnd(), tabIndex: 0, role: 'region', 'aria-label': `Solution ${this.first + n + 1}` }),
        ),
      ),
    );
    // Pictures that are about as wide as high need narrower columns in the list.
    const { width, height } = $('list').querySelector('svg')?.viewBox.baseVal ?? { width: 2, height: 1 };
    $('list').style.setProperty('--least', width > 1.5 * height ? '280px' : '180px');
  }

  async showInSpace(turn, [solution]) {
    const answer = await this.engine.ask('dlx_scene', this.first, this.asked.title, 0);
    if (turn !== this.turn) return;
    if (answer.error) return this.showError(answer.error);
    await this.showScene(answer.scene, this.inSpace === this.engine.id);
    this.inSpace = this.engine.id;
    // If the solution is a cube of foam pieces, its net is shown too.
    $('list').hidden = !this.net;
    if (!this.net) return;
    $('list').className = 'single';
    $('list').replaceChildren(element('li', {}, this.picture(solution)));
  }

  showScene(scene, keep) {
    this.scene = this.asked.rename ? this.asked.rename(scene) : scene;
    return this.space.show(this.scene, keep);
  }

  /**
   * The argument `turns` of dlx_scene() in door.cpp: the rotations that are tried in taking an
   * assembly apart.
   */
  get tried() { return $('turns').disabled ? 0 : Number($('turns').value); }

  async takeApart() {
    const { turn } = this;
    $('apart').disabled = true;
    const words = $('apart-words');
    words.hidden = false;
    words.textContent = 'Looking for the shortest way to take it apart …';
    const answer = await this.engine.ask('dlx_scene', this.first, this.asked.title, patience, this.tried);
    $('apart').disabled = false;
    if (turn !== this.turn) return;
    if (answer.error) {
      words.textContent = answer.error.message;
      return;
    }
    words.textContent = apartInWords(answer);
    this.taken = { turn, scene: answer.scene };
    await this.showScene(answer.scene, true);
  }

  async download(what) {
    const { title } = this.asked;
    const { data, error, type } = await this.file(what);
    if (error) this.showError(error);
    else if (what === 'blank') save(fileName(`${title} unsolved`, 'svg'), data, type);
    else save(fileName(title, what), data, type);
  }

  /** The content of a file to be saved, as {data, type}, or as {error} if there was an error. */
  async file(what) {
    const { engine, first: number, asked: { title, rename = (scene) => scene } } = this;
    if (what === 'html') {
      const { scene, error } = this.taken?.turn === this.turn ? this.taken : await engine.ask('dlx_scene', number, title, 0);
      return { error, data: error ? undefined : await pageOf(rename(scene)), type: 'text/html' };
    }
    if (what === 'json' || what === 'dlx') {
      const { text, error } = await engine.ask('dlx_text', { format: what === 'json' ? 'json' : 'knuth' });
      return { error, data: text, type: what === 'json' ? 'application/json' : 'text/plain' };
    }
    return { ...(await engine.ask('dlx_file', { what, number, title })), type: 'application/octet-stream' };
  }
}
