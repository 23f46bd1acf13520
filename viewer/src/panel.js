// Title, list of parts and controls: shows a state, and asks the viewer for changes.

const $ = (id) => document.getElementById(id);
const MOST_ROWS = 500;

/** The buttons that keys press. */
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
    // On a button or a box, the space bar presses that.
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

  /** Instead of everything; null: none. `note`: a line above the layers. */
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

  /** The rows: key, name, title, colour (or null), count, hideable. */
  showRows(heading, rows) {
    this.rows.clear();
    $('parts-title').textContent = heading;
    const items = rows.slice(0, MOST_ROWS).map((row) => this.makeRow(row));
    if (rows.length > MOST_ROWS) {
      const note = document.createElement('li');
      note.className = 'note';
      note.textContent = `and ${rows.length - MOST_ROWS} more`;
      items.push(note);
    }
    $('list').replaceChildren(...items);
  }

  makeRow(row) {
    const item = document.createElement('li');
    if (row.hideable) {
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.setAttribute('aria-label', `Show ${row.name}`);
      box.title = 'Show or hide';
      box.addEventListener('change', () => this.viewer.hide(row.key, !box.checked));
      item.append(box);
    }
    if (row.colour) {
      const swatch = document.createElement('span');
      swatch.className = 'swatch';
      swatch.style.background = row.colour;
      item.append(swatch);
    }
    const name = document.createElement('button');
    name.className = 'name';
    name.textContent = row.name;
    name.title = row.title;
    name.addEventListener('click', () => this.viewer.chooseRow(row.key));
    item.append(name);
    if (row.count > 1) {
      const count = document.createElement('span');
      count.className = 'count';
      count.textContent = `× ${row.count}`;
      item.append(count);
    }
    item.addEventListener('pointerenter', () => this.viewer.highlight(row.key));
    item.addEventListener('pointerleave', () => this.viewer.highlight(null));
    name.addEventListener('focus', () => this.viewer.highlight(row.key));
    name.addEventListener('blur', () => this.viewer.highlight(null));
    this.rows.set(row.key, item);
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

  /** Everything that follows from the settings, except the list's making. */
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
