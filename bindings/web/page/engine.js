// The engine in its worker, as the page sees it.

const patience = 1000; // ms that a search may take to stop, before its worker is given up

export class Engine {
  /**
   * `source`: the source of the worker; `binary`: a promise of the engine's bytes. `onMessage` gets
   * the messages of worker.js about the latest search.
   */
  constructor(source, binary, onMessage) {
    this.url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.binary = binary;
    this.onMessage = onMessage;
    this.id = 0; // number of the latest search
    this.questions = new Map(); // questions that wait for an answer
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
   * The result of a function of door.cpp, with `data`, the bytes, if it makes a file. A worker that is
   * given up answers with an error.
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
    // Building a problem cannot pause. The worker is stopped then, and the results that it had
    // reported stay.
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
