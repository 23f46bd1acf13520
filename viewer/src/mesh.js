// A 3D mesh to which vertices and triangles can be added.

export class Mesh {
  index = [];
  count = 0;

  /** Makes an empty mesh. `attributes` lists the names of the attributes of a vertex. */
  constructor(attributes) {
    this.lists = attributes.map((name) => [name, []]);
  }

  /** Adds a vertex with a list of numbers for each attribute. Returns the number of the vertex. */
  vertex(...values) {
    for (let a = 0; a < values.length; ++a) {
      const list = this.lists[a][1];
      for (let k = 0; k < values[a].length; ++k) list.push(values[a][k]);
    }
    return this.count++;
  }

  /** Returns an array for each attribute, under its name, and `index`, which lists three vertices
      for each triangle. */
  arrays() {
    const arrays = Object.fromEntries(this.lists.map(([name, list]) => [name, Float32Array.from(list)]));
    return {...arrays, index: Uint32Array.from(this.index)};
  }
}
