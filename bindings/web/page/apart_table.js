// Takes all listed assemblies apart, and shows their levels (numbers of moves) in a table, which
// can be sorted and filtered.

import { $, button, choice, counted, element, grouped } from './dom.js';

const patience = 2000; // time limit in ms for each assembly
const filters = [['', 'all'], ['comes apart', 'those that come apart'], ['does not come apart', 'those that do not'], ['not decided', 'those not decided']];
const columns = [
  ['number', 'Assembly', ({ number }) => [number]],
  ['level', 'Level', ({ level, verdict }) => (level ? level.split('.').map(Number) : [verdict === 'not decided' ? -1 : -2])],
  ['states', 'Positions', ({ states }) => [states]],
];

/** Compares two lists of numbers lexicographically. The shorter list is extended with zeros. */
function compare(a, b) {
  for (let n = 0; n < Math.max(a.length, b.length); ++n) {
    const difference = (a[n] ?? 0) - (b[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export class ApartTable {
  rows = [];
  run = 0; // number of the latest run; earlier runs end when they see a greater number
  sorted = { by: 'number', down: false };

  /** `show(n)`: a function that shows the n-th assembly, counted from 0. */
  constructor(engine, show) {
    Object.assign(this, { engine, show });
    this.words = element('p', { id: 'levels-words', className: 'note', role: 'status' });
    this.filter = choice('levels-filter', filters, '');
    this.filter.setAttribute('aria-label', 'Which assemblies are listed');
    this.filter.onchange = () => this.draw();
    this.heads = columns.map(([by, words]) => {
      const head = element('th', { scope: 'col' }, button(words, () => this.sort(by)));
      head.dataset.by = by;
      return head;
    });
    this.body = element('tbody');
    const table = element('table', {}, element('thead', {}, element('tr', {}, ...this.heads)), this.body);
    const place = element('div', { className: 'levels', tabIndex: 0, role: 'region', 'aria-label': 'Levels of the assemblies' }, table);
    $('levels').append(element('div', { className: 'headline' }, this.words, this.filter), place);
  }

  clear() {
    this.run += 1;
    this.rows = [];
    $('levels').hidden = true;
    $('apart-all').textContent = 'Take all apart';
  }

  /** Takes all listed assemblies apart. If this is already in progress, stops it instead. */
  async take(total, title, turns) {
    if ($('apart-all').textContent === 'Stop') {
      this.run += 1;
      $('apart-all').textContent = 'Take all apart';
      return;
    }
    this.clear();
    const { run } = this;
    $('levels').hidden = false;
    $('apart-all').textContent = 'Stop';
    for (let n = 0; n < total; ++n) {
      const { error, verdict, level, states } = await this.engine.ask('dlx_scene', n, title, patience, turns);
      if (run !== this.run) return;
      this.rows.push({ number: n + 1, verdict: error ? 'not decided' : verdict, level, states: states ?? 0 });
      this.words.textContent = `${grouped(n + 1)} of ${counted(total, 'assembly', 'assemblies')}`;
      if (n % 10 === 0 || n + 1 === total) this.draw();
    }
    $('apart-all').textContent = 'Take all apart';
  }

  sort(by) {
    this.sorted = { by, down: this.sorted.by === by ? !this.sorted.down : by === 'level' };
    this.draw();
  }

  draw() {
    const { sorted: { by, down }, filter: { value: wanted } } = this;
    const [, , key] = columns.find(([name]) => name === by);
    const shown = this.rows.filter(({ verdict }) => wanted === '' || verdict === wanted).sort((a, b) => compare(key(a), key(b)) * (down ? -1 : 1));
    for (const head of this.heads) head.setAttribute('aria-sort', head.dataset.by === by ? (down ? 'descending' : 'ascending') : 'none');
    this.body.replaceChildren(...shown.map(({ number, verdict, level, states }) => element('tr', {},
      element('td', {}, button(grouped(number), () => this.show(number - 1))),
      element('td', { textContent: level ?? verdict }), element('td', { textContent: grouped(states) }))));
  }
}
