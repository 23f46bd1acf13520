// Turns, zooms and shifts the view of the 3D picture by gestures of fingers and mouse. Reports
// hovering and tapping.

const TAP = 6;            // number of pixels that a finger may move during a tap
const TURN = 0.45;        // degrees by which the view turns for each pixel of a drag
const FRICTION = 0.0045;  // fraction of the turning speed that is lost in a millisecond
const ZOOM = [0.2, 12];

export function clampView(view) {
  view.polar = Math.min(180, Math.max(0, view.polar));
  view.azimuth = ((view.azimuth % 360) + 540) % 360 - 180;
  view.zoom = Math.min(ZOOM[1], Math.max(ZOOM[0], view.zoom));
  return view;
}

export class Gestures {
  /** `on` has the functions to call: changed(), hover(x, y) or hover(null), tap(x, y, shift),
      home() and calm(). calm() returns true if the view must stop at once, without inertia. */
  constructor(canvas, view, on) {
    this.canvas = canvas;
    this.view = view;
    this.on = on;
    this.fingers = new Map();
    this.speed = [0, 0];
    this.used = false;  // whether the user has changed the view
    const listen = (type, handler, options) => canvas.addEventListener(type, handler, options);
    listen('pointerdown', (e) => this.down(e));
    listen('pointermove', (e) => this.move(e));
    listen('pointerup', (e) => this.up(e));
    listen('pointercancel', (e) => this.up(e));
    listen('pointerleave', () => this.fingers.size || on.hover(null));
    listen('wheel', (e) => this.wheel(e), {passive: false});
    listen('dblclick', () => on.home());
    listen('contextmenu', (e) => e.preventDefault());
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  }

  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, this.at(event));
    this.start = this.fingers.size === 1 ? this.at(event) : null;
    this.speed = [0, 0];
  }

  move(event) {
    const now = this.at(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.on.hover(now.x, now.y);
      return;
    }
    if (this.start && Math.hypot(now.x - this.start.x, now.y - this.start.y) > TAP) {
      this.start = null;
    }
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    if (this.fingers.size === 2) {
      this.pinch(event.pointerId, now, before);
    } else if (event.buttons & 6 || event.shiftKey) {
      this.shift(dx, dy);
    } else if (!this.start) {
      this.turn(dx, dy);
      const span = Math.max(1, event.timeStamp - (this.last ?? 0));
      this.speed = span < 80 ? [dx / span, dy / span] : [0, 0];
    }
    this.last = event.timeStamp;
    this.fingers.set(event.pointerId, now);
    this.changed();
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (event.timeStamp - (this.last ?? 0) > 60 || this.on.calm()) this.speed = [0, 0];
    if (this.start && event.type === 'pointerup') this.on.tap(this.start.x, this.start.y, event.shiftKey);
    this.start = null;
    this.changed();
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-Math.max(-300, Math.min(300, event.deltaY * lines)) * 0.0015));
    this.changed();
  }

  turn(dx, dy) {
    this.used = true;
    this.view.azimuth -= dx * TURN;
    this.view.polar -= dy * TURN;
  }

  zoom(factor) {
    this.used = true;
    this.view.zoom *= factor;
  }

  shift(dx, dy) {
    const unit = 0.353 / this.canvas.clientHeight;  // twice the tangent of half the field of view
    this.used = true;
    this.view.panX -= dx * unit;
    this.view.panY += dy * unit;
  }

  pinch(id, now, before) {
    const other = [...this.fingers].find(([key]) => key !== id)[1];
    const far = (p) => Math.max(10, Math.hypot(p.x - other.x, p.y - other.y));
    this.zoom(far(now) / far(before));
    this.shift((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  changed() {
    clampView(this.view);
    this.on.changed();
  }

  /** Lets the view turn on by inertia for `span` milliseconds. Returns true while the view is
      turning. */
  coast(span) {
    if (this.fingers.size || Math.hypot(...this.speed) < 0.01) return false;
    this.turn(this.speed[0] * span, this.speed[1] * span);
    const left = Math.exp(-FRICTION * span);
    this.speed = this.speed.map((s) => s * left);
    clampView(this.view);
    return true;
  }
}
