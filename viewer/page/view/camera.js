/**
 * The camera: which part of the world is on screen. Seen from above, or tilted and turned, always
 * without perspective, so that lengths can be compared. Layers are apart when the view is tilted.
 */

const MIN_SCALE = 0.05; // px per m
const MAX_SCALE = 4000;
const MAX_TILT = (75 * Math.PI) / 180;

const MOTION_MS = 350;

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

export class Camera {
  constructor() {
    /** The point in the middle of the screen, m. */
    this.x = 0;
    this.y = 0;
    /** px (of CSS) per m. */
    this.scale = 10;
    /** Angle from straight down, rad, and angle of rotation, rad. */
    this.tilt = 0;
    this.turn = 0;
    /** Height of a layer above the one below, m, when tilted straight to the side. */
    this.spacing = 0;
    /** Grows with each change. */
    this.version = 0;
    this.motion = null;
  }

  get values() {
    const { x, y, scale, tilt, turn } = this;
    return { x, y, scale, tilt, turn };
  }

  /** Lets `fn` change the camera; if `animated`, the camera goes there within a moment. */
  change(fn, animated) {
    const from = this.values;
    fn();
    this.motion = null;
    if (!animated) return;
    const to = this.values;
    this.set(from);
    this.motion = { from, to, began: null };
  }

  /** Moves an animated camera on. `now` is the time on the wall, ms. */
  tick(now) {
    const { motion } = this;
    if (!motion) return;
    motion.began ??= now;
    const part = Math.min(1, (now - motion.began) / MOTION_MS);
    const eased = part * part * (3 - 2 * part);
    const values = {};
    for (const key of Object.keys(motion.to)) {
      values[key] = motion.from[key] + eased * (motion.to[key] - motion.from[key]);
    }
    this.set(values);
    this.motion = part < 1 ? motion : null;
  }

  get isTilted() {
    return this.tilt > 0;
  }

  changed() {
    this.version++;
  }

  set(values) {
    Object.assign(this, values);
    this.scale = clamp(this.scale, MIN_SCALE, MAX_SCALE);
    this.tilt = clamp(this.tilt, 0, MAX_TILT);
    this.changed();
  }

  /** The 2 x 2 matrix from m to px (y downwards), row by row. */
  get matrix() {
    const c = Math.cos(this.turn) * this.scale;
    const s = Math.sin(this.turn) * this.scale;
    const flat = Math.cos(this.tilt);
    return [c, -s, -s * flat, -c * flat];
  }

  /** px upwards for each m of height. */
  get rise() {
    return Math.sin(this.tilt) * this.scale;
  }

  /** px upwards from one layer to the next. */
  get layerRise() {
    return this.rise * this.spacing;
  }

  /** World (m) to screen (px of CSS from the top left of a view of `width` x `height`). */
  toScreen(x, y, layer, width, height) {
    const [a, b, c, d] = this.matrix;
    const dx = x - this.x;
    const dy = y - this.y;
    return { x: width / 2 + a * dx + b * dy,
      y: height / 2 + c * dx + d * dy - this.layerRise * layer };
  }

  /** Screen to world, on a layer. */
  toWorld(px, py, layer, width, height) {
    const [a, b, c, d] = this.matrix;
    const sx = px - width / 2;
    const sy = py - height / 2 + this.layerRise * layer;
    const determinant = a * d - b * c;
    return { x: this.x + (d * sx - b * sy) / determinant,
      y: this.y + (a * sy - c * sx) / determinant };
  }

  /** Moves the world by px on screen. */
  pan(dx, dy) {
    this.motion = null;
    const [a, b, c, d] = this.matrix;
    const determinant = a * d - b * c;
    this.set({ x: this.x - (d * dx - b * dy) / determinant,
      y: this.y - (a * dy - c * dx) / determinant });
  }

  /** Zooms by a factor; the point under (px, py) stays there. */
  zoom(factor, px, py, width, height) {
    if (!(factor > 0)) return;
    this.motion = null;
    const before = this.toWorld(px, py, 0, width, height);
    this.set({ scale: this.scale * factor });
    const after = this.toWorld(px, py, 0, width, height);
    this.set({ x: this.x + before.x - after.x, y: this.y + before.y - after.y });
  }

  /**
   * Shows a box with a margin.
   * @param {number[]} low m
   * @param {number[]} high m
   * @param {{top, right, bottom, left}} margin px that other things cover
   * @param {number} layers how many layers lie above each other
   */
  fit(low, high, width, height, margin = { top: 0, right: 0, bottom: 0, left: 0 }, layers = 1) {
    const middle = { x: (low[0] + high[0]) / 2, y: (low[1] + high[1]) / 2 };
    const [w, h] = [Math.max(high[0] - low[0], 0.5), Math.max(high[1] - low[1], 0.5)];
    const c = Math.abs(Math.cos(this.turn));
    const s = Math.abs(Math.sin(this.turn));
    const stack = Math.sin(this.tilt) * this.spacing * (layers - 1);
    const wide = w * c + h * s;
    const tall = (w * s + h * c) * Math.cos(this.tilt) + stack;
    const free = { width: Math.max(50, width - margin.left - margin.right),
      height: Math.max(50, height - margin.top - margin.bottom) };
    this.set({ ...middle, scale: Math.min(free.width / wide, free.height / tall) });
    this.pan((margin.left - margin.right) / 2,
      (margin.top - margin.bottom) / 2 + (stack * this.scale) / 2);
  }
}
