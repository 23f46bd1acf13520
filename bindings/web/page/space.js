// Solutions in space: the viewer (../../../viewer), a page of its own, in a frame of this one. It
// is made the first time that something is shown in it. The frame has this page's origin, so that
// its `dlxViewer` can be called. Controls that this page has itself, such as a title, are hidden there.

import { asText, packed, pageFrame } from './dom.js';

const place = 'DLX_SCENE'; // occurs in the viewer's page once

let viewerPage;
/** The viewer's page, as text. */
const viewer = () => (viewerPage ??= packed('viewer').then(asText));

/** The viewer's page with a scene, whole in one file. */
export async function pageOf(scene) {
  const [before, after] = (await viewer()).split(place);
  return before + JSON.stringify(scene).replaceAll('<', '\\u003c') + after;
}

export class Space {
  latest = 0; // number of the last scene

  /** `place`: where the frame with this id and title stands; `hidden`: selectors of what it does without. */
  constructor(place, { id, title, hidden, onTap }) {
    Object.assign(this, { place, id, title, hidden, onTap });
  }

  /** Shows a scene; the view stays as it is if `keep`. */
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
