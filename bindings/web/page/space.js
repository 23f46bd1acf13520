// Shows solutions in space. The viewer (../../../viewer) is a page of its own and runs in a frame of this page. The
// frame is made when a scene is shown in it for the first time. The frame has the same origin as this page, so this
// page can call the frame's `dlxViewer`. Elements of the viewer that this page has too, such as a title, are hidden in
// the frame.

import { asText, packed, pageFrame } from './dom.js';

const place = 'DLX_SCENE'; // the viewer's page contains this text once; a scene replaces it

let viewerPage;
/** Returns the viewer's page as text. */
const viewer = () => (viewerPage ??= packed('viewer').then(asText));

/** Returns the viewer's page with a scene, as a complete file. */
export async function pageOf(scene) {
  const [before, after] = (await viewer()).split(place);
  return before + JSON.stringify(scene).replaceAll('<', '\\u003c') + after;
}

export class Space {
  latest = 0; // number of the last scene

  /**
   * `place`: the element that gets the frame, which has this id and title. `hidden`: CSS selectors of
   * the elements that the frame hides.
   */
  constructor(place, { id, title, hidden, onTap }) {
    Object.assign(this, { place, id, title, hidden, onTap });
  }

  /** Shows a scene. If `keep` is true, the view (direction and zoom) does not change. */
  async show(scene, keep = false) {
    this.latest += 1;
    const number = this.latest;
    if (this.frame === undefined) {
      this.frame = this.make(scene);
      await this.frame;
      if (number === this.latest) return;
    }
    const frame = await this.frame;
    if (number !== this.latest) return;
    const { dlxViewer } = frame.contentWindow;
    const before = dlxViewer.state();
    dlxViewer.load(scene);
    if (keep && !before.error) {
      dlxViewer.set({ view: before.turned ? before.view : undefined, explode: before.explode, labels: before.labels });
      dlxViewer.finish();
    }
  }

  async make(scene) {
    const page = await pageOf(scene);
    const frame = pageFrame(this.id, this.title);
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    frame.srcdoc = page;
    this.place.prepend(frame);
    await loaded;
    const style = frame.contentDocument.createElement('style');
    style.textContent = `${this.hidden} { display: none !important } body { border-radius: inherit }`;
    frame.contentDocument.head.append(style);
    const { dlxViewer } = frame.contentWindow;
    dlxViewer.onTap = this.onTap;
    await dlxViewer.ready;
    return frame;
  }
}
