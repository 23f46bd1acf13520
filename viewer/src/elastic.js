// Draws the elastic of a snake puzzle: a thin line through the centres of the cubelets. Inside the
// cubelets the line is faintly visible.

import {
  BoxGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, NotEqualStencilFunc, Quaternion,
  ReplaceStencilOp, Vector3,
} from 'three';

const WIDTH = 0.042;

export class Elastic {
  constructor(cubelets, colour) {
    this.geometry = new BoxGeometry(1, WIDTH, WIDTH);
    this.group = new Group();
    const common = {color: colour, toneMapped: false};
    this.meshes = [
      new MeshBasicMaterial(common),
      new MeshBasicMaterial({
        ...common, depthTest: false, transparent: true, opacity: 0.18,
        // The stencil draws each pixel once, even where pieces of the line overlap.
        stencilWrite: true, stencilRef: 1, stencilFunc: NotEqualStencilFunc,
        stencilZPass: ReplaceStencilOp,
      }),
    ].map((material) => {
      const mesh = new InstancedMesh(this.geometry, material, Math.max(1, cubelets - 1));
      mesh.frustumCulled = false;
      this.group.add(mesh);
      return mesh;
    });
  }

  /** Moves the elastic to the cubelets. `centre(i)` returns the centre of cubelet i as three
      numbers. */
  follow(cubelets, centre) {
    const matrix = new Matrix4();
    const turn = new Quaternion();
    const along = new Vector3(1, 0, 0);
    for (let i = 1; i < cubelets; ++i) {
      const a = new Vector3(...centre(i - 1));
      const b = new Vector3(...centre(i));
      const d = b.clone().sub(a);
      const length = d.length();
      turn.setFromUnitVectors(along, d.divideScalar(length));
      matrix.compose(a.add(b).multiplyScalar(0.5), turn, new Vector3(length + WIDTH, 1, 1));
      for (const mesh of this.meshes) mesh.setMatrixAt(i - 1, matrix);
    }
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
  }

  recolour(colour) {
    for (const mesh of this.meshes) mesh.material.color.set(colour);
  }

  dispose() {
    this.geometry.dispose();
    for (const mesh of this.meshes) {
      mesh.material.dispose();
      mesh.dispose();
    }
  }
}
