// The data of the page: the output of `dlx explain --json`, "dlx-tree/1". All data that the page
// relies on is checked here, so that a damaged page can show an error message that names the wrong
// part.

export const FORMAT = 'dlx-tree/1';

const below = (n, end) => Number.isInteger(n) && n >= 0 && n < end;

/** Reads the data from a text. Throws an Error whose message a user of the page can understand. */
export function read(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Error(`This page holds no search tree that can be read: ${error.message}`);
  }
  if (data?.format !== FORMAT) {
    throw new Error(`This page shows search trees of the format ${FORMAT}; the format here is ${
      data?.format === undefined ? 'not given' : JSON.stringify(data.format)}.`);
  }
  const fault = faultOf(data);
  if (fault) throw new Error(`The search tree in this page is damaged: ${fault}.`);
  return data;
}

/** Describes the first error in the data. Returns undefined if the data has no errors. */
function faultOf(data) {
  const {items, options, names, moves, links, compared} = data;
  for (const [name, list] of Object.entries({items, options, moves})) {
    if (!Array.isArray(list)) return `"${name}" is not a list`;
  }
  for (const [i, item] of items.entries()) {
    if (typeof item?.name !== 'string') return `item ${i} has no name`;
  }
  for (const [o, option] of options.entries()) {
    if (!Array.isArray(option) || !option.every((pair) => Array.isArray(pair)
        && below(pair[0], items.length) && (pair[1] === null || typeof pair[1] === 'string'))) {
      return `option ${o + 1} has something that is no item`;
    }
  }
  if (names && (names.length !== options.length || !names.every((name) => typeof name === 'string'))) {
    return 'the names are not those of the options';
  }
  const size = 1 + items.length + options.reduce((sum, option) => sum + option.length, 0);
  for (const name of ['up', 'down', 'right', 'item']) {
    if (links?.[name]?.length !== size || !links[name].every((n) => below(n, size))) return `the links "${name}" are not those of ${size} nodes`;
  }
  return faultOfSearch(data, data, size) ?? (compared && faultOfSearch(data, compared, size));
}

function faultOfSearch({items, options, moves}, {nodes, steps}, size) {
  if (!Array.isArray(nodes) || nodes.length === 0) return 'it has no node';
  for (const [n, node] of nodes.entries()) {
    if (!['branch', 'dead', 'solution', 'open'].includes(node?.state)) return `node ${n} has an unknown state`;
    if (n === 0 ? node.parent !== -1 : !below(node.parent, n)) return `node ${n} has no parent before it`;
    if (n > 0 && !below(node.option, options.length)) return `node ${n} has no option`;
    if (['branch', 'dead'].includes(node.state) && !below(node.item, items.length)) return `node ${n} has no item`;
    if (node.state === 'branch' && !(node.choices?.length > 0 && node.choices.every((o) => below(o, options.length)))) {
      return `node ${n} has no choices`;
    }
    if (!below(node.arrival, steps?.length + 1)) return `node ${n} is reached after no move`;
  }
  for (const [k, step] of steps.entries()) {
    if (!(step?.length === 4 && below(step[0], moves.length) && step.slice(1).every((n) => below(n, size)))) {
      return `move ${k} is none`;
    }
  }
  return undefined;
}

/** Converts the problem to the form that the page uses. The nodes of the linked lists are numbered
    as in the engine. */
export function problemOf(data) {
  const {items, options, names, links} = data;
  const headers = items.length;
  // For each node of the linked lists, its option; -1 for headers.
  const optionOf = links.item.map(() => -1);
  const colourOf = links.item.map(() => null);
  const nodesOf = options.map(() => []);
  let p = headers + 1;
  options.forEach((option, o) => {
    for (const [, colour] of option) {
      optionOf[p] = o;
      colourOf[p] = colour;
      nodesOf[o].push(p++);
    }
  });
  const spelled = (o) => options[o].map(([i, colour]) => items[i].name + (colour === null ? '' : `:${colour}`)).join(' ');
  // What an option is called: its name, or its number.
  const label = (o) => names?.[o] || String(o + 1);
  return {items, options, links, headers, optionOf, colourOf, nodesOf, spelled, label, board: data.board};
}
