// Colours of pieces named by a colour: the page and the command have the same ones. Needs Node only.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { namedColours, palette } from '../page/colours.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

test('the palette is that of reductions/drawing/palette.cpp', () => {
  const source = readFileSync(join(root, 'reductions/drawing/palette.cpp'), 'utf8');
  const there = [...source.matchAll(/\{"(\w+)", \{0x([0-9a-f]{6}), 0x([0-9a-f]{6})\}\}/g)];
  assert.deepEqual(
    palette,
    there.map(([, word, strong, light]) => [word, parseInt(strong, 16), parseInt(light, 16)]),
  );
});

test('names that begin with a colour word get shades of that colour', () => {
  const six = namedColours([1, 2, 3, 4, 5, 6].map((n) => `blue${n}`));
  assert.equal(six[0], '#3f88dd');
  assert.equal(six[5], '#abd0fa');
  assert.equal(new Set(six).size, 6);
  assert.deepEqual(namedColours(['Red 5', 'L', 'redwood', 'redé', '', 'gray', 'grey']), [
    '#e24a41',
    undefined,
    undefined,
    undefined,
    undefined,
    '#b0b0b0',
    '#d2d2d2',
  ]);
});
