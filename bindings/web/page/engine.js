// The engine in its worker, as the page sees it.

const patience = 1000; // ms that a search may take to stop, before its worker is given up

export class Engine {
  /** `onMessage` gets what worker.js posts about the latest search. */
  constructor(source, onMessage) {
    this.url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.onMessage = onMessage;
    this.id = 0;
    this.start();
  }

  start() {
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => {
      if (data.kind === 'over' || data.kind === 'failed') clearTimeout(this.timer);
      if (data.kind === 'progress' || data.kind === 'over') this.latest = data;
      if (data.id === undefined || data.id === this.id) this.onMessage(data);
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.giveUp({ kind: 'failed', error: { message: event.message || 'the engine died' } });
    };
  }

  post(task, more = {}) {
    this.worker.postMessage({ task, id: this.id, ...more });
  }

  about() {
    this.post('about');
  }

  solve(open, start) {
    this.id += 1;
    this.latest = undefined;
    this.post('solve', { open, start });
  }

  resume() {
    this.post('resume');
  }

  solutions(first, most) {
    this.post('solutions', { first, most });
  }

  text(open) {
    this.id += 1;
    this.post('text', { open });
  }

  stop() {
    this.post('stop');
    clearTimeout(this.timer);
    // Building a problem cannot pause: then the worker goes, and what it had reported stays.
    this.timer = setTimeout(() => {
      this.giveUp({ ...this.latest, kind: 'over', stopped: true, gone: true });
    }, patience);
  }

  giveUp(message) {
    clearTimeout(this.timer);
    this.worker.terminate();
    this.start();
    this.onMessage({ ...message, id: this.id });
  }
}
