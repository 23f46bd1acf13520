// Functions that make HTML elements. The 3D viewer, the page of `dlx explain` and the page that
// solves puzzles in the browser use these functions.

export const $ = (id) => document.getElementById(id);

/** Makes an HTML element with properties and children. Properties whose names contain a hyphen,
    such as "data-…" and "aria-…", and "role" become attributes. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-') || key === 'role') made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** Makes an element of SVG with attributes and children. */
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Makes a small square in a colour. */
export function swatch(colour) {
  const made = element('span', {className: 'swatch', 'aria-hidden': 'true'});
  made.style.background = colour;
  return made;
}
