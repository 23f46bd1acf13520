// Opens the page in headless Chromium for the tests, asks for solutions, and reads what the page shows.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';

import puppeteer from 'puppeteer-core';

import { written } from '../page/address.js';
import { folder } from './support.mjs';

export const file = join(folder, 'dlx.html');
export const address = pathToFileURL(file).href;
export const patience = 120_000; // time limit in ms; the machine may be slow

export let browser;
export let page;
export let trouble; // errors and network requests of the page, which must not occur

before(async () => {
  browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    protocolTimeout: 2 * patience,
  });
});
after(() => browser.close());

beforeEach(async () => {
  const last = page;
  page = await browser.newPage(); // first, because a browser without pages may exit
  await last?.close();
  page.setDefaultTimeout(patience);
  trouble = [];
  // Software rendering, used without a graphics card, reports that it is slow.
  const isSlow = (words) => /GPU stall|GL Driver Message/.test(words);
  page.on('console', (message) => {
    if (!isSlow(message.text())) trouble.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !/^(blob:|data:|about:srcdoc)/.test(url)) trouble.push(`request: ${url}`);
  });
  await page.setViewport({ width: 1280, height: 900 });
});

afterEach(() => assert.deepEqual(trouble, []));

export async function open(game) {
  await page.goto('about:blank');
  await page.goto(address + (game ? written(game) : ''));
  await page.waitForFunction(() => document.getElementById('version').textContent !== '');
}

export const text = (id) => page.$eval(`#${id}`, (element) => element.textContent);
export const digits = (words) => words.replace(/\D/g, '');
export const found = async () => digits(await text('number'));
export const nodes = async () => Number(digits(await text('nodes')));

/** Presses a button that starts a search, and waits for its end. Returns the class of the status. */
export async function ask(button) {
  await page.click(`#${button}`);
  await page.waitForFunction(
    () => {
      const hidden = (id) => document.getElementById(id).hidden;
      return hidden('stop') || !hidden('error');
    },
    { polling: 5 },
  );
  return page.$eval('#status', (status) => status.className);
}

/** Selects how solutions are shown, if possible: as "space", "picture" or "words". */
export async function show(how) {
  await page.waitForSelector('#range:not(:empty)', { visible: true });
  const hidden = await page.$eval(`#as-${how}`, (button) => button.hidden);
  if (!hidden) await page.click(`#as-${how}`);
  await page.waitForSelector(how === 'space' ? '#frame' : '#list li', { visible: true });
}

/** Returns the texts of all listed solutions, from all pages. */
export async function listed() {
  const solutions = [];
  if (await page.$eval('#solutions', (section) => section.hidden)) return solutions;
  for (;;) {
    await page.waitForFunction(() => document.querySelectorAll('#list pre').length > 0);
    solutions.push(...(await page.$$eval('#list pre', (list) => list.map((p) => p.textContent))));
    const more = await page.evaluate(() => {
      const next = document.getElementById('next');
      return !document.getElementById('pager').hidden && !next.disabled;
    });
    if (!more) return solutions;
    const before = solutions.at(-1);
    await page.click('#next');
    await page.waitForFunction(
      (last) => [...document.querySelectorAll('#list pre')].at(-1)?.textContent !== last,
      {},
      before,
    );
  }
}

/** Evaluates an expression in the viewer's page, which is in a frame. */
export async function inViewer(expression) {
  const handle = await page.waitForSelector('#frame');
  const frame = await handle.contentFrame();
  return frame.evaluate(expression);
}

/** Waits until the viewer shows a solution without motion. */
export async function viewerStill() {
  const handle = await page.waitForSelector('#frame', { visible: true });
  const frame = await handle.contentFrame();
  await frame.waitForFunction('window.dlxViewer && !dlxViewer.state().moving && dlxViewer.state().firstDraw !== null');
  return frame.evaluate('dlxViewer.state()');
}
