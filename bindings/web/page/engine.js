// Starts the web worker in which the engine runs, and sends it requests of the page.

const patience = 1000; // time in ms after which a worker that does not stop is terminated

export class Engine {
  /**
   * `source`: the source code of the worker. `binary`: a promise of the bytes of engine.wasm. `onMessage` receives the
   * messages of worker.js about the latest search.
   */
  constructor(source, binary, onMessage) {
    this.url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.binary = binary;
    this.onMessage = onMessage;
    this.id = 0; // number of the latest search
    this.questions = new Map(); // calls of ask() that have no answer yet, by their numbers
    this.asked = 0;
    this.start();
  }

  start() {
    const worker = new Worker(this.url);
    this.worker = worker;
    this.binary.then((binary) => worker.postMessage({ task: 'start', binary }));
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.giveUp({ kind: 'failed', error: { message: event.message || 'the engine died' } });
    };
  }

  receive(data) {
    if (data.kind === 'answer') {
      this.questions.get(data.question)?.(data.answer);
      this.questions.delete(data.question);
      return;
    }
    if (data.kind === 'over' || data.kind === 'failed') clearTimeout(this.timer);
    if (data.kind === 'progress' || data.kind === 'over') this.latest = data;
    if (data.id === this.id) this.onMessage(data);
  }

  post(task, more = {}) {
    this.worker.postMessage({ task, id: this.id, ...more });
  }

  /**
   * Returns the result of a function of door.cpp. If the function makes a file, the result also contains the bytes of
   * the file as `data`. If the worker is terminated, the result is an error.
   */
  ask(name, ...given) {
    this.asked += 1;
    const question = this.asked;
    this.worker.postMessage({ task: 'ask', name, given, question });
    return new Promise((resolve) => this.questions.set(question, resolve));
  }

  solve(open, start) {
    this.id += 1;
    this.latest = undefined;
    this.post('solve', { open, start });
  }

  resume() {
    this.post('resume');
  }

  stop() {
    this.post('stop');
    clearTimeout(this.timer);
    // Building a problem cannot pause, so the worker may not respond and must be terminated. The
    // results that it has already reported stay on the page.
    this.timer = setTimeout(() => {
      this.giveUp({ ...this.latest, kind: 'over', stopped: true, gone: true });
    }, patience);
  }

  giveUp(message) {
    clearTimeout(this.timer);
    this.worker.terminate();
    const unanswered = [...this.questions.values()];
    this.questions.clear();
    this.start();
    for (const answer of unanswered) answer({ error: { message: 'it was stopped' } });
    this.onMessage({ ...message, id: this.id });
  }
}
