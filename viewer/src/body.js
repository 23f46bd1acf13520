// Makes one WebGL mesh of all parts (pieces) of an assembly. The positions, rotations and colours
// of the parts are stored in a small texture. Therefore moving a part writes only sixteen numbers,
// and thousands of parts need only one draw call.

import {
  BufferAttribute, BufferGeometry, Color, DataTexture, FloatType, GLSL3, Group, Mesh,
  NearestFilter, RGBAFormat, RawShaderMaterial, Vector3,
} from 'three';
import {makeAtlas} from './atlas.js';
import {wantsDarkInk} from './colours.js';
import {PARTS_A_LINE, TEXELS, fragmentShader, vertexShader} from './shader.js';
import {facetsOf} from './facets.js';
import {GHOST, SOLID} from './shown.js';
import {surfaceOf} from './surface.js';

const STRIDE = 4 * TEXELS;

/** The number of components of each attribute of a vertex. */
const SIZES = {position: 3, normal: 4, face: 2, tag: 2};
const FACET_SIZES = {position: 3, normal: 3, outward: 3, tag: 4, beside: 3};

export class Body {
  /** Makes the mesh of all parts. Each part has `cells`, a `colour` ("#rrggbb") and a `label`. If
      the cells are cubes, `grid` is null. */
  constructor(parts, grid = null) {
    this.parts = parts;
    this.grid = grid;
    const lines = Math.ceil(parts.length / PARTS_A_LINE);
    this.poses = new Float32Array(lines * PARTS_A_LINE * STRIDE);
    this.texture = new DataTexture(this.poses, PARTS_A_LINE * TEXELS, lines, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.atlas = makeAtlas(parts.map((part) => part.label));
    this.geometry = this.makeGeometry();
    this.uniforms = {
      poses: {value: this.texture},
      atlas: {value: this.atlas.texture},
      squares: {value: this.atlas.squares},
      labels: {value: 1},
      above: {value: new Vector3(0, 1, 0)},
      dusk: {value: 0.5},
    };
    this.group = new Group();
    for (const ghosts of [false, true]) this.group.add(this.makeMesh(ghosts));
    parts.forEach((part, i) => {
      this.setPose(i, [0, 0, 0], [0, 0, 0, 1]);
      this.setShown(i, SOLID);
      this.setColour(i, part.colour);
      this.poses[i * STRIDE + 12] = this.atlas.slot(part.label);
    });
  }

  makeGeometry() {
    const cells = this.parts.map((part) => part.cells);
    const surface = this.grid ? facetsOf(cells, this.grid) : surfaceOf(cells);
    const geometry = new BufferGeometry();
    for (const [name, size] of Object.entries(this.grid ? FACET_SIZES : SIZES)) {
      geometry.setAttribute(name, new BufferAttribute(surface[name], size));
    }
    geometry.setIndex(new BufferAttribute(surface.index, 1));
    return geometry;
  }

  makeMesh(ghosts) {
    const material = new RawShaderMaterial({
      glslVersion: GLSL3,
      defines: this.grid ? {FACETS: 1} : {},
      vertexShader,
      fragmentShader,
      uniforms: {...this.uniforms, ghosts: {value: ghosts}},
      transparent: ghosts,
      depthWrite: !ghosts,
    });
    const mesh = new Mesh(this.geometry, material);
    // Frustum culling is off, because the shader moves parts away from the positions of their
    // vertices.
    mesh.frustumCulled = false;
    return mesh;
  }

  setPose(part, offset, turn) {
    this.poses.set(offset, part * STRIDE);
    this.poses.set(turn, part * STRIDE + 4);
  }

  setShown(part, how) {
    this.poses[part * STRIDE + 3] = how;
  }

  setColour(part, colour) {
    const {r, g, b} = new Color(colour);
    this.poses.set([r, g, b], part * STRIDE + 8);
    this.poses[part * STRIDE + 13] = wantsDarkInk(colour) ? 0 : 1;
  }

  setGlow(part, glow) {
    this.poses[part * STRIDE + 11] = glow;
  }

  shown(part) {
    return this.poses[part * STRIDE + 3];
  }

  /** The functions offset() and turn() return views of the texture's data. The views are valid
      until the next change of the parts. */
  offset(part) {
    return this.poses.subarray(part * STRIDE, part * STRIDE + 3);
  }

  turn(part) {
    return this.poses.subarray(part * STRIDE + 4, part * STRIDE + 8);
  }

  /** Sends changed data to the graphics card. This function must be called after changes and before
      drawing. */
  commit() {
    this.texture.needsUpdate = true;
    this.group.children[1].visible = this.parts.some((_, i) => this.shown(i) === GHOST);
  }

  dispose() {
    this.geometry.dispose();
    this.texture.dispose();
    this.atlas.texture.dispose();
    for (const mesh of this.group.children) mesh.material.dispose();
  }
}
