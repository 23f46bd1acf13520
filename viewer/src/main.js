// Starts the viewer with the scene that the page contains, and gives other scripts access to the
// viewer.
//
// window.dlxViewer:
//   ready            a promise that is resolved when the scene in the page is shown or refused
//   state()          returns all settings and the state that follows from them, as a plain object
//   set(changes)     changes some settings: solution, step, explode (0 to 1), labels, layers, hidden
//                    (a list of keys), isolated (a key or null), playing, view ({azimuth, polar,
//                    zoom}). The key of a part is the number of its piece from 0. The next copies of
//                    the piece have ".1", ".2", ... after this number.
//   load(scene)      replaces the scene by an object in the format "dlx-scene/1". If the object has
//                    a fault, state().error describes the fault.
//   finish()         ends a motion at once
//   onTap            a function that the viewer calls when a part is tapped, with {part, cell,
//                    beside, shift}: the part's number in the solution, the cube that was tapped, the
//                    position of its neighbour at the tapped face, and whether the shift key was
//                    held. `cell` and `beside` are right only in a complete assembly of cubes.
//   project(point)   returns the position of a point of the lattice in the canvas: pixels x and y,
//                    and the distance from the eye
//
// A page that shows the viewer in a frame, and cannot call these functions, may send the message
// {dlxViewer: "load", scene}. The frame sends {dlxViewer: "ready"} to its parent when it can
// receive messages. After each scene the frame sends {dlxViewer: "loaded", error}, where the error
// is a sentence or null.

import {readAddress} from './address.js';
import {parseScene} from './scene.js';
import {Viewer} from './viewer.js';

const viewer = new Viewer();

function start() {
  let scene;
  try {
    scene = parseScene(document.getElementById('scene').textContent);
  } catch (error) {
    viewer.refuse(error.message);
    return;
  }
  const settings = readAddress(location.hash);
  viewer.load(scene);
  viewer.set(settings);
  viewer.finish();
}

window.dlxViewer = {
  ready: new Promise((resolve) => {
    start();
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  }),
  state: () => viewer.state(),
  set: (changes) => viewer.set(changes),
  load: (scene) => viewer.load(scene),
  finish: () => viewer.finish(),
  set onTap(act) { viewer.onTap = act; },
  project: (point) => viewer.stage?.project(point) ?? null,
};

if (window.parent !== window) {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.data?.dlxViewer !== 'load') return;
    viewer.load(event.data.scene);
    window.parent.postMessage({dlxViewer: 'loaded', error: viewer.error}, '*');
  });
  window.parent.postMessage({dlxViewer: 'ready'}, '*');
}
