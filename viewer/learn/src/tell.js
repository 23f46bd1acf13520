// Describes a step of a search in a sentence. The sentence is a list of pieces of text. A piece
// that is itself a list contains a name or a number that the page shows in bold.

import {listed, plural, shorten} from './dom.js';

/** Describes items, options, nodes and pointers in words. */
export class Words {
  constructor(problem) {
    this.problem = problem;
  }

  item(i) { return shorten(this.problem.items[i].name, 40); }
  option(o) { return `option ${this.label(o)}: ${shorten(this.problem.spelled(o), 80)}`; }

  label(o) { return shorten(this.problem.label(o), 40); }

  /** Describes the header of an item, or a node of an option. */
  node(p) {
    if (p === 0) return 'the root';
    if (p <= this.problem.headers) return `header ${this.item(p - 1)}`;
    return `node ${this.item(this.problem.links.item[p] - 1)} of option ${this.label(this.problem.optionOf[p])}`;
  }

  /** Describes a pointer, for example "D of header a → node a of option 2". */
  pointer([which, of, to]) { return `${which} of ${this.node(of)} → ${this.node(to)}`; }
}

/** Explains why the search branches on an item. `left` is the number of options that the item has
    left. */
function reason(course, item, left) {
  const {memory, problem, rule} = course;
  if (rule === 'first') return ['It is the first active item, with ', plural(left, 'option'), ' left.'];
  if (left === 1) return ['It has only one option left, so that option must be chosen.'];
  const least = problem.items.filter((other, i) => other.primary && i !== item && memory.isActive(i)
    && memory.left[i] === left).length;
  return [least > 0 ? `It is the first of the items with fewest options left, ${left}.`
    : `It has fewest options left, ${left}.`];
}

const tellers = {
  choose({at, before}, {words, course}) {
    const first = course.nodes[course.node].choices[0];
    return ['Item ', [words.item(at - 1)], ' is chosen. ', ...reason(course, at - 1, before),
      before > 1 ? ' Its options are tried in turn, first ' : ' It is ', words.option(first), '.'];
  },
  attempt({at}, {words, course}) {
    const o = course.problem.optionOf[at];
    return ['Choose ', [words.option(o)], '. Its other items are covered too, and every option that clashes is hidden.'];
  },
  dead({at}, {words}) {
    return ['Dead end: item ', [words.item(at - 1)], ' has no option left.'];
  },
  solution(_, {words, course}) {
    const {chosen} = course;
    return ['Every primary item is covered: solution ', [String(course.foundAt[course.at])],
      chosen.length ? `, of ${chosen.length === 1 ? 'option' : 'options'} ${listed(chosen.map((o) => words.label(o)))}.` : ', of no option at all.'];
  },
  undo({at}, {words, course}) {
    return ['Backtrack: take back ', [words.option(course.problem.optionOf[at])],
      '. Every move since it was chosen is undone, in the opposite order.'];
  },
  backtrack({at}, {words}) {
    return ['All options of item ', [words.item(at - 1)], ' have been tried: uncover it, and go back.'];
  },
  finish(_, {course}) {
    return ['The search is over: ', [plural(course.nodes.length, 'node')], ' and ',
      [plural(course.foundAt[course.end], 'solution')], '. Every link is where it was at the start.'];
  },
  deactivate({at, before, after}, {words}) {
    return ['Header ', [words.item(at - 1)], ` leaves the list of active items: R of ${words.node(before)} and L of ${words.node(after)} now pass it by.`];
  },
  activate({at, before, after}, {words}) {
    return ['Header ', [words.item(at - 1)], ` comes back to the list of active items: R of ${words.node(before)} and L of ${words.node(after)} point to it again.`];
  },
  cover({at}, {words}) {
    return ['Cover item ', [words.item(at - 1)], ': hide every option in its list, from the top down.'];
  },
  uncover({at}, {words}) {
    return ['Uncover item ', [words.item(at - 1)], ': put back the options in its list, from the bottom up.'];
  },
  purify({at}, {words, course}) {
    const {problem} = course;
    return ['Purify item ', [words.item(problem.links.item[at] - 1)], ' to the colour ', [problem.colourOf[at]],
      ': options that give it another colour are hidden.'];
  },
  unpurify({at}, {words}) {
    return ['Undo the colour of item ', [words.item(at - 1)], ', from the bottom up.'];
  },
  agree({at}, {words, course}) {
    return ['Item ', [words.item(course.problem.links.item[at] - 1)], ` has the colour ${course.problem.colourOf[at]} already: nothing to do.`];
  },
  hide({at}, {words, course}) {
    const {problem} = course;
    const o = problem.optionOf[at];
    return problem.nodesOf[o].length === 1 ? ['Hide ', [words.option(o)], '. It has no other node.']
      : ['Hide ', [words.option(o)], '. From left to right, its other nodes leave their lists.'];
  },
  unhide({at}, {words, course}) {
    return ['Unhide ', [words.option(course.problem.optionOf[at])], '. Its other nodes come back to their lists.'];
  },
  mark({at}, {words, course}) {
    return ['Option ', [String(course.problem.optionOf[at] + 1)], ` has that colour, so it stays: ${words.node(at)} is marked.`];
  },
  unmark({at}, {words}) {
    return ['The mark of ', [words.node(at)], ' is removed.'];
  },
  unlink({at, before, after}, {words, course}) {
    const p = course.problem;
    return ['Unlink ', [words.node(at)], `: ${words.pointer(['D', before, after])}, ${words.pointer(['U', after, before])}. The node itself keeps its two pointers.`,
      ` ${words.item(p.links.item[at] - 1)} has ${plural(course.memory.left[p.links.item[at] - 1], 'option')} left.`];
  },
  relink({at, before, after}, {words}) {
    return ['Relink ', [words.node(at)], `: its own pointers still say where. ${words.pointer(['D', before, at])}, ${words.pointer(['U', after, at])}.`];
  },
};

/** The sentence that describes the moves of a step. */
export function tell(course, moves) {
  const words = new Words(course.problem);
  if (moves.length === 0) {
    return ['The links at the start. Each item has a ', ['header'], ', and below it a list of the nodes of its options. Step forward to begin.'];
  }
  const pieces = tellers[moves[0].move](moves[0], {words, course});
  const changed = moves.filter(({move}) => move === 'unlink' || move === 'relink').length;
  if (moves.length > 1 && changed > 0) pieces.push(` ${plural(changed, 'node')} ${changed === 1 ? 'changes' : 'change'} places.`);
  if (course.at === course.end && !course.complete) pieces.push(' The search is cut off here: it goes on.');
  return pieces;
}
