// Compares the page's memory of the links with the engine's memory, pointer by pointer, after every
// move forward and back, on random problems. The variable LINK_SNAPSHOTS must contain the path of
// the program of tests/engines/link_snapshots.cpp.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {test} from 'node:test';
import {problemOf} from '../src/data.js';
import {writes} from '../src/memory.js';
import {Course, GRAINS} from '../src/course.js';

const program = process.env.LINK_SNAPSHOTS;
if (!program) throw new Error('LINK_SNAPSHOTS names no program');
const seed = process.env.DLX_TEST_SEED ?? '20261127';

function searches(from, count) {
  return execFileSync(program, [from, String(count)], {maxBuffer: 1 << 30}).toString().trim().split('\n').map((line) => JSON.parse(line));
}

/** The page's course through a search. The nodes of the tree need no states here, because these
    tests do not use the tree. */
function courseOf(search) {
  const attempts = search.steps.filter(([move]) => search.moves[move] === 'attempt').length;
  const nodes = [{parent: -1, arrival: 0}];
  let here = 0;
  for (const [code] of search.steps) {
    const move = search.moves[code];
    if (move === 'attempt') {
      nodes.push({parent: here, arrival: 0});
      here = nodes.length - 1;
    } else if (move === 'undo') {
      here = nodes[here].parent;
    }
  }
  assert.equal(nodes.length, attempts + 1);
  return new Course(problemOf(search), search.moves, {...search, nodes});
}

function same(memory, engine, where) {
  for (const name of ['up', 'down', 'right', 'next', 'previous', 'purified']) {
    assert.deepEqual(memory[name], engine[name], `${name} ${where}`);
  }
  for (let i = 1; i < engine.length.length; ++i) assert.equal(memory.left[i - 1], engine.length[i], `options of item ${i} ${where}`);
}

for (const from of ['17', seed]) {
  test(`every pointer is the engine's after every move, forward and back; seed ${from}`, () => {
    let moves = 0;
    for (const search of searches(from, 150)) {
      const course = courseOf(search);
      same(course.memory, search.links, 'at the start');
      search.memories.forEach((engine, k) => {
        course.go(k + 1);
        same(course.memory, engine, `after move ${k}`);
        const written = writes(course.moves[k]);
        for (const [which, of, to] of written) {
          assert.equal({U: engine.up, D: engine.down, R: engine.next, L: engine.previous}[which][of], to);
        }
      });
      for (let k = course.end - 1; k > 0; --k) {
        course.go(k);
        same(course.memory, search.memories[k - 1], `back at move ${k}`);
      }
      course.go(0);
      same(course.memory, search.links, 'back at the start');
      assert.ok(course.memory.cover.every((cover) => cover === undefined));
      assert.ok(course.memory.hidden.every((hidden) => !hidden));
      moves += course.end;
    }
    assert.ok(moves > 1000);
  });
}

test('the pointers that a move is said to write are all that differ', () => {
  for (const search of searches('18', 100)) {
    let before = search.links;
    search.memories.forEach((after, k) => {
      const [code, at, low, high] = search.steps[k];
      const said = new Map(writes({move: search.moves[code], at, before: low, after: high}).map(([which, of, to]) => [which + of, to]));
      for (const [which, name] of [['U', 'up'], ['D', 'down'], ['R', 'next'], ['L', 'previous']]) {
        after[name].forEach((to, of) => {
          if (to !== before[name][of]) assert.equal(said.get(which + of), to, `${which}${of} at move ${k}`);
        });
      }
      before = after;
    });
  }
});

test('steps of every grain lead through the whole search and back', () => {
  for (const search of searches('19', 30)) {
    const course = courseOf(search);
    GRAINS.forEach((_, grain) => {
      const way = [0];
      while (course.at < course.end) {
        course.go(course.after(grain));
        assert.ok(course.at > way.at(-1));
        way.push(course.at);
      }
      assert.deepEqual(way, course.bounds[grain]);
      while (course.at > 0) {
        way.pop();
        course.go(course.before(grain));
        assert.equal(course.at, way.at(-1));
      }
    });
    assert.equal(course.bounds.at(-1).length, course.end + 1, 'the finest steps are single moves');
  }
});
