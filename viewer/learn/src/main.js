// The page of `dlx explain --html`. This file connects the data, the views and the controls. For
// scripts and tests, window.dlxLearn has the functions state() and go(position). A position in a
// search is the number of its moves that have been made.

import {Board} from './board.js';
import {Course, GRAINS} from './course.js';
import {problemOf, read} from './data.js';
import {$, element, plural} from './dom.js';
import {Links} from './links.js';
import {Matrix, lettersFor} from './matrix.js';
import {control} from './pane.js';
import {onPaper} from './paper.js';
import {QuizPanel} from './quiz_panel.js';
import {tell} from './tell.js';
import {Tree} from './tree.js';

/** The position in the search that the page's address states; undefined if it states none. */
function moveInAddress() {
  const move = /(?:^#|&)move=(\d+)/.exec(location.hash)?.[1];
  return move === undefined ? undefined : Number(move);
}

class Page {
  constructor(data) {
    this.data = data;
    this.problem = problemOf(data);
    this.colours = lettersFor(data.options);
    this.courses = [new Course(this.problem, data.moves, data)];
    if (data.compared) this.courses.push(new Course(this.problem, data.moves, data.compared));
    this.grain = GRAINS.indexOf($('grain').value);
    this.timer = 0;
    const wanted = moveInAddress();  // the address is read before the first step changes it
    this.#name();
    $('board-box').hidden = !data.board;
    if (data.board) this.board = new Board($('board-box'), this.problem);
    $('rule').append(...this.courses.map(({rule}) => element('option', {value: rule, textContent: rule})));
    this.take(0);
    this.quiz = new QuizPanel(() => this.course, (to) => this.go(to));
    this.#listen();
    onPaper(this);
    if (wanted !== undefined) this.go(wanted);
  }

  #name() {
    const {title, items, options} = this.data;
    // The title "-" is not shown, because it means that the problem was read from standard input.
    const named = typeof title === 'string' && title !== '' && title !== '-';
    document.title = named ? `${title} – dlx explain` : 'dlx explain';
    $('title').textContent = named ? title : 'dlx explain';
    $('subtitle').textContent = `${plural(items.length, 'item')}, ${plural(options.length, 'option')}`;
  }

  /** Switches to another search of the problem, and shows its start. */
  take(which) {
    const course = this.courses[which];
    this.course = course;
    course.go(0);
    this.matrix = new Matrix(this.problem, course.nodes, this.colours);
    this.links?.pane.close();
    this.links = new Links($('links-box'), course, this.colours);
    this.#plant();
    this.go(0);
  }

  #plant() {
    this.tree?.pane.close();
    this.other?.pane.close();
    const caption = ({rule, nodes, complete, foundAt, end}) =>
      `${rule}: ${complete ? '' : 'at least '}${plural(nodes.length, 'node')}, ${plural(foundAt[end], 'solution')}`;
    this.tree = new Tree($('tree-box'), this.problem, this.course, (n) => this.byHand(this.course.positionOf(n, this.grain)));
    $('tree-caption').textContent = caption(this.course);
    const other = this.courses.find((course) => course !== this.course);
    const comparing = other && $('compare').getAttribute('aria-pressed') === 'true';
    $('other-pane').hidden = !comparing;
    this.other = null;
    if (comparing) {
      this.other = new Tree($('other-box'), this.problem, other);
      $('other-caption').textContent = caption(other);
      this.other.show(0, other.end);
    }
  }

  go(to) {
    const {course} = this;
    course.go(to);
    const moves = course.last(this.grain);
    $('sentence').replaceChildren(...tell(course, moves).map((piece) => Array.isArray(piece) ? element('b', {textContent: piece[0]}) : piece));
    this.matrix.show(course);
    this.board?.show(course);
    this.links.show(moves);
    this.tree.show(course.node, course.at);
    this.#count();
  }

  #count() {
    const {course, grain} = this;
    const step = course.index(grain);
    const last = course.bounds[grain].length - 1;
    $('slider').max = last;
    $('slider').value = step;
    $('slider').setAttribute('aria-valuetext', `step ${step} of ${last}`);
    $('at').textContent = `step ${step} of ${last}`;
    $('first').disabled = $('back').disabled = course.at === 0;
    $('last').disabled = $('forward').disabled = course.at === course.end;
    const kind = course.at === 0 ? '' : course.last(grain)[0].move;
    document.body.classList.toggle('backtracking', ['undo', 'backtrack'].includes(kind));
    try {
      history.replaceState(null, '', `#move=${course.at}`);
    } catch {
      // Some browsers limit how often the address may change. If this change of the address fails,
      // a later step changes it.
    }
  }

  forward() { this.byHand(this.course.after(this.grain)); }
  back() { this.byHand(this.course.before(this.grain)); }

  byHand(to) {
    this.play(false);
    this.quiz.open(false);
    this.go(to);
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = 0;
    if (on) {
      this.quiz.open(false);
      if (this.course.at === this.course.end) this.go(0);
      this.timer = setInterval(() => {
        this.go(this.course.after(this.grain));
        if (this.course.at === this.course.end) this.play(false);
      }, Number($('speed').value));
    }
    $('play').setAttribute('aria-label', on ? 'Pause' : 'Play');
    $('play').querySelector('use').setAttribute('href', on ? '#i-pause' : '#i-play');
    // While steps are played, screen readers are silent, because the sentences change faster than
    // they can be heard.
    $('sentence').setAttribute('aria-live', on ? 'off' : 'polite');
  }

  setGrain(grain) {
    this.grain = grain;
    this.go(this.course.bounds[grain][this.course.index(grain)]);
  }

  #listen() {
    const clicks = {
      first: () => this.byHand(0), back: () => this.back(), forward: () => this.forward(),
      last: () => this.byHand(this.course.end), play: () => this.play(!this.timer),
      'quiz-toggle': () => {
        this.play(false);
        this.quiz.open(!this.quiz.isOpen);
      },
      print: () => print(),
      compare: () => {
        $('compare').setAttribute('aria-pressed', $('compare').getAttribute('aria-pressed') !== 'true');
        this.#plant();
        this.go(this.course.at);
      },
    };
    for (const [id, does] of Object.entries(clicks)) $(id).addEventListener('click', does);
    $('compare').hidden = this.courses.length < 2;
    $('slider').addEventListener('input', () => this.byHand(this.course.bounds[this.grain][Number($('slider').value)]));
    $('speed').addEventListener('change', () => { if (this.timer) this.play(true); });
    $('grain').addEventListener('change', () => this.setGrain(GRAINS.indexOf($('grain').value)));
    $('rule').addEventListener('change', () => {
      this.play(false);
      this.quiz.open(false);
      this.take($('rule').selectedIndex);
    });
    control('links', () => this.links.pane);
    control('tree', () => this.tree.pane);
    addEventListener('hashchange', () => {
      const move = moveInAddress();
      if (move !== undefined && move !== this.course.at) this.byHand(move);
    });
    addEventListener('keydown', (event) => this.#key(event));
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.('select, #quiz')) return;
    // If a button has the focus, the space bar presses the button, and does not start or stop
    // playing.
    if (event.key === ' ' && event.target.closest?.('button')) return;
    const does = {
      ArrowLeft: () => this.back(), ArrowRight: () => this.forward(),
      Home: () => this.byHand(0), End: () => this.byHand(this.course.end), ' ': () => this.play(!this.timer),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  state() {
    const {course, grain} = this;
    const {memory} = course;
    const which = (list) => list.flatMap((is, k) => is ? [k] : []);
    return {
      error: null, at: course.at, end: course.end, grain: GRAINS[grain], rule: course.rule, node: course.node,
      moves: course.last(grain), playing: this.timer !== 0, sentence: $('sentence').textContent, chosen: course.chosen,
      hidden: which(memory.hidden), left: memory.left,
      up: memory.up, down: memory.down, next: memory.next, previous: memory.previous,
      asking: this.quiz.isOpen ? this.quiz.asking : null, score: [this.quiz.right, this.quiz.asked],
    };
  }
}

try {
  const page = new Page(read($('tree').textContent));
  window.dlxLearn = {state: () => page.state(), go: (to) => page.byHand(to)};
} catch (error) {
  document.body.classList.add('broken');
  $('message').textContent = error.message;
  $('message').hidden = false;
  window.dlxLearn = {state: () => ({error: error.message}), go() {}};
}
