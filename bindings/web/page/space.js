// Shows solutions in 3D. The 3D viewer (../../../viewer) is a separate HTML page, which runs in an
// iframe of this page. The iframe is made when a scene is shown for the first time. The iframe has
// the same origin as this page, so this page can call the viewer's functions (`dlxViewer`).
// Elements of the viewer that this page has too, such as a title, are hidden in the iframe.

import { asText, packed, pageFrame } from './dom.js';

const place = 'DLX_SCENE'; // text of the viewer's page that is replaced by a scene

let viewerPage;
/** Returns the viewer's page as text. */
const viewer = () => (viewerPage ??= packed('viewer').then(asText));

/** Returns the viewer's page with a scene, as a complete file. */
export async function pageOf(scene) {
  const [before, after] = (await viewer()).split(place);
  return before + JSON.stringify(scene).replaceAll('<', '\\u003c') + after;
}

export class Space {
  latest = 0; // number of the latest scene

  /**
   * `place`: the element into which the iframe is put. `id` and `title` are those of the iframe.
   * `hidden`: CSS selectors of elements of the viewer that are hidden.
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
