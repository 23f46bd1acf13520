// Tests of the parts of the page that need no browser.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Course, GRAINS} from '../src/course.js';
import {problemOf, read} from '../src/data.js';
import {isRight, nextQuestion, question} from '../src/quiz.js';
import {tell} from '../src/tell.js';
import {writes} from '../src/memory.js';
import {fixture} from './fixtures.mjs';

const course = (name, compared = false) => {
  const data = fixture(name);
  return new Course(problemOf(data), data.moves, compared ? data.compared : data);
};
const ALL = new Set(['item', 'option', 'links']);

test('damaged data is refused with a reason', () => {
  const damaged = (change) => {
    const data = fixture('toy');
    change(data);
    return () => read(JSON.stringify(data));
  };
  assert.throws(() => read('{"format": '), /no search tree that can be read/);
  assert.throws(damaged((data) => { data.format = 'dlx-tree/2'; }), /dlx-tree\/1.*"dlx-tree\/2"/);
  assert.throws(damaged((data) => { data.nodes[1].option = 6; }), /damaged: node 1 has no option/);
  assert.throws(damaged((data) => { data.nodes[0].parent = 0; }), /node 0 has no parent/);
  assert.throws(damaged((data) => { data.steps[4][1] = 99; }), /move 4 is none/);
  assert.throws(damaged((data) => { data.links.up.pop(); }), /"up" are not those of 24 nodes/);
  assert.throws(damaged((data) => { data.compared.nodes = []; }), /it has no node/);
  assert.throws(damaged((data) => { data.names = ['red']; }), /the names are not those of the options/);
  assert.equal(damaged(() => {})().title, '-');
});

test('options are called by their names, if they have names', () => {
  const data = fixture('toy');
  data.names = data.options.map((_, o) => `piece ${'abcdef'[o]}`);
  const c = new Course(problemOf(data), data.moves, data);
  c.go(1);
  assert.match(tell(c, c.last(3)).flat().join(''), /, first option piece b: a d g\.$/);
});

/** The options that are in the list of an item now. */
function optionsOf({down, optionOf}, item) {
  const list = [];
  for (let p = down[item + 1]; p !== item + 1; p = down[p]) list.push(optionOf[p]);
  return list;
}

test('the nodes of the tree are where the moves lead', () => {
  for (const name of ['toy', 'own', 'coloured', 'cut', 'queens', 'dominoes']) {
    for (const compared of [false, true]) {
      const c = course(name, compared);
      c.nodes.forEach((node, n) => {
        if (node.state === 'open') return;
        c.go(node.arrival);
        assert.equal(c.node, n);
        const {move, at} = c.moves[node.arrival - 1];
        assert.equal(move, node.state === 'branch' ? 'choose' : node.state);
        if (node.item !== undefined) assert.equal(c.item, node.item);
        if (node.state === 'branch') assert.deepEqual(optionsOf(c.memory, node.item), node.choices);
        if (move === 'choose') assert.equal(at - 1, node.item);
      });
      c.go(c.end);
      assert.equal(c.foundAt[c.end], c.nodes.filter(({state}) => state === 'solution').length);
    }
  }
});

test('the rules have the node counts of the command', () => {
  assert.equal(course('queens').foundAt.at(-1), 4);
  assert.equal(course('queens', true).foundAt.at(-1), 4);
  assert.equal(course('queens').rule, 'minimum');
  assert.equal(course('queens', true).rule, 'first');
  assert.ok(course('own').nodes.length < course('own', true).nodes.length);
});

test('the option tried next is the next one in the list, also while an option is taken back', () => {
  const c = course('toy');
  const undo = c.moves.findIndex(({move, at}) => move === 'undo' && c.problem.optionOf[at] === 1);
  for (const at of [undo + 1, undo + 3]) {
    c.go(at);
    assert.equal(c.node, 0);
    assert.equal(c.next, 3);
  }
  c.go(c.moves.findIndex(({move}) => move === 'backtrack'));
  assert.equal(c.next, undefined);
});

test('each move is told', () => {
  for (const name of ['toy', 'coloured', 'cut', 'queens']) {
    const c = course(name);
    GRAINS.forEach((_, grain) => {
      for (c.go(0); c.at < c.end;) {
        c.go(c.after(grain));
        const sentence = tell(c, c.last(grain)).flat().join('');
        assert.match(sentence, /^[A-Z].*[.:]/s);
        assert.ok(!/undefined|null|NaN|object/.test(sentence), sentence);
      }
    });
  }
  const c = course('toy');
  const told = (at) => {
    c.go(at);
    return tell(c, c.last(3)).flat().join('');
  };
  assert.equal(told(1), 'Item a is chosen. It is the first of the items with fewest options left, 2. Its options are tried in turn, first option 2: a d g.');
  assert.equal(told(5), 'Unlink node d of option 2: D of header d → node d of option 4, U of node d of option 4 → header d. The node itself keeps its two pointers. d has 2 options left.');
  const undo = c.moves.findIndex(({move}) => move === 'undo');
  assert.match(told(undo + 1), /^Backtrack: take back option 3: b c f\./);
});

test('the answers of the quiz are the next moves', () => {
  for (const name of ['toy', 'own', 'coloured', 'queens', 'dominoes']) {
    const c = course(name);
    const asked = {item: 0, option: 0, links: 0};
    for (let at = nextQuestion(c, ALL, 0); at >= 0; at = nextQuestion(c, ALL, at + 1)) {
      c.go(at);
      const {kind, answers, several, prompt} = question(c);
      ++asked[kind];
      const move = c.moves[at];
      const right = answers.filter((answer) => answer.right).map(({text}) => text);
      assert.equal(right.length, several ? 2 : 1, `${name} ${at} ${prompt} ${right}`);
      assert.ok(answers.length > right.length, `${name} ${at} ${prompt}`);
      assert.equal(new Set(answers.map(({text}) => text)).size, answers.length, 'no answer twice');
      if (kind === 'links') assert.equal(writes(move).length, 2);
      if (move.move === 'choose') assert.deepEqual(right, [`item ${c.problem.items[move.at - 1].name}`]);
      if (move.move === 'attempt') assert.match(right[0], new RegExp(`^option ${c.problem.optionOf[move.at] + 1}:`));
      if (move.move === 'backtrack') assert.match(right[0], /all have been tried/);
      const numbers = answers.flatMap((answer, k) => answer.right ? [k] : []);
      assert.ok(isRight({answers}, numbers));
      assert.ok(!isRight({answers}, []));
      assert.ok(!isRight({answers}, [...numbers, answers.findIndex((answer) => !answer.right)]));
    }
    for (const [kind, n] of Object.entries(asked)) assert.ok(n > 0, `${name}: ${kind}`);
  }
  const c = course('toy');
  assert.equal(nextQuestion(c, new Set(['option']), 0), c.moves.findIndex(({move}) => move === 'attempt'));
  assert.equal(nextQuestion(c, new Set(), 0), -1);
});
