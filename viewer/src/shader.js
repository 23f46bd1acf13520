// The GLSL shaders that draw the parts (pieces) of an assembly. All parts are one mesh. Each vertex
// reads the position, rotation, colour and label of its part from a texture of poses, which has
// TEXELS texels for each part.
//
//   texel 0: offset x y z, how the part is shown (0 hidden, 1 solid, 2 ghost)
//   texel 1: turn, a quaternion
//   texel 2: colour (linear), glow
//   texel 3: label (its square in the atlas, negative: none), ink (0 dark, 1 light)
//
// Bevels and edge lines are not geometry. The fragment shader computes them from the distance to
// each edge of the face, and from the kind of the edge (surface.js). If FACETS is set, cells are
// not cubes, and the shader has only the distance to the nearest edge (facets.js).

import {SMOOTH} from './facets.js';
import {LETTERED, SKIN} from './surface.js';

export const TEXELS = 4;
export const PARTS_A_LINE = 256;

export const vertexShader = `
precision highp float;
precision highp int;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
uniform sampler2D poses;
uniform bool ghosts;
in vec3 position;
out vec3 vNormal;
out vec3 vView;
flat out vec4 vColour;
flat out vec2 vLabel;
#ifdef FACETS
in vec3 normal;
in vec3 outward;
in vec4 tag;
in vec3 beside;
out float vDistance;
out vec3 vBeside;
flat out vec3 vOutward;
flat out int vKind;
flat out float vSize;
#else
in vec4 normal;
in vec2 face;
in vec2 tag;
out vec2 vFace;
flat out vec3 vU;
flat out vec3 vV;
flat out int vEdges;
flat out vec4 vText;
#endif

vec4 texel(int part, int which) {
  return texelFetch(poses, ivec2((part % ${PARTS_A_LINE}) * ${TEXELS} + which,
                                 part / ${PARTS_A_LINE}), 0);
}

vec3 turned(vec4 q, vec3 v) {
  return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

void main() {
#ifdef FACETS
  int part = int(tag.z + 0.5);
#else
  int part = int(tag.y + 0.5);
#endif
  vec4 place = texel(part, 0);
  bool drawn = ghosts ? place.w > 1.5 : place.w > 0.5 && place.w < 1.5;
  if (!drawn) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 turn = texel(part, 1);
  vec3 n = normal.xyz;
  vec4 at = modelViewMatrix * vec4(turned(turn, position) + place.xyz, 1.0);
  mat3 view = mat3(modelViewMatrix);
  vNormal = view * turned(turn, n);
  vView = -at.xyz;
  vColour = texel(part, 2);
  vLabel = texel(part, 3).xy;
#ifdef FACETS
  vKind = int(tag.x + 0.5);
  vDistance = tag.y;
  vSize = tag.w;
  vOutward = view * turned(turn, outward);
  vBeside = view * turned(turn, beside);
#else
  vec3 w = abs(n);
  vU = view * turned(turn, w.zxy);
  vV = view * turned(turn, w.yzx);
  vFace = face;
  vEdges = int(tag.x + 0.5);
  // Labels stand upright on the screen, whichever way the face is turned.
  vec2 up = abs(vU.y) > abs(vV.y) ? vec2(sign(vU.y), 0.0) : vec2(0.0, sign(vV.y));
  vText = vec4((n.x + n.y + n.z) * vec2(up.y, -up.x), up);
#endif
  gl_Position = projectionMatrix * at;
}
`;

export const fragmentShader = `
precision highp float;
precision highp int;
uniform sampler2D atlas;
uniform float squares;
uniform float labels;
uniform bool ghosts;
uniform vec3 above;
uniform float dusk;
in vec3 vNormal;
in vec3 vView;
flat in vec4 vColour;
flat in vec2 vLabel;
#ifdef FACETS
in float vDistance;
in vec3 vBeside;
flat in vec3 vOutward;
flat in int vKind;
flat in float vSize;
#else
in vec2 vFace;
flat in vec3 vU;
flat in vec3 vV;
flat in int vEdges;
flat in vec4 vText;
#endif
out vec4 colour;

const float SKIN = ${SKIN};
const float RIM = 0.075;
const float FACET_RIM = 0.05;
const float LINE = 0.016;

vec3 bend = vec3(0.0);
float shade = 1.0;
float ink = 0.0;

// How dark a line of a fixed width is at the distance d. A line thinner than a pixel is drawn one
// pixel wide, but fainter.
float line(float d, float width, float pixel) {
  float thin = min(1.0, width / pixel);
  float wide = max(width, pixel);
  return thin * (1.0 - smoothstep(wide - pixel, wide + 0.5 * pixel, d));
}

// Shades a point at the distance d from an edge. A convex edge is rounded up to the distance rim.
void edge(int kind, float d, float rim, vec3 outward, float pixel) {
  if (kind == 1) {
    float r = clamp(1.0 - d / rim, 0.0, 1.0);
    bend += outward * r * r;
    ink = max(ink, line(d, LINE, pixel));
  } else if (kind == 2) {
    shade *= 1.0 - 0.30 * exp(-d * 7.0);
    ink = max(ink, line(d, LINE, pixel));
  } else {
    ink = max(ink, 0.16 * line(d, 0.010, pixel));
  }
}

float drawnIn(int kind) {
  return kind == 1 ? 0.5 - SKIN : kind == 2 ? 0.5 + SKIN : 0.5;
}

// The ink of a letter at a point of its square, whose corners are (0, 0) and (1, 1).
float inked(vec2 at) {
  vec2 slot = vec2(mod(vLabel.x, squares), floor(vLabel.x / squares));
  vec2 uv = (slot + vec2(at.x, 1.0 - at.y)) / squares;
  float a = texture(atlas, uv).r;  // outside the branch, because the mip level depends on neighbouring pixels
  return at.x > 0.0 && at.x < 1.0 && at.y > 0.0 && at.y < 1.0 ? a : 0.0;
}

#ifdef FACETS
void draw() {
  if (vKind == ${SMOOTH}) return;
  edge(vKind, vDistance, FACET_RIM, vOutward, fwidth(vDistance) + 1e-5);
}

// The ink of a letter that is upright on the screen. The letter lies on a flat face; on a ball it
// faces the eye.
float letter() {
  if (labels < 0.5 || vLabel.x < 0.0 || vSize == 0.0) return 0.0;
  vec3 n = normalize(vSize > 0.0 ? vNormal : vView);
  vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), n));
  float side = abs(vSize);
  return inked(vec2(dot(vBeside, right), dot(vBeside, cross(n, right))) / side + 0.5);
}
#else
void edgeAt(int kind, float along, vec3 outward, float pixel) {
  edge(kind, drawnIn(kind) - along, RIM, outward, pixel);
}

void notch(vec2 side, float pixel) {
  vec2 d2 = max(vec2(0.5 - SKIN) - side * vFace, 0.0);
  float d = length(d2);
  float r = clamp(1.0 - d / RIM, 0.0, 1.0);
  vec2 away = d > 1e-4 ? side * d2 / d : side * 0.7071;
  bend += (vU * away.x + vV * away.y) * r * r;
  ink = max(ink, line(d, LINE, pixel));
}

void draw() {
  vec2 w = fwidth(vFace);
  float pixel = 0.7 * (w.x + w.y) + 1e-5;
  edgeAt(vEdges & 3, vFace.x, vU, pixel);
  edgeAt((vEdges >> 2) & 3, -vFace.x, -vU, pixel);
  edgeAt((vEdges >> 4) & 3, vFace.y, vV, pixel);
  edgeAt((vEdges >> 6) & 3, -vFace.y, -vV, pixel);
  if ((vEdges & 256) != 0) notch(vec2(1.0, 1.0), pixel);
  if ((vEdges & 512) != 0) notch(vec2(-1.0, 1.0), pixel);
  if ((vEdges & 1024) != 0) notch(vec2(-1.0, -1.0), pixel);
  if ((vEdges & 2048) != 0) notch(vec2(1.0, -1.0), pixel);
}

float letter() {
  if (labels < 0.5 || vLabel.x < 0.0 || (vEdges & ${LETTERED}) == 0) return 0.0;
  return inked(vec2(dot(vFace, vText.xy), dot(vFace, vText.zw)) / 0.72 + 0.5);
}
#endif

vec3 screen(vec3 c) {
  return mix(12.92 * c, 1.055 * pow(max(c, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

void main() {
  draw();
  vec3 n = normalize(normalize(vNormal) + bend);
  vec3 eye = normalize(vView);
  vec3 sun = normalize(vec3(-0.42, 0.72, 0.62));
  vec3 sky = mix(vec3(0.38, 0.36, 0.35), vec3(0.68, 0.69, 0.70), 0.5 + 0.5 * dot(n, above));
  float lit = max(dot(n, sun), 0.0);
  float gloss = pow(max(dot(n, normalize(sun + eye)), 0.0), 42.0);
  vec3 base = vColour.rgb;
  base = mix(base, vLabel.y > 0.5 ? vec3(0.93) : vec3(0.03), 0.86 * letter());
  vec3 c = base * (sky + 0.54 * lit) * shade + 0.07 * gloss;
  c = mix(c, vColour.rgb * 0.10, 0.78 * ink);
  c += vColour.a * (0.10 + 0.25 * base);
#ifdef FACETS
  if (ghosts && vKind == ${SMOOTH}) ink = pow(1.0 - abs(dot(n, eye)), 3.0);
#endif
  if (ghosts) {
    colour = vec4(screen(mix(vColour.rgb, vec3(dusk), 0.35)), 0.07 + 0.30 * ink);
  } else {
    colour = vec4(screen(c), 1.0);
  }
}
`;
