// Starts the viewer with the scene that the page contains, and gives other scripts access to the
// viewer.
//
// window.dlxViewer:
//   ready            a promise: the scene in the page is shown, or refused
//   state()          all settings and the state that follows from them, as a plain object
//   set(changes)     of solution, step, explode (0 to 1), labels, layers, hidden (a list of keys),
//                    isolated (a key or null), playing, view ({azimuth, polar, zoom}); the key of a
//                    part is the number of its piece from 0, ".1" after it for the next copy, ...
//   load(scene)      replaces the scene (an object, "dlx-scene/1"); a bad one gives state().error
//   finish()         ends a motion at once
//   onTap            a function that is called when a part is tapped, with {part, cell, beside, shift}:
//                    its number in the solution, a cube of it, the place at the face that was tapped, and
//                    whether the shift key was held; of assemblies of cubes that are put together
//   project(point)   where a point of the lattice lies in the canvas: pixels x, y, and depth
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
