// The linked lists of dancing links, which the recorded moves of a search change. Each move names
// the nodes whose pointers it writes. The class Memory writes these pointers. The moves also
// determine which options are hidden and which items are covered.

const PAIRS = [
  ['unlink', 'relink'], ['deactivate', 'activate'], ['mark', 'unmark'], ['hide', 'unhide'], ['cover', 'uncover'],
];
const OPPOSITES = Object.fromEntries(PAIRS.flatMap(([a, b]) => [[a, b], [b, a]]));

export class Memory {
  constructor({links, items, headers, optionOf, colourOf, options}) {
    this.item = links.item;
    this.optionOf = optionOf;
    this.colourOf = colourOf;
    this.up = [...links.up];
    this.down = [...links.down];
    this.right = [...links.right];
    this.next = [...links.next];
    this.previous = [...links.previous];
    // The keys D, U, R and L are the names of the pointers that writes() uses: down, up, right,
    // left.
    this.pointers = {D: this.down, U: this.up, R: this.next, L: this.previous};
    this.purified = links.item.map(() => false);
    this.left = items.map(() => 0);                // number of nodes in the list of each item
    for (let p = headers + 1; p < links.item.length; ++p) ++this.left[links.item[p] - 1];
    // For each item: null if the item is covered, the colour if it is purified, otherwise
    // undefined.
    this.cover = items.map(() => undefined);
    this.hidden = options.map(() => false);
  }

  isActive(item) {
    return this.next[this.previous[item + 1]] === item + 1;
  }

  /** Makes a move: writes its pointers. takeBack() undoes a move. */
  apply(step) {
    const {move, at} = step;
    for (const [which, of, to] of writes(step)) this.pointers[which][of] = to;
    switch (move) {
      case 'unlink': --this.left[this.item[at] - 1]; break;
      case 'relink': ++this.left[this.item[at] - 1]; break;
      case 'mark': this.purified[at] = true; break;
      case 'unmark': this.purified[at] = false; break;
      case 'hide': this.hidden[this.optionOf[at]] = true; break;
      case 'unhide': this.hidden[this.optionOf[at]] = false; break;
      case 'cover': this.cover[at - 1] = null; break;
      case 'purify': this.cover[this.item[at] - 1] = this.colourOf[at]; break;
      case 'uncover':
      case 'unpurify': this.cover[at - 1] = undefined; break;
    }
  }

  /** Undoes a move. For a move `unpurify`, `colour` is the colour of the item before the move. */
  takeBack(step, colour) {
    const {move, at} = step;
    switch (move) {
      case 'purify': this.cover[this.item[at] - 1] = undefined; break;
      case 'unpurify': this.cover[at - 1] = colour; break;
      default: this.apply({...step, move: OPPOSITES[move]});
    }
  }
}

/** The pointers that a move writes, each as [which, of, to]. `which` is U, D, L or R. */
export function writes({move, at, before, after}) {
  switch (move) {
    case 'unlink': return [['D', before, after], ['U', after, before]];
    case 'relink': return [['D', before, at], ['U', after, at]];
    case 'deactivate': return [['R', before, after], ['L', after, before]];
    case 'activate': return [['R', before, at], ['L', after, at]];
    default: return [];
  }
}
