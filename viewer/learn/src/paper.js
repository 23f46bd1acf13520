// Prints the steps of a search. For each step, a sheet shows the sentence about the step, the board
// or the matrix, and the search tree. Browsers take a second for some thousand HTML elements, so
// large pictures are left out.

import {$, element, plural} from './dom.js';

const MOST_SHEETS = 60;
const MOST_CELLS = 800;  // matrices with more cells are not printed
const MOST_NODES = 400;  // trees with more nodes are not printed
const ROOM = 480;        // total height of the rows of a matrix, in pixels

/** Makes a copy of a picture for a printed sheet. The copy is as large as the sheet allows. */
function whole({svg, width, height}) {
  const copy = svg.cloneNode(true);
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  copy.lastElementChild.removeAttribute('transform');
  return element('div', {className: 'picture'}, copy);
}

/** Makes the sheet of the step that the page shows. */
function sheetOf({course, grain, data, problem, tree}) {
  const heading = `step ${course.index(grain)} of ${course.bounds[grain].length - 1}`;
  const pictures = course.nodes.length <= MOST_NODES ? [whole(tree.pane)] : [];
  if (data.board) {
    pictures.unshift($('board-box').cloneNode(true));
  } else if (problem.items.length * problem.options.length <= MOST_CELLS) {
    const matrix = $('matrix').cloneNode(true);
    matrix.style.setProperty('--cell-size', `${Math.min(28, Math.floor(ROOM / (problem.options.length + 2)))}px`);
    pictures.unshift(element('div', {className: 'table'}, matrix));
  }
  return element('article', {}, element('h2', {textContent: `${$('title').textContent}: ${heading}`}),
    $('sentence').cloneNode(true), element('div', {className: 'pictures'}, ...pictures));
}

/** Makes printed sheets for the steps of a search before the page is printed, and removes them
    afterwards. */
export function onPaper(page) {
  const paper = document.body.appendChild(element('main', {id: 'paper'}));
  addEventListener('beforeprint', () => {
    const {course, grain} = page;
    const here = course.at;
    const bounds = course.bounds[grain];
    const sheets = bounds.slice(0, MOST_SHEETS).map((at) => {
      page.go(at);
      return sheetOf(page);
    });
    const more = bounds.length - sheets.length;
    if (more > 0) sheets.at(-1).append(element('p', {textContent: `and ${plural(more, 'more step')}`}));
    paper.replaceChildren(...sheets);
    page.go(here);
  });
  addEventListener('afterprint', () => paper.replaceChildren());
}
