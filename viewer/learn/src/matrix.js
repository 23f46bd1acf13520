// Draws the problem as a matrix, with a row for each option and a column for each item.

import {$, element, keepInView, plural, shorten} from './dom.js';

const MOST_CELLS = 60000;  // browsers lay out larger tables slowly

/** Chooses an abbreviation and a hue for each colour. Abbreviations are as short as possible, so
    that they still differ, and have at most three letters. */
export function lettersFor(options) {
  const colours = [...new Set(options.flat().map(([, colour]) => colour).filter((c) => c !== null))];
  const cut = (k) => colours.map((c) => [...c].slice(0, k).join(''));
  let k = 1;
  while (k < 3 && new Set(cut(k)).size < colours.length) ++k;
  return new Map(colours.map((c, i) => [c, {letter: cut(k)[i], hue: i % 6}]));
}

export class Matrix {
  constructor(problem, nodes, colours) {
    this.problem = problem;
    this.colours = colours;
    const {items} = problem;
    this.order = items.map((_, i) => i).sort((i, j) => (items[j].primary ? 1 : 0) - (items[i].primary ? 1 : 0));
    this.primaries = items.filter((item) => item.primary).length;
    this.picked = [];
    const table = $('matrix');
    this.table = table;
    table.style.setProperty('--cell-size', `${items.length > 60 ? 17 : items.length > 26 ? 21 : 28}px`);
    table.classList.toggle('turned', items.some(({name}) => [...name].length > (items.length > 26 ? 1 : 2)));
    const {cols, head} = this.#head();
    const body = element('tbody');
    this.rows = this.#shown(nodes).map((o) => this.#row(o, body));
    table.replaceChildren(cols, head, body);
  }

  #divide(k) {
    return this.primaries > 0 && k === this.primaries ? 'divide' : '';
  }

  /** The options for which the table has a row. */
  #shown(nodes) {
    const {items, options} = this.problem;
    const all = options.map((_, o) => o);
    const most = Math.max(20, Math.floor(MOST_CELLS / Math.max(1, items.length)));
    if (all.length <= most) return all;
    const tried = new Set(nodes.slice(1).map((node) => node.option));
    $('omitted').textContent = `${most} of ${options.length} options are shown, first of all those that the search tries.`;
    $('omitted').hidden = false;
    return [...all.filter((o) => tried.has(o)), ...all.filter((o) => !tried.has(o))].slice(0, most).sort((a, b) => a - b);
  }

  #head() {
    const {items} = this.problem;
    const cols = element('colgroup', {}, element('col'));
    const kinds = element('tr', {className: 'kind'}, element('td'));
    const heads = element('tr', {className: 'names'}, element('th', {className: 'side', scope: 'col', textContent: 'option'}));
    this.lefts = element('tr', {className: 'left'}, element('th', {className: 'side', scope: 'row', textContent: 'options left'}));
    const divided = this.primaries > 0 && this.primaries < items.length;
    if (divided) {
      kinds.append(element('th', {colSpan: this.primaries, scope: 'colgroup', textContent: 'primary'}),
        element('th', {colSpan: items.length - this.primaries, scope: 'colgroup', className: 'divide', textContent: 'secondary'}));
    }
    this.columns = [];
    this.order.forEach((i, k) => {
      const {name, primary} = items[i];
      const col = element('col');
      const head = element('th', {className: `item ${this.#divide(k)}`, scope: 'col', title: `${name}, ${primary ? 'primary' : 'secondary'}`},
        element('span', {textContent: shorten(name, 14)}));
      const left = element('td', {className: this.#divide(k)});
      this.columns[i] = {col, head, left};
      cols.append(col);
      heads.append(head);
      this.lefts.append(left);
    });
    return {cols, head: element('thead', {}, ...(divided ? [kinds] : []), heads, this.lefts)};
  }

  #row(o, body) {
    const {items, options} = this.problem;
    const mark = element('span', {className: 'mark'});
    const side = element('th', {className: 'side', scope: 'row'}, mark, element('span', {className: 'number', textContent: shorten(this.problem.label(o), 12)}));
    const row = element('tr', {'data-option': o, title: `option ${this.problem.label(o)}: ${this.problem.spelled(o)}`}, side);
    const colourOf = new Map(options[o]);
    const cells = new Map();
    this.order.forEach((i, k) => {
      const cell = element('td', {className: this.#divide(k)});
      if (colourOf.has(i)) {
        const colour = colourOf.get(i);
        const {hue, letter} = this.colours.get(colour) ?? {};
        cell.append(colour === null ? element('i') : element('i', {className: `hue${hue}`, title: `${items[i].name}:${colour}`, textContent: letter}));
        cells.set(i, cell);
      }
      row.append(cell);
    });
    body.append(row);
    return {o, row, mark, cells};
  }

  #showColumn(i, course) {
    const {memory} = course;
    const {name, primary} = this.problem.items[i];
    const node = course.nodes[course.node];
    const covered = primary ? !memory.isActive(i) : memory.cover[i] !== undefined;
    const colour = memory.cover[i];
    const is = course.item === i ? node.state === 'dead' ? 'dead' : 'branch' : covered ? 'covered' : '';
    const {col, head, left} = this.columns[i];
    for (const e of [col, head, left]) {
      for (const c of ['dead', 'branch', 'covered']) e.classList.toggle(c, c === is);
    }
    const shown = !covered || is === 'branch' || is === 'dead';
    left.textContent = shown ? memory.left[i] : colour ? this.colours.get(colour).letter : '✓';
    left.title = shown ? `${name}: ${plural(memory.left[i], 'option')} left`
      : `${name} is covered${colour ? `, in the colour ${colour}` : ''}`;
  }

  show(course) {
    const {memory} = course;
    const chosen = new Set(course.chosen);
    const node = course.nodes[course.node];
    const choices = new Set(course.item >= 0 ? node.choices ?? [] : []);
    this.columns.forEach((_, i) => this.#showColumn(i, course));
    for (const cell of this.picked) cell.classList.remove('pick');
    this.picked = [];
    const next = course.item >= 0 ? course.next : undefined;
    for (const {o, row, mark, cells} of this.rows) {
      const is = chosen.has(o) ? 'chosen' : choices.has(o) ? 'choice' : memory.hidden[o] ? 'removed' : '';
      row.className = is;
      const means = {chosen: ', chosen', choice: ', can be chosen here', removed: ', hidden', '': ''}[is];
      row.firstChild.setAttribute('aria-label', row.title + means);
      mark.textContent = is === 'chosen' ? '✓' : is === 'choice' && o === next ? '▸' : '';
      if (is === 'choice' && cells.has(course.item)) {
        cells.get(course.item).classList.add('pick');
        this.picked.push(cells.get(course.item));
      }
    }
    const row = this.rows.find(({o}) => o === (next ?? node.option))?.row;
    if (row) keepInView($('matrix-box'), row, {above: this.table.tHead.offsetHeight});
    if (course.item >= 0) keepInView($('matrix-box'), this.columns[course.item].head, {before: this.lefts.firstChild.offsetWidth});
  }
}
