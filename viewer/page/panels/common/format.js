/**
 * Text for numbers: short, with units, and without a minus sign before zero.
 */

/**
 * Writes a number with a fixed number of decimals; "-" if there is no number.
 * @param {number|null|undefined} value
 * @param {number} [decimals]
 * @returns {string}
 */
export function fixed(value, decimals = 2) {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return "-";
  }
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}

/**
 * Writes a number with at most `digits` significant digits and no zeros at its end.
 * @param {number|null|undefined} value
 * @param {number} [digits]
 */
export function short(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return "-";
  }
  return String(Number(value.toPrecision(digits)));
}

/**
 * Writes a number and its unit; the unit "1" is not written.
 * @param {number|null|undefined} value
 * @param {string} unit
 * @param {number} [decimals]
 */
export function withUnit(value, unit, decimals = 2) {
  const text = fixed(value, decimals);
  return text === "-" || !unit || unit === "1" ? text : `${text} ${unit}`;
}

/**
 * The length of a vector.
 * @param {number[]} v
 */
export function lengthOf(v) {
  return Math.hypot(v[0], v[1]);
}

/**
 * The direction of a vector in whole degrees, from -179 to 180; 0 is along the x axis.
 * @param {number[]} v
 */
export function degreesOf(v) {
  const angle = Math.round((Math.atan2(v[1], v[0]) * 180) / Math.PI);
  return angle === -180 ? 180 : angle === 0 ? 0 : angle;
}

/**
 * A velocity in words: its speed and its direction.
 * @param {number[]|null|undefined} v
 */
export function velocityText(v) {
  if (!v || v.length < 2 || !v.every(Number.isFinite)) {
    return "-";
  }
  const speed = lengthOf(v);
  return speed < 0.005 ? "0.00 m/s" : `${fixed(speed)} m/s at ${degreesOf(v)}°`;
}

/**
 * A name of the engine for the user: without underscores.
 * @param {string} name
 */
export function plain(name) {
  return name.replace(/_/g, " ");
}

/** Makes a name for a file from a title. */
export function fileName(title, ending) {
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${name.slice(0, 60) || "wend"}.${ending}`;
}
