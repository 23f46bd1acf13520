// The viewer stores the 3D scene and the settings, and shows everything that depends on them.

import {Assembly, ease} from './assembly.js';
import {readAddress, writeAddress} from './address.js';
import {Body} from './body.js';
import {THEMES, coloursOf} from './colours.js';
import {CubeletString} from './string.js';
import {$} from './dom.js';
import {Elastic} from './elastic.js';
import {directionName, directionNames, imagesOfAxes} from './frame.js';
import {Gestures, clampView} from './gestures.js';
import {writeLayers} from './layers.js';
import {Panel} from './panel.js';
import {viewBetween, viewOfMove} from './lookout.js';
import {Picker, besideAt} from './pick.js';
import {rotate, sum} from './rotation.js';
import {SceneError, readScene} from './scene.js';
import {around, boundsOf, shifted} from './building.js';
import {GHOST, HIDDEN, SOLID} from './shown.js';
import {HOME, HOME_OF_FLAT, Stage} from './stage.js';

const STEP_TIME = 650;        // duration of one step, in milliseconds
const LONGEST = 900;          // maximum duration of several steps together, in milliseconds
// Duration, in milliseconds, of turning the view toward a hidden part before this part moves.
const LOOK_TIME = 600;
const MOST_LOOKED_AT = 100;   // maximum number of moving cells whose visibility is tested
const PAUSE = 300;            // pause between two steps while steps are played, in milliseconds
// The time in ms in which the difference between the drawn and the requested distance of parts
// falls to 1/e.
const SPREAD_TIME = 60;
const BURST = 0.6;
const MOST_ROWS_OF_PARTS = 200;
const MOST_NAMED = 6;         // maximum number of moving parts that the caption lists by name
const MOST_LABELLED = 64;     // up to this number of parts, labels are shown from the start

const NO_WEBGL = 'This browser shows no 3D graphics here (WebGL is not available), so the ' +
  'solution is shown layer by layer.';

const TOWARD = {up: 'up', down: 'down', front: 'to the front', back: 'to the back',
  left: 'to the left', right: 'to the right'};
const FROM = {up: 'above', down: 'below', front: 'the front', back: 'the back', left: 'the left',
  right: 'the right'};

const still = window.matchMedia('(prefers-reduced-motion: reduce)');
const dark = window.matchMedia('(prefers-color-scheme: dark)');

export class Viewer {
  constructor() {
    this.settings = {
      solution: 1, step: 0, explode: 0, labels: true, layers: false, hidden: new Set(),
      isolated: null, highlighted: null, playing: false,
    };
    this.panel = new Panel(this);
    this.error = null;
    this.look = null;  // the turn of the view that is in progress: from, to, and the fraction done
    try {
      this.stage = new Stage($('canvas'), (now) => this.animate(now));
    } catch {
      this.stage = null;
    }
    if (this.stage) {
      this.gestures = new Gestures($('canvas'), this.stage.view, {
        changed: () => this.viewChanged(),
        hover: (x, y) => this.hover(x, y),
        tap: (x, y, shift) => this.tap(x, y, shift),
        home: () => this.goHome(),
        calm: () => still.matches,
      });
    }
    $('layers').addEventListener('pointerover', (e) => {
      const {part} = e.target.dataset;
      this.highlight(part === undefined ? null : this.keys[part]);
    });
    $('layers').addEventListener('pointerleave', () => this.highlight(null));
    dark.addEventListener('change', () => this.themeChanged());
    new MutationObserver(() => this.themeChanged()).observe(document.documentElement, {attributeFilter: ['data-theme']});
    window.addEventListener('resize', () => this.model && this.settings.layers && this.refresh());
    window.addEventListener('hashchange', () => this.set(readAddress(location.hash)));
  }

  // -- The scene

  /** Replaces the scene. If the new scene has a fault, the page and the member `error` describe the
      fault. */
  load(raw) {
    this.stopPlaying();
    this.clear();
    this.scene = null;
    this.error = null;
    try {
      this.scene = readScene(raw);
    } catch (error) {
      if (!(error instanceof SceneError)) throw error;
      this.refuse(error.message);
      return;
    }
    this.colours = coloursOf(this.scene.pieces);
    this.panel.showTitle(this.scene.title, this.scene.subtitle);
    if (this.scene.solutions.length === 0) {
      this.panel.showMessage('No solutions');
      return;
    }
    this.panel.showMessage(this.stage ? null : NO_WEBGL, !this.stage);
    Object.assign(this.settings, {
      solution: 1, explode: 0, hidden: new Set(), isolated: null, highlighted: null,
      layers: !this.stage,
    });
    this.stage?.setFrame(imagesOfAxes(this.scene.kind));
    this.explodeNow = 0;
    this.build();
    if (this.stage) {
      this.stage.home = this.model.flat ? HOME_OF_FLAT : HOME;
      this.stage.goHome();
      this.gestures.used = false;
    }
    this.settings.labels = this.model.parts.length <= MOST_LABELLED;
    this.settings.step = this.progress = this.model.steps;
    this.refresh();
  }

  /** Shows a sentence about the fault of a scene instead of the scene. */
  refuse(words) {
    this.clear();
    this.scene = null;
    this.error = words;
    this.panel.showMessage(`This scene cannot be shown: ${words}.`);
  }

  clear() {
    for (const shown of [this.body, this.elastic]) {
      if (!shown) continue;
      this.stage.lattice.remove(shown.group);
      shown.dispose();
    }
    this.body = this.elastic = null;
    this.model = this.look = null;
    this.stage?.invalidate();
  }

  /** Makes the model, the 3D mesh and the list of parts for the solution whose number is in the
      settings. */
  build() {
    this.clear();
    const {kind, grid} = this.scene;
    const solution = this.scene.solutions[this.settings.solution - 1];
    this.model = kind === 'walk' ? new CubeletString(solution)
      : new Assembly(solution, this.colours, grid);
    this.nameParts();
    this.panel.showRows(kind === 'walk' ? 'Straight pieces' : 'Parts', this.rowsOfList());
    if (!this.stage) return;
    this.body = new Body(this.model.parts, grid);
    this.picker = new Picker(this.body, grid);
    this.stage.lattice.add(this.body.group);
    if (kind === 'walk') {
      this.elastic = new Elastic(this.model.parts.length, '#000');
      this.stage.lattice.add(this.elastic.group);
    }
    this.themeChanged();
  }

  /** Sets keys[i] to the name of part i in settings and lists: the number of its piece and, if the
      piece occurs several times, the number of the copy. */
  nameParts() {
    const {parts} = this.model;
    if (this.scene.kind === 'walk') {
      this.keys = parts.map((_, i) => String(this.model.folding.segmentOf[i]));
      return;
    }
    const single = parts.length <= MOST_ROWS_OF_PARTS;
    const seen = new Map();
    this.keys = parts.map(({piece}) => {
      const copy = seen.get(piece) ?? 0;
      seen.set(piece, copy + 1);
      return single && copy > 0 ? `${piece}.${copy}` : String(piece);
    });
  }

  rowsOfList() {
    if (this.scene.kind === 'walk') {
      return this.model.folding.directions.map((d, s) => {
        const [first, last] = this.model.folding.ends(s);
        return {
          key: String(s), name: `${first + 1}–${last + 1} ${directionName('walk', d)}`,
          title: 'Fold up to here', colour: null, count: 1, hideable: false,
        };
      });
    }
    const rows = new Map();
    this.model.parts.forEach((part, i) => {
      const key = this.keys[i];
      const row = rows.get(key);
      if (row) {
        ++row.count;
      } else {
        const name = part.name === part.label ? part.name : `${part.label}  ${part.name}`;
        const copy = key.split('.')[1];
        rows.set(key, {
          key, name: copy ? `${name} (${Number(copy) + 1})` : name, title: 'Make all others glassy', colour: part.colour, count: 1,
          hideable: true,
        });
      }
    });
    return [...rows.values()];
  }

  // -- Settings

  /** Changes some of the settings. Values outside their range are clamped to it. */
  set(changes) {
    if (!this.model) return;
    const s = this.settings;
    const within = (value, low, high) => Math.min(high, Math.max(low, Number(value) || 0));
    if (changes.solution !== undefined) {
      const next = within(Math.round(changes.solution), 1, this.scene.solutions.length);
      if (next !== s.solution) this.openSolution(next);
    }
    if (changes.step !== undefined) this.goTo(within(Math.round(changes.step), 0, this.model.steps));
    if (changes.explode !== undefined) s.explode = within(changes.explode, 0, 1);
    if (changes.labels !== undefined) s.labels = Boolean(changes.labels);
    if (changes.layers !== undefined) s.layers = Boolean(changes.layers) || !this.stage;
    if (changes.hidden !== undefined) s.hidden = new Set(changes.hidden.map(String));
    if (changes.isolated !== undefined) {
      s.isolated = changes.isolated === null ? null : String(changes.isolated);
    }
    if (changes.playing !== undefined && changes.playing !== s.playing) this.play();
    if (changes.view !== undefined && this.stage) {
      clampView(Object.assign(this.stage.view, changes.view));
      this.gestures.used = true;
      this.look = null;
    }
    if (s.isolated !== null && !this.keys.includes(s.isolated)) s.isolated = null;
    this.refresh();
  }

  /** Ends all motions at once. */
  finish() {
    if (!this.model) return;
    this.progress = this.settings.step;
    this.explodeNow = this.settings.explode;
    this.turnOn(1);
    this.stage?.invalidate();
  }

  openSolution(number) {
    const whole = this.settings.step === this.model.steps;
    this.settings.solution = number;
    this.settings.highlighted = null;
    this.build();
    this.settings.step = whole ? this.model.steps : Math.min(this.settings.step, this.model.steps);
    this.progress = this.settings.step;
    this.stopPlaying();
  }

  goTo(step) {
    this.settings.step = step;
    const way = step - this.progress;
    if (way !== 0) this.lookAt(way > 0 ? step - 1 : step);
    this.rate = Math.max(1 / STEP_TIME, Math.abs(way) / LONGEST);
    if (still.matches || !this.stage) this.progress = step;
  }

  /** If the parts that move would be hidden, turns the view so that they are visible. If the user
      has changed the view, it is not turned. */
  lookAt(number) {
    const move = this.model.moves?.[number];
    if (!move || !this.body || this.gestures.used) return;
    this.placeParts(number + 0.5, this.explodeNow);
    const cells = move.parts.flatMap((part) => this.model.parts[part].cells.map((cell) => {
      const middle = this.scene.grid ? this.scene.grid.middleOf(cell) : cell;
      return sum(rotate([...this.body.turn(part)], middle), this.body.offset(part));
    })).slice(0, MOST_LOOKED_AT);
    const to = viewOfMove(this.stage.view, this.stage.home, (view) => {
      const eye = this.stage.toEye(view);
      const isSeen = (cell) =>
        move.parts.includes(this.picker.pick(sum(cell, eye, 4 * this.stage.radius), eye.map((c) => -c)));
      return cells.filter(isSeen).length / cells.length;
    });
    if (to !== this.stage.view) this.look = {from: {...this.stage.view}, to, done: 0};
    if (still.matches) this.turnOn(1);
  }

  /** Continues the turn of the view by the fraction `share` of the whole turn. */
  turnOn(share) {
    if (!this.look) return;
    const {from, to} = this.look;
    this.look.done = Math.min(1, this.look.done + share);
    clampView(Object.assign(this.stage.view, viewBetween(from, to, ease(this.look.done))));
    if (this.look.done === 1) this.look = null;
  }

  turnPage(by) {
    this.set({solution: this.settings.solution + by});
  }

  takeStep(by) {
    this.stopPlaying();
    this.set({step: this.settings.step + by});
  }

  burst() {
    this.set({explode: this.settings.explode > 0 ? 0 : BURST});
  }

  hide(key, hidden) {
    if (hidden) this.settings.hidden.add(key);
    else this.settings.hidden.delete(key);
    this.refresh();
  }

  chooseRow(key) {
    if (this.scene.kind === 'walk') {
      this.stopPlaying();
      this.set({step: this.model.folding.stepsFor(Number(key))});
    } else {
      this.set({isolated: this.settings.isolated === key ? null : key});
    }
  }

  goHome() {
    if (!this.stage) return;
    this.stage.goHome();
    this.gestures.used = false;
    this.look = null;
    this.refresh();
  }

  play() {
    if (this.settings.playing) {
      this.stopPlaying();
    } else if (this.model?.steps) {
      this.settings.playing = true;
      if (this.settings.step >= this.model.steps) {
        this.settings.step = this.progress = 0;
      }
      this.playOn();
    }
    if (this.model) this.refresh();
  }

  playOn() {
    clearTimeout(this.timer);
    const wait = PAUSE + (still.matches || !this.stage ? STEP_TIME : 0);
    this.timer = setTimeout(() => {
      // If the motion has not reached the step yet, nothing is done: playOn() is called again at
      // that time.
      if (this.progress !== this.settings.step) return;
      if (this.settings.step < this.model.steps) this.set({step: this.settings.step + 1});
      if (this.settings.step >= this.model.steps) {
        this.stopPlaying();
        this.refresh();
      } else if (this.progress === this.settings.step) {
        this.playOn();
      }
    }, wait);
  }

  stopPlaying() {
    clearTimeout(this.timer);
    this.settings.playing = false;
  }

  // -- The pointer

  viewChanged() {
    if (this.gestures.used) this.look = null;
    this.stage.invalidate();
    this.writeHash();
  }

  partAt(x, y) {
    if (!this.body) return -1;
    const {origin, direction} = this.stage.ray(x, y);
    return this.picker.pick(origin, direction);
  }

  hover(x, y) {
    const part = x === null ? -1 : this.partAt(x, y);
    this.highlight(part < 0 ? null : this.keys[part], part >= 0);
  }

  tap(x, y, shift) {
    const part = this.partAt(x, y);
    const key = part < 0 ? null : this.keys[part];
    this.highlight(key, true);
    if (part >= 0) this.onTap?.({part, shift, ...this.cubeAt(x, y)});
  }

  /** The cube under the pointer, and its neighbour at the face under the pointer. Both are right
      only in a complete assembly. */
  cubeAt(x, y) {
    const {origin, direction} = this.stage.ray(x, y);
    const {part, cell, distance} = this.picker.hit(origin, direction);
    const cube = this.model.parts[part].cells[cell];
    return {cell: cube, beside: besideAt(cube, sum(origin, direction, distance))};
  }

  highlight(key, fromPicture = false) {
    if (!this.model || key === this.settings.highlighted) return;
    this.settings.highlighted = key;
    this.panel.showHighlight();
    if (key !== null && fromPicture) this.panel.bringIntoSight(key);
    if (this.settings.layers) {
      for (const square of $('layers').querySelectorAll('[data-part]')) {
        square.classList.toggle('lit', this.keys[square.dataset.part] === key);
      }
    }
    this.stage?.invalidate();
  }

  // -- State that follows from the settings

  isLater(key) {
    if (this.scene.kind === 'walk') {
      return this.settings.step < this.model.folding.stepsFor(Number(key));
    }
    const {placedAt} = this.model;
    return this.keys.every((other, part) => other !== key || placedAt[part] >= this.settings.step);
  }

  caption() {
    const {step} = this.settings;
    const {steps} = this.model;
    if (this.scene.kind === 'walk') {
      if (step === 0) return 'Laid out flat';
      const {quarters, cubelet} = this.model.folding.moves[step - 1];
      const turn = Math.abs(quarters) === 2 ? 'half turn' : 'quarter turn';
      return `${step} of ${steps}: ${turn} at cubelet ${cubelet + 1}`;
    }
    const {apart} = this.model;
    if (steps === 0) return `${this.model.parts.length} parts: ${apart.verdict}`;
    if (step === 0) return `${this.model.parts.length} parts, none placed`;
    const turns = this.model.moves.some(({turn}) => turn) ? ' with turns' : '';
    const level = step === steps && apart?.level ? ` (level ${apart.level}${turns})` : '';
    return `${step} of ${steps}: ${this.wordsOf(this.model.moves[step - 1])}${level}`;
  }

  /** Describes a move of an assembly in words. */
  wordsOf({parts, way, steps, searched, beside, joins, slides, turn}) {
    const labels = parts.map((part) => this.model.parts[part].label);
    const names = labels.length > MOST_NAMED ? `${labels.length} parts` : labels.join(', ');
    if (turn) {
      const line = {up: 'an upright line', down: 'an upright line',
        left: 'a line from left to right', right: 'a line from left to right'}[
        directionName('assembly', turn.axis)] ?? 'a line from front to back';
      return `${names} ${parts.length > 1 ? 'turn' : 'turns'} by 90° about ${line}`;
    }
    if (!way) {
      const how = searched ? 'not by a straight move' : 'no straight move was searched for';
      return `${names} shown in its place, ${how}`;
    }
    if (slides) {
      const to = directionNames(way.map((c) => -c)).map((name) => TOWARD[name]).join(' and ');
      return `${names} ${parts.length > 1 ? 'slide' : 'slides'} ${steps} ${to}`;
    }
    const from = directionNames(way).map((name) => FROM[name]).join(' and ');
    return `${names} ${joins ? 'together ' : ''}from ${from}${beside ? ', beside the others' : ''}`;
  }

  shownOf(part) {
    const {hidden, isolated} = this.settings;
    if (this.scene.kind === 'walk') return SOLID;
    if (hidden.has(this.keys[part])) return HIDDEN;
    return isolated === null || isolated === this.keys[part] ? SOLID : GHOST;
  }

  refresh() {
    this.panel.show();
    $('layers').hidden = !this.settings.layers;
    if (this.settings.layers) {
      const upward = this.scene.kind === 'walk';
      const isPlaced = (part) => upward || this.model.placedAt[part] < this.settings.step;
      writeLayers($('layers'), this.model.inPlace(), upward,
        (part) => (isPlaced(part) ? this.shownOf(part) : HIDDEN));
    }
    this.stage?.invalidate();
    this.writeHash();
  }

  themeChanged() {
    if (!this.body) return;
    const [red] = getComputedStyle(document.body).color.match(/\d+/g);
    const {dusk, elastic} = THEMES[Number(red) < 128 ? 'light' : 'dark'];
    this.body.uniforms.dusk.value = dusk;
    this.elastic?.recolour(elastic);
    this.stage.invalidate();
  }

  /** Moves everything that is in motion by one frame. Returns true while something is moving. */
  animate(now) {
    const span = Math.min(100, now - (this.now ?? now));
    this.now = now;
    if (!this.body) return false;
    let moves = this.gestures.coast(span);
    if (this.look) {
      moves = true;
      this.turnOn(span / LOOK_TIME);
    } else if (this.progress !== this.settings.step) {
      moves = true;
      const way = this.settings.step - this.progress;
      const reach = this.rate * span;
      this.progress = Math.abs(way) <= reach ? this.settings.step
        : this.progress + Math.sign(way) * reach;
      if (this.progress === this.settings.step && this.settings.playing) this.playOn();
    }
    if (this.explodeNow !== this.settings.explode) {
      moves = true;
      const left = still.matches ? 0 : Math.exp(-span / SPREAD_TIME);
      const way = this.settings.explode - this.explodeNow;
      this.explodeNow = Math.abs(way) < 0.002 ? this.settings.explode
        : this.settings.explode - way * left;
    }
    this.pose();
    if (!moves) this.now = undefined;
    return moves;
  }

  placeParts(progress, explode) {
    this.model.pose(progress, explode, (part, offset, turn) => {
      this.body.setShown(part, offset ? this.shownOf(part) : HIDDEN);
      if (offset) this.body.setPose(part, offset, turn);
    });
  }

  pose() {
    const {highlighted, labels} = this.settings;
    this.placeParts(this.progress, this.explodeNow);
    this.keys.forEach((key, part) => this.body.setGlow(part, key === highlighted ? 1 : 0));
    this.body.uniforms.labels.value = labels ? 1 : 0;
    this.body.uniforms.above.value.set(...this.stage.upInView());
    this.body.commit();
    this.elastic?.follow(this.model.parts.length, (i) => this.body.offset(i));
    this.aim();
  }

  /** Aims the camera again, if the parts that must be in the picture have changed. */
  aim() {
    const walk = this.scene.kind === 'walk';
    const room = walk ? this.progress : this.model.roomBeside(this.progress).join();
    const now = `${room} ${this.explodeNow}`;
    if (this.aimed === this.model && this.aimedAt === now) return;
    this.aimed = this.model;
    this.aimedAt = now;
    this.stage.aim(this.model.hull(this.progress, this.explodeNow), !walk);
  }

  writeHash() {
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => {
      if (!this.model) return;
      const state = this.state();
      const hash = writeAddress(state, state.turned ? this.stage.home : state.view);
      try {
        if (hash !== location.hash) history.replaceState(null, '', hash);
      } catch {
        // A page without a separate address, such as an iframe made from text, cannot change its
        // hash.
      }
    }, 250);
  }

  // -- State for scripts

  /** The box around the parts that are shown now, in coordinates of cells. */
  bounds() {
    if (!this.body) return null;
    const boxes = this.model.parts.flatMap(({cells, box = boundsOf(cells)}, i) =>
      (this.body.shown(i) === HIDDEN ? [] : [shifted(box, this.body.offset(i), 1)]));
    if (boxes.length === 0) return null;
    const {low, high} = around(boxes);
    return {low: low.map((c) => c - 0.5), high: high.map((c) => c + 0.5)};
  }

  state() {
    const {settings: s, scene} = this;
    return {
      ...s,
      hidden: [...s.hidden],
      error: this.error,
      webgl: this.stage !== null,
      kind: scene?.kind ?? null,
      solutions: scene?.solutions.length ?? 0,
      total: scene ? (BigInt(scene.solutions.length) + scene.more).toString() : '0',
      name: scene?.solutions[s.solution - 1]?.name ?? null,
      steps: this.model?.steps ?? 0,
      moving: Boolean(this.body) && (this.look !== null || this.progress !== s.step || this.explodeNow !== s.explode),
      turned: Boolean(this.gestures?.used),
      help: $('help').open,
      view: {...(this.stage?.view ?? HOME)},
      bounds: this.model ? this.bounds() : null,
      frames: this.stage?.frames ?? 0,
      firstDraw: this.stage?.firstDraw ?? null,
    };
  }
}
