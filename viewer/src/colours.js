// Chooses the colours of pieces. Up to eight pieces have the palette of Okabe and Ito, whose
// colours people with any kind of colour vision can tell apart. More pieces have hues from the
// whole colour circle, and neighbouring hues differ in lightness.

const OKABE_ITO = [
  '#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#999999',
];

export const WOODS = ['#d8b27c', '#a9743f'];
export const START = '#3d86c6';
export const END = '#d0552c';
/** For the light and the dark theme, the grey (`dusk`) of parts drawn as glass, and the colour of
    the elastic of a snake. */
export const THEMES = {light: {dusk: 0.25, elastic: '#2a2118'}, dark: {dusk: 0.9, elastic: '#f4efe2'}};

function channel(linear) {
  const c = Math.min(1, Math.max(0, linear));
  const s = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
  return Math.round(255 * s).toString(16).padStart(2, '0');
}

/** Converts a colour from OKLCH to #rrggbb. The hue is a fraction of a full turn, from 0 to 1. */
function oklch(lightness, chroma, hue) {
  const a = chroma * Math.cos(2 * Math.PI * hue);
  const b = chroma * Math.sin(2 * Math.PI * hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3;
  return '#' + channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

const LIGHTNESS = [0.64, 0.84, 0.52];

export function coloursOf(pieces) {
  const n = pieces.length;
  return pieces.map(({colour}, i) => {
    if (colour) return colour.toLowerCase();
    return n <= OKABE_ITO.length ? OKABE_ITO[i] : oklch(LIGHTNESS[i % 3], 0.13, (i + 0.25) / n);
  });
}

/** The relative luminance of a colour #rrggbb, from 0 to 1. */
export function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Whether black text is more legible than white text on this colour. The better of black and white
    has a contrast of at least 4.58. */
export function wantsDarkInk(colour) {
  return luminance(colour) > Math.sqrt(1.05 * 0.05) - 0.05;
}
