// Questions about the next move of a search. The right answers are the next moves of the engine.

import {writes} from './memory.js';
import {Words} from './tell.js';

const LINK_MOVES = ['unlink', 'relink', 'deactivate', 'activate'];
const MOST_CHOICES = 40;

/** The kind of question that the quiz asks before move k: 'item', 'option' or 'links'; undefined
    for no question. Questions about links ask only about the first pointers that an operation such
    as cover changes, because its other changes are similar. */
function kindOf(moves, k) {
  const {move} = moves[k];
  if (['choose', 'dead', 'solution'].includes(move)) return 'item';
  if (['attempt', 'backtrack'].includes(move)) return 'option';
  if (!LINK_MOVES.includes(move)) return undefined;
  const family = (name) => ['unlink', 'relink'].includes(name) ? 'vertical' : 'horizontal';
  for (let before = k - 1; before >= 0; --before) {
    const other = moves[before].move;
    if (LINK_MOVES.includes(other) && family(other) === family(move)) return other === move ? undefined : 'links';
    if (['cover', 'uncover', 'purify', 'unpurify', 'choose', 'attempt', 'undo', 'backtrack'].includes(other)) return 'links';
  }
  return 'links';
}

/** The first position in the search, at or after `from`, at which a question of one of the kinds is
    asked; -1 if there is none. */
export function nextQuestion(course, kinds, from = course.at) {
  for (let k = from; k < course.end; ++k) {
    if (kinds.has(kindOf(course.moves, k))) return k;
  }
  return -1;
}

/**
 * The question at the current position of the search, as {kind, prompt, answers: [{text, right}],
 * several, because}. If `several` is true, the user must give all right answers and no other.
 */
export function question(course) {
  const kind = kindOf(course.moves, course.at);
  const move = course.moves[course.at];
  return {item: itemQuestion, option: optionQuestion, links: linkQuestion}[kind](course, move, new Words(course.problem));
}

function itemQuestion(course, {move, at}, words) {
  const {problem, memory, rule} = course;
  const active = problem.items.map((_, i) => i).filter((i) => problem.items[i].primary && (memory.isActive(i) || i === at - 1));
  const answers = active.slice(0, MOST_CHOICES).map((i) => ({text: `item ${words.item(i)}`, right: move === 'choose' && i === at - 1}));
  if (move === 'choose' && !answers.some(({right}) => right)) answers.push({text: `item ${words.item(at - 1)}`, right: true});
  answers.push({text: 'none: an item has no option left', right: move === 'dead'},
    {text: 'none: a solution is found', right: move === 'solution'});
  const because = move === 'dead' ? `Item ${words.item(at - 1)} has no option left: a dead end.`
    : move === 'solution' ? 'No primary item is active: all are covered.'
    : rule === 'first' ? `The rule takes the first active item, ${words.item(at - 1)}.`
    : `The engine takes the first of the items with fewest options left: ${words.item(at - 1)}, with ${memory.left[at - 1]}.`;
  return {kind: 'item', prompt: 'Which item is chosen next?', answers, several: false, because};
}

function optionQuestion(course, {move, at}, words) {
  const {problem} = course;
  const node = course.nodes[course.node];
  const right = move === 'attempt' ? problem.optionOf[at] : -1;
  const answers = node.choices.slice(0, MOST_CHOICES).map((o) => ({text: words.option(o), right: o === right}));
  if (right >= 0 && !answers.some((answer) => answer.right)) answers.push({text: words.option(right), right: true});
  answers.push({text: 'none: all have been tried', right: right < 0});
  return {
    kind: 'option', answers, several: false,
    prompt: `Item ${words.item(node.item)} is being covered. Which option is tried next?`,
    because: right < 0 ? `The list of ${words.item(node.item)} has come to its end.`
      : `The list of ${words.item(node.item)} is gone through from the top down.`,
  };
}

function linkQuestion(course, step, words) {
  const {move, at, before, after} = step;
  const right = writes(step);
  const [forward, backward] = right.map(([which]) => which);
  const leaves = move === 'unlink' || move === 'deactivate';
  // The wrong answers are the pointers of the removed or restored node itself, and the right
  // pointers with a wrong target.
  const wrong = leaves
    ? [[forward, at, before], [backward, at, after], [forward, before, before], [backward, after, after]]
    : [[forward, at, before], [backward, at, after], [forward, before, after], [backward, after, before]];
  const key = (pointer) => words.pointer(pointer);
  const texts = new Map();
  for (const pointer of [...wrong, ...right]) texts.set(key(pointer), right.some((each) => key(each) === key(pointer)));
  const answers = [...texts].sort(([a], [b]) => a < b ? -1 : 1).map(([text, isRight]) => ({text, right: isRight}));
  return {
    kind: 'links', answers, several: true,
    prompt: `${capital(words.node(at))} ${leaves ? 'leaves' : 'comes back to'} its list. Which links change, and to what? Tick two.`,
    because: leaves ? 'Its neighbours now point past it. The node keeps its own pointers, so that it can come back.'
      : 'Its own pointers say who its neighbours are: both point to it again.',
  };
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Whether the list `given` has exactly the numbers of the right answers. */
export function isRight({answers}, given) {
  return answers.every(({right}, k) => right === given.includes(k));
}
