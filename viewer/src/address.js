// Reads and writes the part of the page's address after #:
// "#solution=3&step=5&explode=0.4&labels=0".

/** Reads the settings from the hash of an address. Unknown words and bad numbers are ignored. */
export function readAddress(hash) {
  const settings = {};
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const number = value.trim() === '' ? NaN : Number(value);
    if (['solution', 'step', 'explode'].includes(name) && Number.isFinite(number)) {
      settings[name] = number;
    } else if (name === 'labels' || name === 'layers') {
      settings[name] = value !== '0';
    } else if (name === 'hide') {
      settings.hidden = value.split(',').filter((key) => key !== '');
    } else if (name === 'only') {
      settings.isolated = value;
    } else if (name === 'view') {
      const [azimuth, polar, zoom = 1] = value.split(',').map(Number);
      if ([azimuth, polar, zoom].every(Number.isFinite)) settings.view = {azimuth, polar, zoom};
    }
  }
  return settings;
}

/** Writes the settings of the viewer as the hash of an address. Settings that have their initial
    values are left out, except the setting `labels`. */
export function writeAddress(state, home) {
  const words = [`solution=${state.solution}`, `step=${state.step}`];
  const round = (x, digits) => Number(x.toFixed(digits));
  if (state.explode > 0) words.push(`explode=${round(state.explode, 2)}`);
  words.push(`labels=${state.labels ? 1 : 0}`);
  if (state.layers) words.push('layers=1');
  if (state.hidden.length) words.push(`hide=${state.hidden.map(encodeURIComponent).join(',')}`);
  if (state.isolated !== null) words.push(`only=${encodeURIComponent(state.isolated)}`);
  const {azimuth, polar, zoom} = state.view;
  if (azimuth !== home.azimuth || polar !== home.polar || zoom !== home.zoom) {
    words.push(`view=${round(azimuth, 1)},${round(polar, 1)},${round(zoom, 2)}`);
  }
  return '#' + words.join('&');
}
