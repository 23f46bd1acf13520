// A picture that may be larger than its box on the page. The picture can be fitted to the box, and
// zoomed and moved by mouse, finger and keys.

import {$, drawn} from './dom.js';

export class Pane {
  /** Puts an SVG picture with the group `content` into the box. `width` and `height` are the size
      of the picture. */
  constructor(box, {content, width, height, label}) {
    this.box = box;
    this.content = content;
    this.width = width;
    this.height = height;
    this.svg = drawn('svg', {role: 'img', 'aria-label': label, width: '100%', height: '100%'}, content);
    box.replaceChildren(this.svg);
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.fitted = true;
    this.aim = null;  // the part of the picture that must stay in view
    this.pointers = new Map();
    this.#listen();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
  }

  /** Releases this picture, so that the box can show another picture. */
  close() {
    this.observer.disconnect();
  }

  get fitScale() {
    const {clientWidth, clientHeight} = this.box;
    return Math.min(1.3, clientWidth / this.width, clientHeight / this.height);
  }

  resize() {
    if (!this.box.clientWidth) return;
    if (this.fitted) this.fit();
    else this.follow(this.aim);
  }

  fit() {
    this.fitted = true;
    this.scale = this.fitScale;
    this.x = (this.box.clientWidth - this.width * this.scale) / 2;
    this.y = (this.box.clientHeight - this.height * this.scale) / 2;
    this.#place();
  }

  zoom(factor, at = {x: this.box.clientWidth / 2, y: this.box.clientHeight / 2}) {
    const scale = Math.min(3, Math.max(Math.min(0.05, this.fitScale), this.scale * factor));
    this.x = at.x - (at.x - this.x) * scale / this.scale;
    this.y = at.y - (at.y - this.y) * scale / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.#place();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.#place();
  }

  /** Moves the picture, if necessary, so that a part of it is visible. The part is a rectangle {x,
      y, width, height} in coordinates of the picture. */
  follow(part) {
    this.aim = part;
    if (this.fitted || !part) return;
    const by = (low, size, offset, room) => {
      const from = low * this.scale + offset;
      const to = from + size * this.scale;
      if (from >= 0 && to <= room) return 0;
      return (room - from - to) / 2;
    };
    this.x += by(part.x, part.width, this.x, this.box.clientWidth);
    this.y += by(part.y, part.height, this.y, this.box.clientHeight);
    this.#place();
  }

  #place() {
    this.content.setAttribute('transform', `translate(${this.x.toFixed(1)} ${this.y.toFixed(1)}) scale(${this.scale.toFixed(4)})`);
    this.onplace?.();
  }

  #listen() {
    const {svg} = this;
    const point = (event) => {
      const box = this.box.getBoundingClientRect();
      return {x: event.clientX - box.left, y: event.clientY - box.top};
    };
    svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), point(event));
    }, {passive: false});
    svg.addEventListener('pointerdown', (event) => {
      this.pointers.set(event.pointerId, point(event));
      this.moved = 0;
    });
    svg.addEventListener('pointermove', (event) => {
      const old = this.pointers.get(event.pointerId);
      if (!old) return;
      const now = point(event);
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) this.zoom(distance(now, other) / Math.max(1, distance(old, other)), other);
      this.moved += distance(old, now);
      if (this.moved > 4) {
        if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
        if (!other) this.move(now.x - old.x, now.y - old.y);
      }
      this.pointers.set(event.pointerId, now);
    });
    for (const type of ['pointerup', 'pointercancel', 'pointerleave']) {
      svg.addEventListener(type, (event) => this.pointers.delete(event.pointerId));
    }
  }
}

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Connects the buttons and keys that zoom and move a picture. `pane()` returns the picture that is
    shown. */
export function control(name, pane) {
  const does = {
    larger: () => pane().zoom(1.25), smaller: () => pane().zoom(0.8), fit: () => pane().fit(),
  };
  for (const [what, act] of Object.entries(does)) $(`${name}-${what}`).addEventListener('click', act);
  $(`${name}-box`).addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const key = event.shiftKey && event.key.startsWith('Arrow') ? `shift ${event.key}` : event.key;
    const act = {
      '+': does.larger, '-': does.smaller, 0: does.fit,
      'shift ArrowLeft': () => pane().move(60, 0), 'shift ArrowRight': () => pane().move(-60, 0),
      'shift ArrowUp': () => pane().move(0, 60), 'shift ArrowDown': () => pane().move(0, -60),
    }[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
