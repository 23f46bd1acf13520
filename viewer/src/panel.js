// The panel of the viewer's page with the title, the list of parts and the controls. The panel
// shows the state of the viewer, and calls the viewer to change it.

import {$, element, swatch} from './dom.js';

const MOST_ROWS = 500;

/** For each key of the keyboard, the button that it presses. */
const KEYS = {
  ArrowLeft: 'previous', ArrowRight: 'next', ArrowUp: 'forward', ArrowDown: 'back', e: 'burst',
  l: 'labels-button', t: 'layers-button', r: 'home', '?': 'help-button',
};

function icon(button, name) {
  button.querySelector('use').setAttribute('href', `#i-${name}`);
}

export class Panel {
  constructor(viewer) {
    this.viewer = viewer;
    this.rows = new Map();
    this.acts = {
      previous: () => viewer.turnPage(-1),
      next: () => viewer.turnPage(1),
      back: () => viewer.takeStep(-1),
      forward: () => viewer.takeStep(1),
      play: () => viewer.play(),
      burst: () => viewer.burst(),
      'labels-button': () => viewer.set({labels: !viewer.settings.labels}),
      'layers-button': () => viewer.set({layers: !viewer.settings.layers}),
      home: () => viewer.goHome(),
      'help-button': () => $('help').showModal(),
      'help-close': () => $('help').close(),
    };
    for (const [id, act] of Object.entries(this.acts)) $(id).addEventListener('click', act);
    $('step').addEventListener('input', (e) => viewer.set({step: Number(e.target.value)}));
    $('explode').addEventListener('input', (e) => viewer.set({explode: Number(e.target.value)}));
    $('number').addEventListener('change', (e) => this.enterNumber(e.target.value));
    $('number').addEventListener('focus', (e) => e.target.select());
    $('help').addEventListener('click', (e) => e.target === $('help') && $('help').close());
    document.addEventListener('keydown', (e) => this.key(e));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || $('help').open) return;
    const target = event.target;
    const slides = target.type === 'range' && event.key.startsWith('Arrow');
    if (target.type === 'text' || slides) return;
    const act = this.acts[KEYS[event.key]];
    // If a button or a checkbox has the focus, the space bar presses it, and does not start or stop
    // playing.
    const plays = event.key === ' ' && target.tagName !== 'BUTTON' && target.type !== 'checkbox';
    if (!act && !plays) return;
    event.preventDefault();
    if (act) act();
    else this.viewer.play();
  }

  enterNumber(words) {
    const number = Number(words);
    if (words.trim() !== '' && Number.isInteger(number)) this.viewer.set({solution: number});
    this.showPage();
  }

  showTitle(title, subtitle) {
    document.title = title;
    $('title').textContent = title;
    $('subtitle').textContent = subtitle;
  }

  /** Shows a message instead of the picture; null removes the message. If `note` is true, the
      message is shown as a line above the picture as text. */
  showMessage(words, note = false) {
    $('message').hidden = words === null;
    $('message').textContent = words ?? '';
    document.body.classList.toggle('plain', note);
    document.body.classList.toggle('broken', words !== null && !note);
    $('canvas').hidden = words !== null;
    if (words !== null && !note) {
      $('layers').hidden = true;
      $('caption').textContent = '';
    }
  }

  /** Shows the list of parts. Each row has key, name, title, colour (or null), count and
      hideable. */
  showRows(heading, rows) {
    this.rows.clear();
    $('parts-title').textContent = heading;
    const items = rows.slice(0, MOST_ROWS).map((row) => this.makeRow(row));
    const more = rows.length - MOST_ROWS;
    if (more > 0) items.push(element('li', {className: 'note', textContent: `and ${more} more`}));
    $('list').replaceChildren(...items);
  }

  makeRow({key, name, title, colour, count, hideable}) {
    const light = () => this.viewer.highlight(key);
    const unlight = () => this.viewer.highlight(null);
    const item = element('li', {onpointerenter: light, onpointerleave: unlight});
    if (hideable) {
      item.append(element('input', {
        type: 'checkbox', 'aria-label': `Show ${name}`, title: 'Show or hide',
        onchange: ({target}) => this.viewer.hide(key, !target.checked),
      }));
    }
    if (colour) item.append(swatch(colour));
    item.append(element('button', {
      className: 'name', textContent: name, title,
      onclick: () => this.viewer.chooseRow(key), onfocus: light, onblur: unlight,
    }));
    if (count > 1) item.append(element('span', {className: 'count', textContent: `× ${count}`}));
    this.rows.set(key, item);
    return item;
  }

  showPage() {
    const {settings, scene} = this.viewer;
    const n = scene.solutions.length;
    $('number').value = settings.solution;
    const all = (BigInt(n) + scene.more).toString();
    $('total').textContent = scene.more > 0n ? `of ${n} shown, ${all} in all` : `of ${n}`;
    $('previous').disabled = settings.solution <= 1;
    $('next').disabled = settings.solution >= n;
    $('pager').hidden = n < 2 && this.viewer.scene.more === 0n;
    $('number').disabled = n < 2;
  }

  /** Updates everything that depends on the settings. The list of parts keeps its rows. */
  show() {
    const {settings, model} = this.viewer;
    this.showPage();
    $('step').max = model.steps;
    $('step').value = settings.step;
    $('step').disabled = model.steps === 0;
    $('back').disabled = settings.step <= 0;
    $('forward').disabled = settings.step >= model.steps;
    $('play').disabled = model.steps === 0;
    $('play').setAttribute('aria-label', settings.playing ? 'Pause' : 'Play');
    icon($('play'), settings.playing ? 'pause' : 'play');
    $('explode').value = settings.explode;
    $('burst').setAttribute('aria-pressed', settings.explode > 0);
    $('labels-button').setAttribute('aria-pressed', settings.labels);
    $('layers-button').setAttribute('aria-pressed', settings.layers);
    for (const id of ['burst', 'explode', 'labels-button', 'layers-button', 'home']) {
      $(id).disabled = !this.viewer.stage;
    }
    $('caption').textContent = this.viewer.caption();
    for (const [key, item] of this.rows) {
      const box = item.querySelector('input');
      if (box) box.checked = !settings.hidden.has(key);
      item.classList.toggle('only', settings.isolated === key);
      item.classList.toggle('later', this.viewer.isLater(key));
      item.querySelector('.name').setAttribute('aria-pressed', settings.isolated === key);
    }
    this.showHighlight();
  }

  showHighlight() {
    const lit = this.viewer.settings.highlighted;
    for (const [key, item] of this.rows) item.classList.toggle('lit', key === lit);
  }

  bringIntoSight(key) {
    this.rows.get(key)?.scrollIntoView({block: 'nearest'});
  }
}
