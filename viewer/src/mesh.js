// Vertices and triangles of a growing mesh.

export class Mesh {
  index = [];
  count = 0;

  /** `attributes`: the names of a vertex's attributes. */
  constructor(attributes) {
    this.lists = attributes.map((name) => [name, []]);
  }

  /** Adds a vertex with a list of numbers for each attribute; returns its number. */
  vertex(...values) {
    for (let a = 0; a < values.length; ++a) {
      const list = this.lists[a][1];
      for (let k = 0; k < values[a].length; ++k) list.push(values[a][k]);
    }
    return this.count++;
  }

  /** Arrays by the names of the attributes, and `index`: three vertices for each triangle. */
  arrays() {
    const arrays = Object.fromEntries(this.lists.map(([name, list]) => [name, Float32Array.from(list)]));
    return {...arrays, index: Uint32Array.from(this.index)};
  }
}
