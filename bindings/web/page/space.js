// Solutions in space: the viewer (../../../viewer), a page of its own, in a frame of this one. It
// is made the first time that something is shown in it. The frame has this page's origin, so that
// its `dlxViewer` can be called. Controls that this page has itself, a title and pages of
// solutions, are hidden there.

import { $, asText, packed, pageFrame } from './dom.js';

const place = 'DLX_SCENE'; // occurs in the viewer's page once
const hidden = 'header, #pager { display: none !important } body { border-radius: inherit }';

let viewerPage;
/** The viewer's page, as text. */
const viewer = () => (viewerPage ??= packed('viewer').then(asText));

/** The viewer's page with a scene, whole in one file. */
export async function pageOf(scene) {
  const [before, after] = (await viewer()).split(place);
  return before + JSON.stringify(scene).replaceAll('<', '\\u003c') + after;
}

export class Space {
  constructor() {
    this.frame = undefined;
    this.latest = 0;
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
    const frame = pageFrame('frame', 'The solution in three dimensions');
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    frame.srcdoc = page;
    $('space').prepend(frame);
    await loaded;
    const style = frame.contentDocument.createElement('style');
    style.textContent = hidden;
    frame.contentDocument.head.append(style);
    await frame.contentWindow.dlxViewer.ready;
    return frame;
  }
}
