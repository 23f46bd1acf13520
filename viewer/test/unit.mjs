// What can be checked without a browser: frames, folding, surfaces, scenes, colours, addresses.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {readAddress, writeAddress} from '../src/address.js';
import {Assembly} from '../src/assembly.js';
import {buildingMoves, outerComponents} from '../src/building.js';
import {coloursOf, luminance, wantsDarkInk} from '../src/colours.js';
import {Folding} from '../src/fold.js';
import {facetsOf, outerFaces} from '../src/facets.js';
import {letteredAmong} from '../src/lettering.js';
import {directionName, directionNames, imagesOfAxes} from '../src/frame.js';
import {layersOf} from '../src/layers.js';
import {angleBetween, viewBetween, viewOfMove} from '../src/lookout.js';
import {Picker} from '../src/pick.js';
import {rotate} from '../src/rotation.js';
import {FORMAT, key, parseScene, readScene} from '../src/scene.js';
import {LETTERED, SKIN, surfaceOf} from '../src/surface.js';
import {CHRISTMAS, bars, burr, chains, grids, locked, parted, snake, soma, turnedKey} from './scenes.mjs';

/** Numbers in [0, n) that are the same in every run. */
function generator(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * n);
  };
}

const DIRECTIONS = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

function plus(a, b) {
  return a.map((c, k) => c + b[k]);
}

function grow(random, cells) {
  const part = [[0, 0, 0]];
  const taken = new Set(part.map(key));
  while (part.length < cells) {
    const next = plus(part[random(part.length)], DIRECTIONS[random(6)]);
    if (taken.has(key(next))) continue;
    taken.add(key(next));
    part.push(next);
  }
  return part;
}

function walkOf(random, length) {
  for (;;) {
    const walk = [[0, 0, 0]];
    const taken = new Set(walk.map(key));
    while (walk.length < length) {
      const free = DIRECTIONS.map((d) => plus(walk.at(-1), d)).filter((c) => !taken.has(key(c)));
      if (free.length === 0) break;
      walk.push(free[random(free.length)]);
      taken.add(key(walk.at(-1)));
    }
    if (walk.length === length) return walk;
  }
}

function determinant([a, b, c]) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
}

test('the lattice is shown turned, never mirrored', () => {
  // World: x right, y up, z toward the viewer. The frame of the layers printed on a table.
  const right = [1, 0, 0];
  const toward = [0, 0, 1];
  const down = [0, -1, 0];
  const away = [0, 0, -1];
  const up = [0, 1, 0];
  assert.deepEqual(imagesOfAxes('assembly'), [right, toward, down]);
  assert.deepEqual(imagesOfAxes('walk'), [right, away, up]);
  assert.equal(determinant(imagesOfAxes('assembly')), 1);
  assert.equal(determinant(imagesOfAxes('walk')), 1);
  assert.equal(determinant([right, toward, up]), -1);
  assert.equal(directionName('assembly', [0, 0, -1]), 'up');
  assert.equal(directionName('assembly', [0, 1, 0]), 'front');
  assert.equal(directionName('walk', [0, 0, 1]), 'up');
  assert.equal(directionName('walk', [0, 1, 0]), 'back');
});

function placesAt(folding, progress) {
  const places = [];
  folding.pose(progress, (i, p, turn) => places.push({p: [...p], turn: [...turn]}));
  return places;
}

function distance(a, b) {
  return Math.hypot(...a.map((c, k) => c - b[k]));
}

function checkFolding(walk) {
  const folding = new Folding(walk);
  const {steps} = folding;
  const folded = placesAt(folding, steps);
  folded.forEach(({p, turn}, i) => {
    assert.ok(distance(p, walk[i]) < 1e-9, 'folded, every cubelet is in its cell');
    assert.ok(Math.abs(Math.abs(turn[3]) - 1) < 1e-9, 'and is not turned');
  });
  const flat = placesAt(folding, 0).map(({p}) => p.map((c) => Math.round(c)));
  assert.equal(new Set(flat.map(key)).size, walk.length, 'flat, the string does not meet itself');
  assert.ok([0, 1, 2].some((k) => flat.every((p) => p[k] === flat[0][k])), 'flat is in a plane');
  for (let k = 0; k < steps; ++k) {
    const before = placesAt(folding, k);
    const during = placesAt(folding, k + 0.37);
    const after = placesAt(folding, k + 1);
    const {cubelet, quarters} = folding.moves[k];
    assert.ok([-1, 1, 2, -2].includes(quarters));
    for (let i = 0; i < walk.length; ++i) {
      if (i > 0) {
        assert.ok(Math.abs(distance(during[i].p, during[i - 1].p) - 1) < 1e-9);
      }
      if (i <= cubelet) {
        // The turning cubelet stays where it is, and spins; those before it do not even that.
        assert.ok(distance(before[i].p, after[i].p) < 1e-9);
        assert.ok(distance(during[i].p, walk[i]) < 1e-9, 'what is folded is in its cell');
      } else {
        assert.ok(Math.abs(distance(during[i].p, during[cubelet].p) -
          distance(before[i].p, before[cubelet].p)) < 1e-9, 'the rest is rigid');
      }
    }
    const next = [cubelet + 1];
    assert.ok(distance(before[next].p, after[next].p) > 0.5, 'a step moves something');
    assert.ok(distance(after[next].p, walk[next]) < 1e-9, 'to where it belongs');
  }
  return steps;
}

test('a string folds joint by joint from a flat staircase', () => {
  assert.equal(checkFolding(CHRISTMAS), 14);
  assert.equal(checkFolding([[0, 0, 0], [1, 0, 0]]), 0);
  const random = generator(1);
  let steps = 0;
  for (let i = 0; i < 300; ++i) steps += checkFolding(walkOf(random, 2 + random(40)));
  assert.ok(steps > 1000);
});

test('straight pieces are named by their ends', () => {
  const folding = new Folding(CHRISTMAS);
  assert.deepEqual(folding.ends(0), [0, 2]);
  assert.deepEqual(folding.ends(1), [2, 3]);
  assert.deepEqual(folding.ends(folding.directions.length - 1), [24, 26]);
  assert.equal(folding.stepsFor(0), 0);
  assert.equal(folding.stepsFor(folding.directions.length - 1), folding.steps);
});

/** The volume a mesh encloses, by the divergence theorem, and the sum of its areas' vectors. */
function volumeOf({position, index}) {
  let volume = 0;
  const open = [0, 0, 0];
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...position.slice(3 * index[i + k], 3 * index[i + k] + 3)]);
    const n = [0, 1, 2].map((k) => {
      const [s, t] = [(k + 1) % 3, (k + 2) % 3];
      return ((b[s] - a[s]) * (c[t] - a[t]) - (b[t] - a[t]) * (c[s] - a[s])) / 2;
    });
    n.forEach((v, k) => (open[k] += v));
    volume += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 3;
  }
  return {volume, open: Math.hypot(...open)};
}

/** The volume of the part without its skin: each cell in 27 blocks, each there or not. */
function volumeWithoutSkin(part) {
  const own = new Set(part.map(key));
  const sides = [-1, 0, 1];
  let volume = 0;
  for (const cell of part) {
    for (const i of sides) for (const j of sides) for (const k of sides) {
      const near = [0, i].flatMap((x) => [0, j].flatMap((y) => [0, k].map((z) => [x, y, z])));
      if (!near.every((d) => own.has(key(plus(cell, d))))) continue;
      volume += [i, j, k].reduce((v, s) => v * (s === 0 ? 1 - 2 * SKIN : SKIN), 1);
    }
  }
  return volume;
}

test('a surface encloses the part without its skin', () => {
  const random = generator(2);
  for (let i = 0; i < 200; ++i) {
    const part = grow(random, 1 + random(14));
    const {volume, open} = volumeOf(surfaceOf([part]));
    assert.ok(open < 1e-5, 'closed');
    assert.ok(Math.abs(volume - volumeWithoutSkin(part)) < 1e-4,
      `${JSON.stringify(part)}: ${volume}, not ${volumeWithoutSkin(part)}`);
  }
});

test('triangles meet edge to edge, so that nothing shines through', () => {
  const random = generator(4);
  for (let i = 0; i < 200; ++i) {
    const {position, index} = surfaceOf([grow(random, 1 + random(14))]);
    const vertex = (v) => [0, 1, 2].map((k) => Math.round(1000 * position[3 * v + k])).join();
    const edges = new Map();
    const count = (a, b, n) => edges.set(`${a} ${b}`, (edges.get(`${a} ${b}`) ?? 0) + n);
    for (let t = 0; t < index.length; t += 3) {
      for (let k = 0; k < 3; ++k) {
        const [a, b] = [vertex(index[t + k]), vertex(index[t + (k + 1) % 3])];
        count(a, b, 1);
        count(b, a, -1);
      }
    }
    assert.ok([...edges.values()].every((n) => n === 0));
  }
});

test('there are no walls within a part', () => {
  const bar = [[0, 0, 0], [1, 0, 0]];
  assert.equal(surfaceOf([bar]).index.length / 6, 10);
  assert.equal(surfaceOf([bar.slice(0, 1), bar.slice(1)]).index.length / 6, 12);
});

test('the normal of each triangle points outward', () => {
  const {position, normal, index} = surfaceOf([grow(generator(3), 12)]);
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...position.slice(3 * index[i + k], 3 * index[i + k] + 3)]);
    const n = [0, 1, 2].map((k) => {
      const [s, t] = [(k + 1) % 3, (k + 2) % 3];
      return (b[s] - a[s]) * (c[t] - a[t]) - (b[t] - a[t]) * (c[s] - a[s]);
    });
    const told = [...normal.slice(4 * index[i], 4 * index[i] + 3)];
    assert.ok(n[0] * told[0] + n[1] * told[1] + n[2] * told[2] > 0);
  }
});

/** The parts of a scene's first solution, as the viewer has them. */
function assemblyOf(scene, solution = 0) {
  const {solutions, pieces, grid} = readScene(scene);
  return new Assembly(solutions[solution], pieces.map(() => '#000000'), grid);
}

/** Fails if parts run into each other anywhere on their ways, or are not in place at the end. */
function checkMotion(assembly) {
  const {parts, steps} = assembly;
  const at = (progress) => {
    const seen = [];
    assembly.pose(progress, 0, (i, offset) => {
      if (offset) seen.push(...parts[i].cells.map((c) => ({i, c: plus(c, offset)})));
    });
    return seen;
  };
  const side = 1 << 12;  // more than there are cubes along an axis
  const cubeOf = (c) => c.reduce((sum, x) => side * sum + Math.floor(x + 1e-6), 0);
  const neighbours = Array.from({length: 27}, (_, n) =>
    cubeOf([n % 3 - 1, Math.floor(n / 3) % 3 - 1, Math.floor(n / 9) - 1]));
  for (let step = 0; step < steps; ++step) {
    const samples = 40;
    for (let n = 1; n <= samples; ++n) {
      const seen = at(step + n / samples);
      const near = new Map();
      for (const one of seen) {
        const cube = cubeOf(one.c);
        if (!near.has(cube)) near.set(cube, []);
        near.get(cube).push(one);
      }
      for (const {i, c} of seen) {
        const cube = cubeOf(c);
        for (const shift of neighbours) {
          for (const other of near.get(cube + shift) ?? []) {
            const meets = other.i !== i && c.every((x, k) => Math.abs(x - other.c[k]) < 1 - 1e-6);
            assert.ok(!meets, `step ${step + 1}: part ${i} runs into part ${other.i}`);
          }
        }
      }
    }
  }
  const seen = at(steps);
  assert.equal(seen.length, parts.reduce((sum, {cells}) => sum + cells.length, 0));
  for (const {c} of seen) assert.ok(c.every(Number.isInteger));
}

/** How many parts must appear in their places, by trying all subsets along all ways. */
function fewestLocked(parts) {
  const owner = new Map();
  parts.forEach(({cells}, i) => cells.forEach((c) => owner.set(key(c), i)));
  const hits = DIRECTIONS.map((way) => parts.map(({cells}, i) => {
    let mask = 0;
    for (let c of cells) {
      for (let n = 0; n < 12; ++n) {
        c = plus(c, way);
        const other = owner.get(key(c));
        if (other !== undefined && other !== i) mask |= 1 << other;
      }
    }
    return mask;
  }));
  const members = (set) => parts.map((_, i) => i).filter((i) => set >> i & 1);
  const known = new Map();
  const separates = (group, rest) => hits.some((hit) =>
    members(group).every((i) => (hit[i] & rest) === 0));
  const fewest = (set) => {
    if ((set & (set - 1)) === 0) return 0;
    if (!known.has(set)) {
      let group = (set - 1) & set;
      while (group > 0 && !separates(group, set & ~group)) group = (group - 1) & set;
      known.set(set, group > 0 ? fewest(group) + fewest(set & ~group)
        : 1 + Math.min(...members(set).map((i) => fewest(set & ~(1 << i)))));
    }
    return known.get(set);
  };
  return fewest((1 << parts.length) - 1);
}

/** A cube cut into parts, with a few empty cells. */
function cutCube(random, side, count) {
  const owner = new Map();
  const parts = Array.from({length: count}, () => ({cells: []}));
  const give = (part, cell) => {
    if (cell.some((c) => c < 0 || c >= side) || owner.has(key(cell))) return false;
    owner.set(key(cell), part);
    part.cells.push(cell);
    return true;
  };
  for (const part of parts) while (!give(part, [0, 1, 2].map(() => random(side))));
  for (let n = 0; n < 1000; ++n) {
    const part = parts[random(count)];
    give(part, plus(part.cells[random(part.cells.length)], DIRECTIONS[random(6)]));
  }
  return parts;
}

test('parts come in along free ways', () => {
  for (const {name} of soma().solutions) {
    const assembly = assemblyOf(soma(), Number(name) - 1);
    assert.ok(assembly.moves.every(({way}) => way));
    assert.deepEqual(assembly.moves.map(({parts}) => parts), assembly.parts.map((_, i) => [i]),
      'in the order of the scene, which is possible');
    checkMotion(assembly);
  }
});

test('a closed ring does not glide through closed rings', () => {
  const assembly = assemblyOf(chains(3));
  assert.equal(assembly.steps, 3);
  assert.equal(assembly.moves.filter(({way}) => !way).length, 1, 'the one in the middle');
  const [locked] = assembly.moves.filter(({way}) => !way);
  assert.deepEqual({...locked, parts: locked.parts.length},
    {parts: 1, way: null, distance: 0, searched: true, beside: false, joins: false});
  checkMotion(assembly);
});

test('a part that no straight move places appears in its place', () => {
  const assembly = assemblyOf(chains(2));
  const seen = [];
  assembly.pose(1.01, 0, (i, offset) => seen.push(offset));
  assert.deepEqual(seen[1], [0, 0, 0]);
});

test('a group is put together beside the others, and comes in as one', () => {
  const assembly = assemblyOf(parted());
  assert.ok(assembly.moves.every(({way}) => way), 'straight moves suffice');
  const groups = assembly.moves.filter(({joins}) => joins);
  assert.ok(groups.length > 0 && groups.every(({parts}) => parts.length > 1));
  assert.ok(assembly.moves.some(({beside}) => beside));
  checkMotion(assembly);
  assert.deepEqual(assembly.roomBeside(0), [0]);
  assert.deepEqual(assembly.roomBeside(assembly.steps), [0]);
  assert.deepEqual(assembly.roomBeside(assembly.groups[0].step), [1]);
  const highest = (progress) => Math.max(...assembly.hull(progress, 0).flat().map(Math.abs));
  assert.equal(highest(0), highest(assembly.steps));
  assert.ok(highest(assembly.groups[0].step) > highest(0), 'the picture makes room for it');
});

test('pieces that make room for others slide as the scene says, and nothing collides', () => {
  const scene = burr();
  scene.solutions.forEach(({apart}, n) => {
    const assembly = assemblyOf(scene, n);
    const slides = apart.stages.reduce((sum, stage) => sum + stage.slides.length, 0);
    const ends = apart.stages.filter(({staying}) => staying === undefined).length;
    assert.equal(assembly.steps, slides + ends, 'and a step for each part that stays to the last');
    assert.ok(assembly.moves.some(({parts, slides: some}) => some && parts.length > 1));
    checkMotion(assembly);
    const whole = assembly.hull(assembly.steps, 0).flat();
    assert.equal(Math.max(...whole.map(Math.abs)),
      Math.max(...assembly.bounds.high.map(Math.abs)) + 0.5, 'in the end it fills the picture');
  });
  const beside = assemblyOf(scene, 0);
  assert.ok(beside.moves.some((move) => move.beside), 'a removed group is put together beside');
  const highest = (step) => Math.max(...beside.hull(step, 0).flat().map(Math.abs));
  assert.ok(Math.max(...beside.moves.map((_, step) => highest(step))) > highest(beside.steps));
});

/** Fails unless each edge of triangles, by where its ends are, goes both ways equally often. */
function checkClosed({position, index}) {
  const vertex = (v) => [0, 1, 2].map((k) => Math.round(1e5 * position[3 * v + k])).join();
  const edges = new Map();
  const count = (a, b, n) => edges.set(`${a} ${b}`, (edges.get(`${a} ${b}`) ?? 0) + n);
  for (let t = 0; t < index.length; t += 3) {
    for (let k = 0; k < 3; ++k) {
      const [a, b] = [vertex(index[t + k]), vertex(index[t + (k + 1) % 3])];
      count(a, b, 1);
      count(b, a, -1);
    }
  }
  assert.ok([...edges.values()].every((n) => n === 0));
}

test('bodies on every grid are closed, look outward, and are as large as their cells', () => {
  for (const scene of grids()) {
    const {grid, solutions} = readScene(scene);
    const {name} = scene.grid;
    for (const {cells} of solutions[0].parts) {
      const facets = facetsOf([cells], grid);
      checkClosed(facets);
      const alone = cells.map((cell) => volumeOf(facetsOf([[cell]], grid)).volume);
      const sum = alone.reduce((a, b) => a + b);
      const {volume} = volumeOf(facets);
      assert.ok(grid.balls ? volume > sum && volume < 1.1 * sum : Math.abs(volume - sum) < 1e-4,
        `${name}: ${volume}, not ${sum}`);
      const {position, normal, index} = facets;
      for (let i = 0; i < index.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => position.slice(3 * index[i + k], 3 * index[i + k] + 3));
        const told = normal.slice(3 * index[i], 3 * index[i] + 3);
        const across = [0, 1, 2].reduce((all, k) => {
          const [s, t] = [(k + 1) % 3, (k + 2) % 3];
          return all + told[k] *
            ((b[s] - a[s]) * (c[t] - a[t]) - (b[t] - a[t]) * (c[s] - a[s]));
        }, 0);
        assert.ok(across > 0, `${name}: a triangle looks inward`);
      }
    }
  }
});

test('a body has no walls inside, and at most six letters', () => {
  for (const scene of grids()) {
    const {grid, solutions} = readScene(scene);
    if (grid.balls) continue;
    for (const {cells} of solutions[0].parts) {
      const outer = outerFaces(cells, grid);
      const all = cells.reduce((sum, cell) => sum + grid.facesOf(cell).length, 0);
      assert.ok(outer.length <= all - 2 * (cells.length - 1));
      for (const {corners, kinds} of outer) assert.equal(corners.length, kinds.length);
      const letters = letteredAmong(outer, () => false).size;
      assert.ok(letters >= 3 && letters <= 6);
    }
  }
});

/** Whether a point is in a cell that has been moved. */
function isInside(grid, cell, offset, point) {
  return grid.facesOf(cell).every((face) => {
    const [a, b, c] = face.map((p) => plus(grid.at(p), offset));
    const [u, v] = [b, c].map((p) => p.map((x, k) => x - a[k]));
    const n = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    return n.reduce((s, x, k) => s + x * (point[k] - a[k]), 0) < -1e-6;
  });
}

test('parts on every grid come in without running into each other', () => {
  for (const scene of grids()) {
    const {grid} = readScene(scene);
    const assembly = assemblyOf(scene);
    assert.ok(assembly.steps >= assembly.parts.length - 1);
    assert.ok(assembly.moves.every(({way}) => Math.abs(Math.hypot(...way) - 1) < 1e-9));
    const middles = new Map();
    const middle = (cell) => {
      if (!middles.has(key(cell))) middles.set(key(cell), middleOf(cell));
      return middles.get(key(cell));
    };
    const middleOf = (cell) => {
      const corners = [...new Set(grid.facesOf(cell).flat().map(String))]
        .map((p) => grid.at(p.split(',').map(Number)));
      return [0, 1, 2].map((k) => corners.reduce((s, c) => s + c[k], 0) / corners.length);
    };
    for (let n = 0; n <= 4 * assembly.steps; ++n) {
      const there = [];
      assembly.pose(n / 4, 0, (i, offset) => offset && there.push({i, offset: [...offset]}));
      for (const {i, offset} of there) {
        for (const cell of assembly.parts[i].cells) {
          const point = plus(middle(cell), offset);
          for (const other of there) {
            if (other.i === i) continue;
            for (const c of assembly.parts[other.i].cells) {
              const far = Math.hypot(...plus(middle(c), other.offset).map((x, k) => x - point[k]));
              assert.ok(grid.balls ? far > 1 - 1e-6 : !isInside(grid, c, other.offset, point),
                `${scene.grid.name}: part ${i} runs into part ${other.i}`);
            }
          }
        }
      }
    }
    assembly.pose(assembly.steps, 0, (_, offset) =>
      assert.ok(offset && Math.hypot(...offset) < 1e-9, 'in the end every part is in place'));
  }
});

test('the pointer finds cells of every grid', () => {
  for (const scene of grids()) {
    const {grid} = readScene(scene);
    const {parts} = assemblyOf(scene);
    const body = {parts, shown: () => 1, offset: () => [0, 0, 0], turn: () => [0, 0, 0, 1]};
    const picker = new Picker(body, grid);
    parts.forEach(({cells}, i) => {
      const inner = grid.facesOf(cells[0]).map((face) => grid.at(face[0]));
      const point = [0, 1, 2].map((k) => inner.reduce((s, c) => s + c[k], 0) / inner.length);
      assert.equal(picker.pick(point, [0.1, 0.2, 0.3]), i);
    });
    assert.equal(picker.pick([1000, 0, 0], [1, 0, 0]), -1);
  }
});

test('without slides, parts on other grids appear in their places', () => {
  const [scene] = grids();
  delete scene.solutions[0].apart;
  const assembly = assemblyOf(scene);
  assert.equal(assembly.steps, assembly.parts.length);
  assert.ok(assembly.moves.every(({way, searched}) => !way && !searched));
});

test('slanted ways have several names', () => {
  assert.deepEqual(directionNames([0, 0, -1]), ['up']);
  assert.deepEqual(directionNames([0.6, 0, 0.8]), ['down', 'right']);
  assert.deepEqual(directionNames([-0.5, 0.7, -0.5]), ['up', 'front', 'left']);
});

test('grids that cannot be are refused', () => {
  const refused = (change, words) => {
    const [scene] = grids();
    change(scene.grid, scene);
    assert.throws(() => readScene(scene), (error) => error.message.includes(words), words);
  };
  refused((grid) => (grid.units = [1, 0, 1]), 'not three lengths');
  refused((grid) => (grid.period = [2, 0, 1]), 'period');
  refused((grid) => (grid.axes = [[1, 0, 0]]), 'axes');
  refused((grid) => (grid.shapes = []), 'no shapes');
  refused((grid) => (grid.shapes[0].cell = 'a'), 'whole numbers');
  refused((grid) => (grid.shapes[0].faces = []), 'no faces');
  refused((grid) => (grid.shapes[0].faces[0] = [[0, 0, 0]]), 'no three corners');
  refused((grid) => (grid.shapes[0].faces[0][0] = [0, 0.5, 0]), 'whole numbers');
  refused((grid) => grid.shapes.pop(), 'no cell of the grid');
  refused((_, scene) => (scene.grid = 5), 'not an object');
  refused((_, scene) => (scene.kind = 'walk'), 'without a grid');
  refused((_, scene) => (scene.solutions[0].apart.stages[0].slides[0].way = [0, 0, 0]), 'no direction');
});

test('an assembly that does not come apart has no steps', () => {
  const assembly = assemblyOf(locked());
  assert.equal(assembly.steps, 0);
  let seen = 0;
  assembly.pose(0, 0, (_, offset) => (seen += offset ? 1 : 0));
  assert.equal(seen, 2);
});

test('stages that cannot be are refused', () => {
  const refused = (change, words) => {
    const scene = burr();
    change(scene.solutions[0].apart);
    assert.throws(() => readScene(scene), (error) => error.message.includes(words), words);
  };
  refused((apart) => (apart.stages = []), 'has no list of "stages"');
  refused((apart) => apart.stages[0].parts.pop(), 'not some of its stage');
  refused((apart) => (apart.stages[0].slides = []), 'has no "slides"');
  refused((apart) => (apart.stages[0].slides[0].parts = [0, 0]), 'not a list of different parts');
  refused((apart) => (apart.stages[0].slides[0].parts = [0, 1, 2, 3, 4, 5]), 'not some of its stage');
  refused((apart) => (apart.stages[0].slides[0].way = [1, 1, 0]), 'no unit vector');
  refused((apart) => (apart.stages[0].slides[0].distance = 0), 'wrong distance');
  refused((apart) => (apart.stages[0].slides.at(-1).distance = 1), 'wrong distance');
  refused((apart) => (apart.stages[1].staying = 0), 'cannot follow');
  refused((apart) => (apart.stages[0].staying = 2), 'cannot follow');
  refused((apart) => (apart.stages[0].removed = 4), 'cannot follow');
  refused((apart) => delete apart.stages[0].staying, 'belong to no part');
});

test('a key turns in its chamber on the way', () => {
  const assembly = assemblyOf(turnedKey());
  assert.equal(assembly.steps, 3, 'the cage, the key through the channel, and its turn');
  const cellsAt = (progress) => {
    let cells = null;
    assembly.pose(progress, 0, (part, offset, turn) => {
      if (part !== 1 || !offset) return;
      cells = assembly.parts[1].cells.map((cell) => rotate(turn, cell)
        .map((c, k) => Math.round(1000 * (c + offset[k])) / 1000));
    });
    return cells;
  };
  assert.equal(cellsAt(1), null);
  assert.deepEqual(cellsAt(2), [[1, 3, 1], [1, 2, 1]]);
  assert.deepEqual(cellsAt(3), [[2, 3, 1], [3, 3, 1]]);
  const [near, far] = cellsAt(2.5);
  const corner = [1.5, 3.5, 1];
  assert.ok(Math.abs(distance(near, corner) - Math.SQRT1_2) < 0.01, 'on a circle about a corner');
  assert.ok(Math.abs(distance(far, corner) - Math.sqrt(2.5)) < 0.01);
  assert.ok(far[0] < 3 && far[1] < 3, 'between where it begins and ends');
  assert.deepEqual(assembly.rooms.at(-1), assembly.bounds);
});

test('a bar slides by half a cell, and then turns', () => {
  const scene = turnedKey();
  const [stage] = scene.solutions[0].apart.stages;
  stage.divided = 2;
  stage.slides = [
    {parts: [1], way: [1, 0, 0], distance: 1},
    {parts: [1], turn: {axis: [0, 0, 1], twice: [10, 14, 0]}},
    {parts: [1], way: [0, -1, 0]},
  ];
  const assembly = assemblyOf(scene);
  assert.deepEqual(assembly.moves.map(({steps, distance}) => steps ?? distance).slice(2), [undefined, 0.5]);
  const {low, high} = assembly.rooms[2];
  assert.deepEqual([low[0], high[0]], [0, 5], 'the chamber contains it');
  const outside = assemblyOf({...scene, solutions: [{
    parts: [{piece: 0, label: 'a', cells: [[0, 0, 0]]}, {piece: 1, label: 'b', cells: [[1, 0, 0], [2, 0, 0]]}],
    apart: {verdict: 'comes apart', level: '2', stages: [{parts: [0, 1], divided: 2, slides: [
      {parts: [1], turn: {axis: [0, 0, 1], twice: [8, 2, 0]}}, {parts: [1], way: [1, 0, 0]}]}]},
  }]});
  assert.deepEqual(outside.rooms.map((room) => room.low[1]), [0, 0, -0.5, 0]);
  // The cells at 2 and 3 slide to 2.5 and 3.5, and turn about the line through 2.5 and 3.5, which is the point 2, 3 of the
  // coordinates of middles of cells.
  let cells = null;
  assembly.pose(2, 0, (part, offset, turn) => {
    if (part !== 1 || !offset) return;
    cells = assembly.parts[1].cells.map((cell) => rotate(turn, cell).map((c, k) => Math.round(1000 * (c + offset[k])) / 1000));
  });
  assert.deepEqual(cells, [[2, 3.5, 1], [2, 4.5, 1]]);
});

test('turns that cannot be are refused', () => {
  const refused = (change, words) => {
    const scene = turnedKey();
    change(scene.solutions[0].apart.stages[0].slides);
    assert.throws(() => readScene(scene), (error) => error.message.includes(words), words);
  };
  refused((slides) => (slides[0].turn = 1), 'has a "turn" that is not an object');
  refused((slides) => (slides[0].turn.axis = [0, 1, 1]), 'no unit vector');
  refused((slides) => (slides[0].turn.twice = [4, 7, 0]), 'turns cells to no cells');
  refused((slides) => slides.pop(), 'turns and separates nothing');
  const scene = turnedKey();
  scene.solutions[0].apart.stages[0].divided = 3;
  assert.throws(() => readScene(scene), /is not "divided" into 2/);
});

test('two pairs of linked rings are put together apart from each other', () => {
  const assembly = assemblyOf(chains(2, 2));
  assert.equal(assembly.steps, 5);
  assert.equal(assembly.moves.filter(({way}) => !way).length, 2);
  assert.equal(assembly.moves.filter(({joins}) => joins).length, 1);
  checkMotion(assembly);
});

test('straight moves are found for as many parts as possible', () => {
  const random = generator(5);
  let locked = 0;
  for (let n = 0; n < 1500; ++n) {
    const parts = cutCube(random, 3 + random(2), 3 + random(5));
    const moves = buildingMoves(parts);
    const appear = moves.filter(({way}) => !way);
    assert.equal(appear.length, fewestLocked(parts), JSON.stringify(parts));
    assert.ok(appear.every(({searched}) => searched));
    if (appear.length) ++locked;
    const single = moves.filter(({joins}) => !joins).map(({parts: [part]}) => part);
    assert.deepEqual(single.sort((a, b) => a - b), parts.map((_, i) => i), 'each part comes once');
    if (appear.length || moves.some(({joins}) => joins)) {
      checkMotion(new Assembly({parts: parts.map((part) => ({...part, piece: 0}))}, ['#000000']));
    }
  }
  assert.ok(locked > 20, `${locked} of them are locked`);
});

test('outer components of a graph', () => {
  const sorted = (lists) => lists.map((list) => [...list].sort()).sort();
  const {count, ends, starts} = outerComponents([[1], [2], [0, 3], [4], [3], [3, 5], []]);
  assert.equal(count, 4);
  assert.deepEqual(sorted(ends), [[3, 4], [6]]);
  assert.deepEqual(sorted(starts), [[0, 1, 2], [5], [6]]);
  const chain = Array.from({length: 100_000}, (_, i) => (i ? [i - 1] : []));
  assert.equal(outerComponents(chain).count, 100_000, 'as deep as may be');
});

test('the search for moves is limited, and says where it was not made', () => {
  const long = chains(3000);
  const start = performance.now();
  const moves = buildingMoves(long.solutions[0].parts);
  assert.ok(performance.now() - start < 20_000);
  assert.ok(moves.some(({searched}) => !searched));
  assert.ok(moves.every(({way, searched}) => searched || way === null));
});

test('layers read as they were printed', () => {
  const {parts} = readScene(soma()).solutions[0];
  const text = layersOf(parts, false)
    .map(({rows}) => rows.map((row) => row.map((p) => parts[p].label).join('')).join('/'));
  assert.deepEqual(text, ['SSL/PSS/TTT', 'QPL/PPR/YTR', 'QQL/YQL/YYR']);
  const cubelets = CHRISTMAS.map((cell, i) => ({label: String(i + 1), cells: [cell]}));
  const upward = layersOf(cubelets, true)
    .map(({rows}) => rows.map((row) => row.map((p) => p + 1).join(' ')).join('/'));
  assert.deepEqual(upward, ['21 8 27/22 7 26/23 24 25', '20 9 12/17 6 13/16 15 14', '19 10 11/18 5 4/1 2 3']);
});

test('scenes are read', () => {
  const scene = readScene(soma());
  assert.equal(scene.solutions.length, 10);
  assert.equal(scene.more, 230n);
  assert.equal(readScene({...soma(), more: '123456789012345678901234567890'}).more,
    123456789012345678901234567890n);
  assert.equal(readScene(snake()).solutions[0].walk.length, 27);
  assert.equal(readScene({format: FORMAT, kind: 'walk', solutions: []}).title, 'dlx');
});

test('a bad scene is refused with the reason', () => {
  const one = (parts) => ({...soma(), solutions: [{parts}]});
  const walk = (cells) => ({...snake(), solutions: [{walk: cells}]});
  for (const [scene, words] of [
    [null, /not a JSON object/],
    [[], /not a JSON object/],
    [{}, /format is missing/],
    [{...soma(), format: 'dlx-scene/2'}, /format is "dlx-scene\/2"/],
    [{...soma(), kind: 'cube'}, /kind is "cube"/],
    [{...soma(), solutions: undefined}, /"solutions" is missing/],
    [{...soma(), pieces: 3}, /"pieces" is not a list/],
    [{...soma(), pieces: [{name: 'L', colour: 'red'}]}, /not of the form #rrggbb/],
    [{...soma(), more: -1}, /"more" is not a count/],
    [{...soma(), title: {}}, /the title is not a text/],
    [{...soma(), solutions: [{}]}, /solution 1 has no "parts"/],
    [one([]), /solution 1 has no "parts"/],
    [one([{piece: 7, cells: [[0, 0, 0]]}]), /part 0 of solution 1 names a piece/],
    [one([{piece: 0, cells: []}]), /part 0 of solution 1 has no cells/],
    [one([{piece: 0, cells: [[0, 0]]}]), /a cell that is not \[x, y, z\]/],
    [one([{piece: 0, cells: [[0, 0, 0.5]]}]), /a cell that is not \[x, y, z\]/],
    [one([{piece: 0, cells: [[0, 0, 65536]]}]), /a cell that is not \[x, y, z\]/],
    [one([{piece: 0, cells: [[0, 0, 0]]}, {piece: 1, cells: [[0, 0, 0]]}]), /covered already/],
    [walk([[0, 0, 0]]), /no "walk" of two cells/],
    [walk([[0, 0, 0], [1, 1, 0]]), /jumps from \[0,0,0\] to \[1,1,0\]/],
    [walk([[0, 0, 0], [1, 0, 0], [0, 0, 0]]), /covered already/],
  ]) {
    assert.throws(() => readScene(scene), {message: words});
  }
  assert.throws(() => parseScene('DLX_' + 'SCENE'), {message: /holds no scene/});
  assert.throws(() => parseScene('{'), {message: /not JSON/});
});

test('colours differ, and given ones are kept', () => {
  for (const n of [1, 7, 8, 9, 12, 30, 60]) {
    const colours = coloursOf(Array.from({length: n}, () => ({colour: null})));
    assert.equal(new Set(colours).size, n);
    for (const colour of colours) assert.match(colour, /^#[0-9a-f]{6}$/);
    if (n > 8) {
      colours.slice(1).forEach((colour, i) =>
        assert.ok(Math.abs(luminance(colour) - luminance(colours[i])) > 0.05));
    }
  }
  assert.deepEqual(coloursOf([{colour: '#D95F02'}, {colour: null}]), ['#d95f02', '#56b4e9']);
});

test('a part has one letter on each of its sides, on an open face if there is one', () => {
  const parts = readScene(soma()).solutions[0].parts.map(({cells}) => cells);
  const {tag, normal, position, face} = surfaceOf(parts);
  const all = new Set(parts.flatMap((cells) => cells.map(String)));
  const lettered = parts.map(() => new Map());  // from normals to cells
  for (let v = 0; v < tag.length / 2; ++v) {
    if (!(tag[2 * v] & LETTERED)) continue;
    const n = [0, 1, 2].map((k) => normal[4 * v + k]);
    // A vertex lies at most half a cell and the skin from the middle of its face.
    const axis = n.findIndex((c) => c !== 0);
    const [a, b] = [face[2 * v], face[2 * v + 1]];
    const cell = [0, 1, 2].map((k) => {
      const within = k === axis ? n[k] * 0.5 : k === (axis + 1) % 3 ? a : b;
      return Math.round(position[3 * v + k] - within);
    });
    const sides = lettered[tag[2 * v + 1]];
    if (sides.has(String(n))) assert.deepEqual(sides.get(String(n)), cell);
    sides.set(String(n), cell);
  }
  parts.forEach((cells, p) => {
    const own = new Set(cells.map(String));
    assert.equal(lettered[p].size, 6);
    for (const [side, cell] of lettered[p]) {
      const n = side.split(',').map(Number);
      const next = (c) => String(c.map((x, k) => x + n[k]));
      assert.ok(own.has(String(cell)) && !own.has(next(cell)));
      const open = cells.some((c) => !all.has(next(c)));
      assert.equal(!all.has(next(cell)), open);
    }
  });
});

test('letters have the contrast of AA on every colour', () => {
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  for (let grey = 0; grey < 256; ++grey) {
    const colour = `#${grey.toString(16).padStart(2, '0').repeat(3)}`;
    assert.ok(ratio(luminance(colour), wantsDarkInk(colour) ? 0 : 1) >= 4.5, colour);
  }
});

test('the view turns to a move that is hidden, by a quarter at most and by no more than it must', () => {
  const home = {azimuth: 28, polar: 62, zoom: 2, panX: 0, panY: 0};
  const only = (good) => (view) => (good(view) ? 1 : 0);
  assert.equal(viewOfMove(home, home, () => 0.5), home, 'enough is in sight');
  assert.equal(viewOfMove(home, home, () => 0), home, 'nothing is in sight from anywhere');
  const right = viewOfMove(home, home, only(({azimuth}) => azimuth > 60));
  assert.deepEqual(right, {...home, azimuth: 73});
  assert.deepEqual(viewOfMove(home, home, only(({azimuth}) => azimuth > 80)), {...home, azimuth: 118});
  assert.deepEqual(viewOfMove(home, home, only(({polar}) => polar > 90)), {...home, polar: 118});
  // From one side, the other side is half a turn away.
  assert.deepEqual(viewOfMove(right, home, only(({azimuth}) => azimuth < 0)).azimuth, -17);
  assert.equal(viewOfMove(right, home, only(({azimuth}) => azimuth < -20)), right);
  const random = generator(5);
  for (let n = 0; n < 1000; ++n) {
    const now = {azimuth: random(360) - 180, polar: random(181)};
    const seen = new Map();
    const sight = (view) => {
      const name = `${view.azimuth} ${view.polar}`;
      if (!seen.has(name)) seen.set(name, random(100) / 100);
      return seen.get(name);
    };
    const to = viewOfMove(now, home, sight);
    assert.ok(angleBetween(now, to) <= 90.001);
    assert.ok(sight(to) >= sight(now));
    for (const [much, end] of [[0, now], [1, to]]) assert.ok(angleBetween(viewBetween(now, to, much), end) < 0.01);
  }
  assert.deepEqual(viewBetween({azimuth: 170, polar: 60}, {azimuth: -170, polar: 80}, 0.5), {azimuth: 180, polar: 70});
});

test('an address says the settings', () => {
  assert.deepEqual(readAddress('#solution=3&step=5&explode=0.4&labels=0'),
    {solution: 3, step: 5, explode: 0.4, labels: false});
  assert.deepEqual(readAddress('#step=x&explode=&nonsense=1'), {});
  const home = {azimuth: 0, polar: 0, zoom: 1};
  const state = {
    solution: 2, step: 4, explode: 0.5, labels: true, layers: true, hidden: ['0', '3.1'],
    isolated: '2', view: {azimuth: 12.34, polar: 50, zoom: 1.5},
  };
  const hash = writeAddress(state, home);
  assert.equal(hash,
    '#solution=2&step=4&explode=0.5&labels=1&layers=1&hide=0,3.1&only=2&view=12.3,50,1.5');
  const {view, ...rest} = state;
  assert.deepEqual(readAddress(hash), {...rest, view: {...view, azimuth: 12.3}});
});

test('64 000 cells make a mesh', () => {
  const scene = readScene(bars(40, 40, 40, 5));
  const surface = surfaceOf(scene.solutions[0].parts.map(({cells}) => cells));
  assert.equal(surface.index.length / 6, 12800 * 22);
});
