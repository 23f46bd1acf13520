// The 3D picture, with its renderer and camera. The class Stage decides when to draw. The picture
// is drawn only if something has changed.

import {Group, Matrix4, PerspectiveCamera, Scene, Vector3, WebGLRenderer} from 'three';

const FIELD = 20;      // vertical field of view of the camera, in degrees
const MARGIN = 1.1;
const CAPTION = 22;     // height in pixels that is left free below the picture for the caption

/** The initial view of an assembly. A flat assembly is seen from higher up. */
export const HOME = {azimuth: 28, polar: 62, zoom: 1, panX: 0, panY: 0};
export const HOME_OF_FLAT = {...HOME, azimuth: 14, polar: 30};

/** The directions right, up and backward of a camera. The camera is given by its angles in
    degrees. */
function basisOf({azimuth, polar}) {
  const a = azimuth * Math.PI / 180;
  const p = polar * Math.PI / 180;
  const right = new Vector3(Math.cos(a), 0, -Math.sin(a));
  const back =
    new Vector3(Math.sin(a) * Math.sin(p), Math.cos(p), Math.cos(a) * Math.sin(p));
  return {right, back, up: back.clone().cross(right)};
}

export class Stage {
  /** Throws an error if the browser has no WebGL. `beforeDrawing(now)` is called before each
      drawing, and returns true while something is moving. */
  constructor(canvas, beforeDrawing) {
    this.canvas = canvas;
    this.beforeDrawing = beforeDrawing;
    this.renderer = new WebGLRenderer({canvas, antialias: true, alpha: true, stencil: true});
    this.renderer.setClearColor(0, 0);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(FIELD, 1, 0.1, 1000);
    this.lattice = new Group();
    this.lattice.matrixAutoUpdate = false;
    this.scene.add(this.lattice);
    this.home = HOME;
    this.view = {...HOME};
    this.target = new Vector3();
    this.distance = 10;
    this.radius = 5;
    this.frames = 0;
    this.firstDraw = null;  // time of the first drawing, in milliseconds after the page was opened
    this.pending = 0;
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => this.invalidate());
    new ResizeObserver(() => this.invalidate()).observe(canvas);
    // The picture is drawn again before printing, because the browser does not store a WebGL
    // picture after showing it.
    window.addEventListener('beforeprint', () => this.draw());
  }

  goHome() {
    Object.assign(this.view, this.home);
  }

  /** Sets the directions of the axes of cells in world coordinates. */
  setFrame([x, y, z]) {
    this.lattice.matrix =
      new Matrix4().makeBasis(new Vector3(...x), new Vector3(...y), new Vector3(...z));
    this.lattice.matrixWorldNeedsUpdate = true;
  }

  /**
   * Places the camera so that the given points are in the picture. If `round` is true, the points
   * are in the picture from every direction, otherwise only from the initial direction. If no
   * points are given, the camera stays.
   */
  aim(points, round) {
    this.hull = points.map((p) => new Vector3(...p).applyMatrix4(this.lattice.matrix));
    this.round = round;
    this.stand();
  }

  stand() {
    if (!this.hull?.length) return;
    const {right, up, back} = basisOf(this.home);
    const room = 1 - CAPTION / (this.canvas.clientHeight || Infinity);
    const v = room * Math.tan(FIELD * Math.PI / 360);
    const h = v / room * this.camera.aspect;
    const axes = this.round ? [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)]
      : [right, up, back];
    this.target.set(0, 0, 0);
    for (const axis of axes) {
      const along = this.hull.map((p) => p.dot(axis));
      const low = along.reduce((a, b) => Math.min(a, b));
      const high = along.reduce((a, b) => Math.max(a, b));
      this.target.addScaledVector(axis, (low + high) / 2);
    }
    this.radius = 0;
    this.distance = 0;
    const d = new Vector3();
    for (const p of this.hull) {
      d.copy(p).sub(this.target);
      this.radius = Math.max(this.radius, d.length());
      this.distance = Math.max(this.distance,
        d.dot(back) + MARGIN * Math.max(Math.abs(d.dot(right)) / h, Math.abs(d.dot(up)) / v));
    }
    if (this.round) {
      this.distance = 1.05 * this.radius / Math.sin(Math.atan(Math.min(h, v)));
    }
  }

  invalidate() {
    this.pending ||= requestAnimationFrame((now) => {
      this.pending = 0;
      if (this.beforeDrawing(now)) this.invalidate();
      this.draw();
    });
  }

  draw() {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (width === 0 || height === 0) return;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (this.canvas.width !== Math.floor(width * ratio) ||
        this.canvas.height !== Math.floor(height * ratio)) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(width, height, false);
      this.camera.aspect = width / height;
      this.camera.setViewOffset(width, height, 0, CAPTION / 2, width, height);
      this.stand();
    }
    this.placeCamera();
    this.renderer.render(this.scene, this.camera);
    if (++this.frames === 1) {
      const gl = this.renderer.getContext();
      // Reading a pixel waits until the picture has been drawn.
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      this.firstDraw = performance.now();
    }
  }

  placeCamera() {
    const {right, up, back} = basisOf(this.view);
    const distance = this.distance / this.view.zoom;
    this.camera.position.copy(this.target)
      .addScaledVector(back, distance)
      .addScaledVector(right, this.view.panX * distance)
      .addScaledVector(up, this.view.panY * distance);
    this.camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(right, up, back));
    const reach = 2 * this.radius + 2;
    this.camera.near = Math.max(distance - reach, distance / 200, 0.01);
    this.camera.far = distance + reach;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** For a view, the direction from the middle of the picture to the eye, in coordinates of
      cells. */
  toEye(view) {
    return basisOf(view).back.applyMatrix4(this.lattice.matrix.clone().invert()).toArray();
  }

  /** The upward direction of the world, in coordinates of the camera. */
  upInView() {
    const {right, up, back} = basisOf(this.view);
    return [right.y, up.y, back.y];
  }

  /** Projects a point in coordinates of cells. Returns its position in pixels from the top left of
      the canvas, and its distance from the eye. */
  project(point) {
    this.placeCamera();
    const p = new Vector3(...point).applyMatrix4(this.lattice.matrix);
    const depth = this.camera.position.distanceTo(p);
    p.project(this.camera);
    return {
      x: (p.x + 1) / 2 * this.canvas.clientWidth,
      y: (1 - p.y) / 2 * this.canvas.clientHeight,
      depth,
    };
  }

  /** The ray from the eye through a pixel, in coordinates of cells. */
  ray(x, y) {
    this.placeCamera();
    const back = this.lattice.matrix.clone().invert();
    const ndc = new Vector3(
      2 * x / this.canvas.clientWidth - 1, 1 - 2 * y / this.canvas.clientHeight, 0.5);
    const through = ndc.unproject(this.camera).applyMatrix4(back);
    const origin = this.camera.position.clone().applyMatrix4(back);
    return {origin: origin.toArray(), direction: through.sub(origin).normalize().toArray()};
  }
}
