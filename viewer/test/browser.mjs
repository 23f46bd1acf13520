// A headless Chromium, spoken to over its debugging pipe (--remote-debugging-pipe): JSON messages
// that end with a zero byte, written to file descriptor 3 of the browser and read from 4.

import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';

const PATIENCE = 60_000;  // milliseconds for any one thing

const GRAPHICS = {
  on: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  off: ['--disable-gpu', '--disable-3d-apis'],
};

export class Browser {
  /** `webgl`: false for a browser without it. */
  static async start({webgl = true} = {}) {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), 'dlx-viewer-'));
    browser.process = spawn(process.env.CHROMIUM ?? 'chromium', [
      '--headless=new', '--remote-debugging-pipe', '--no-sandbox', '--no-first-run',
      '--disable-extensions', '--disable-background-networking', '--disable-dev-shm-usage',
      '--hide-scrollbars', '--mute-audio', `--user-data-dir=${browser.folder}/profile`,
      ...GRAPHICS[webgl ? 'on' : 'off'], 'about:blank',
    ], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    browser.listen();
    await browser.send('Browser.getVersion');
    return browser;
  }

  listen() {
    this.next = 1;
    this.waiting = new Map();
    this.pages = new Map();
    let rest = Buffer.alloc(0);
    this.process.stdio[4].on('data', (data) => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) {
        this.receive(JSON.parse(rest.subarray(0, end).toString()));
      }
    });
    const lost = (why) => {
      for (const {reject} of this.waiting.values()) reject(new Error(`chromium: ${why}`));
      this.waiting.clear();
    };
    this.process.on('error', (error) => lost(error.message));
    this.process.on('exit', (code) => lost(`ended with ${code}`));
    this.process.stdio[3].on('error', () => {});
    this.process.stdio[4].on('error', () => {});
  }

  receive(message) {
    if (message.id === undefined) {
      this.pages.get(message.sessionId)?.receive(message);
      return;
    }
    const {resolve, reject, timer} = this.waiting.get(message.id) ?? {};
    if (!resolve) return;
    clearTimeout(timer);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(message.error.message));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error(`no answer to ${method}`));
      }, PATIENCE);
      this.waiting.set(id, {resolve, reject, timer});
      this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
    });
  }

  /** A page at a file; `media`: {"prefers-color-scheme": "dark", ...}. */
  async open(file, {hash = '', width = 1280, height = 800, scale = 1, mobile = false, media = {}} = {}) {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page(this, targetId, sessionId);
    this.pages.set(sessionId, page);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride',
      {width, height, deviceScaleFactor: scale, mobile});
    if (mobile) await page.send('Emulation.setTouchEmulationEnabled', {enabled: true});
    await page.send('Emulation.setEmulatedMedia', {
      features: Object.entries(media).map(([name, value]) => ({name, value})),
    });
    const loaded = page.once('Page.loadEventFired');
    await page.send('Page.navigate', {url: pathToFileURL(file).href + hash});
    await loaded;
    await page.evaluate('window.dlxViewer?.ready');
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    await this.send('Browser.close').catch(() => {});
    await ended;
    rmSync(this.folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
  }
}

class Page {
  constructor(browser, target, session) {
    this.browser = browser;
    this.target = target;
    this.session = session;
    this.complaints = [];  // of the console, uncaught errors
    this.requests = [];    // that go beyond the file and what it contains
    this.listeners = new Map();
  }

  receive({method, params}) {
    this.listeners.get(method)?.(params);
    if (method === 'Runtime.exceptionThrown') {
      const {text, exception} = params.exceptionDetails;
      this.complaints.push(exception?.description ?? text);
    } else if (method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(params.type)) {
      this.complaints.push(params.args.map((a) => a.value ?? a.description).join(' '));
    } else if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) {
      this.complaints.push(params.entry.text);
    } else if (method === 'Network.requestWillBeSent' && !/^(file|data|blob):/.test(params.request.url)) {
      this.requests.push(params.request.url);
    }
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  once(method) {
    return new Promise((resolve) => this.listeners.set(method, (params) => {
      this.listeners.delete(method);
      resolve(params);
    }));
  }

  async evaluate(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate',
      {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  state() {
    return this.evaluate('dlxViewer.state()');
  }

  /** Until the expression is true. */
  async until(expression) {
    for (const start = Date.now(); Date.now() - start < PATIENCE;) {
      if (await this.evaluate(`Boolean(${expression})`)) return;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error(`never came true: ${expression}`);
  }

  /** Until nothing moves and that has been drawn. */
  async settle() {
    await this.until('!dlxViewer.state().moving');
    await this.evaluate('new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(f)))');
  }

  async mouse(type, x, y, extra = {}) {
    await this.send('Input.dispatchMouseEvent',
      {type, x, y, button: 'none', pointerType: 'mouse', ...extra});
  }

  async clickAt(x, y, count = 1) {
    await this.mouse('mouseMoved', x, y);
    for (let i = 1; i <= count; ++i) {
      await this.mouse('mousePressed', x, y, {button: 'left', clickCount: i});
      await this.mouse('mouseReleased', x, y, {button: 'left', clickCount: i});
    }
  }

  async click(selector) {
    const [x, y] = await this.evaluate(`(() => {
      const e = document.querySelector(${JSON.stringify(selector)});
      e.scrollIntoView({block: 'nearest'});
      const b = e.getBoundingClientRect();
      return [b.x + b.width / 2, b.y + b.height / 2];
    })()`);
    await this.clickAt(x, y);
  }

  async press(key) {
    const text = key.length === 1 ? key : undefined;
    await this.send('Input.dispatchKeyEvent', {type: 'keyDown', key, text});
    await this.send('Input.dispatchKeyEvent', {type: 'keyUp', key});
  }

  /** The picture as PNG bytes; of a rectangle {x, y, width, height} if given. */
  async shot(clip) {
    const {data} = await this.send('Page.captureScreenshot',
      {format: 'png', ...(clip && {clip: {...clip, scale: 1}})});
    return Buffer.from(data, 'base64');
  }

  async save(file) {
    writeFileSync(file, await this.shot());
  }

  async close() {
    this.browser.pages.delete(this.session);
    await this.browser.send('Target.closeTarget', {targetId: this.target});
  }
}
