// The searches that the tests of the page use. The files contain the output of the command dlx:
//     DLX=build/release/apps/dlx node fixtures.mjs            fails if a file differs from the output
//     DLX=build/release/apps/dlx node fixtures.mjs --write    writes the files

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';

export const toy = 'a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n';  // the first example of Knuth
export const own = 'a b c d e f\nb c\na f\nc d e\na e f\na b f\nc d\na d e\n';   // an example with seven options
export const coloured = 'p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n';

const FIXTURES = {
  toy: {input: toy, args: ['explain', '-', '--json']},
  own: {input: own, args: ['explain', '-', '--json']},
  coloured: {input: coloured, args: ['explain', '-', '--json']},
  cut: {input: toy, args: ['explain', '-', '--json', '--most', '3', '--quiet']},
  queens: {input: '', args: ['queens', '6', '--explain', '/dev/null', '--json', '--quiet']},
  dominoes: {input: '', args: ['dominoes', '3x4', '--explain', '/dev/null', '--json', '--quiet']},
};

export function fixture(name) {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));
}

/** The output of the command dlx. The exit code 3 means that a search was cut off. */
function printed({input, args}) {
  try {
    return execFileSync(process.env.DLX, args, {input}).toString();
  } catch (error) {
    if (error.status !== 3) throw error;
    return error.stdout.toString();
  }
}

if (process.env.DLX && process.argv[1]?.endsWith('fixtures.mjs')) {
  for (const [name, command] of Object.entries(FIXTURES)) {
    const text = printed(command);
    if (process.argv.includes('--write')) writeFileSync(new URL(`${name}.json`, import.meta.url), text);
    else assert.deepEqual(fixture(name), JSON.parse(text), name);
  }
}
