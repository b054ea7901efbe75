/**
 * Frames (docs/viewer.md, Frames): the agents at one time, as a live world writes them. The bytes
 * go to the graphics processor as they are; the arrays below are decoded when they are first used.
 */

export const FRAME_HEAD = 32;
export const FRAME_AGENT = 24;

export const ACTIVITIES = ["choosing", "waiting", "walking", "approaching", "stranded", "crossing",
  "arrived", "closed", "left"];
export const STATUSES = ["free", "relaxed", "infeasible"];

export class Frame {
  /**
   * @param {ArrayBuffer} buffer the bytes of the frame
   * @param {number[]} origin the origin of the description, m
   * @throws {Error} if the bytes are no frame
   */
  constructor(buffer, origin = [0, 0]) {
    if (buffer.byteLength < FRAME_HEAD) throw new Error(`a frame of ${buffer.byteLength} bytes`);
    const head = new DataView(buffer, 0, FRAME_HEAD);
    this.buffer = buffer;
    this.origin = origin;
    /** Number of agents. */
    this.count = head.getUint32(0, true);
    /** All slots are less than this. */
    this.slotCount = head.getUint32(4, true);
    /** Simulated time, s. */
    this.time = head.getFloat64(8, true);
    this.step = Number(head.getBigUint64(16, true));
    this.dt = head.getFloat32(24, true);
    this.colouring = head.getUint32(28, true);
    const expected = FRAME_HEAD + FRAME_AGENT * this.count;
    if (buffer.byteLength !== expected) {
      throw new Error(`a frame of ${buffer.byteLength} bytes, but ${expected} are expected`);
    }
  }

  /** The bytes of the agents. */
  get bytes() {
    return new Uint8Array(this.buffer, FRAME_HEAD);
  }

  #column(name, type, read) {
    const values = new type(this.count);
    const view = new DataView(this.buffer, FRAME_HEAD);
    for (let i = 0; i < this.count; i++) values[i] = read(view, FRAME_AGENT * i);
    Object.defineProperty(this, name, { value: values });
    return values;
  }

  /** Positions in the coordinates of the scenario, m. */
  get x() {
    return this.#column("x", Float64Array, (v, at) => v.getFloat32(at, true) + this.origin[0]);
  }
  get y() {
    return this.#column("y", Float64Array, (v, at) => v.getFloat32(at + 4, true) + this.origin[1]);
  }
  /** Velocities, m/s. */
  get vx() {
    return this.#column("vx", Float32Array, (v, at) => v.getInt16(at + 8, true) / 1000);
  }
  get vy() {
    return this.#column("vy", Float32Array, (v, at) => v.getInt16(at + 10, true) / 1000);
  }
  /** Radii, m. */
  get radius() {
    return this.#column("radius", Float32Array, (v, at) => v.getUint16(at + 12, true) / 1000);
  }
  /** Headings, rad. */
  get heading() {
    const unit = Math.PI / 32768;
    return this.#column("heading", Float32Array, (v, at) => v.getInt16(at + 14, true) * unit);
  }
  get layer() {
    return this.#column("layer", Uint8Array, (v, at) => v.getUint8(at + 16));
  }
  /** Indices into ACTIVITIES. */
  get activity() {
    return this.#column("activity", Uint8Array, (v, at) => v.getUint8(at + 17) & 15);
  }
  /** Indices into STATUSES. */
  get status() {
    return this.#column("status", Uint8Array, (v, at) => (v.getUint8(at + 17) >> 4) & 3);
  }
  /** What the colouring shows (docs/viewer.md, Frames). */
  get value() {
    return this.#column("value", Uint16Array, (v, at) => v.getUint16(at + 18, true));
  }
  /** Slots, in ascending order. */
  get slots() {
    return this.#column("slots", Uint32Array, (v, at) => v.getUint32(at + 20, true));
  }

  /** The index of the agent in `slot`, or -1. */
  indexOf(slot) {
    const view = new DataView(this.buffer, FRAME_HEAD);
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = view.getUint32(FRAME_AGENT * middle + 20, true);
      if (found === slot) return middle;
      if (found < slot) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /**
   * One agent at `remaining` s before the time of the frame.
   * @returns {{index, slot, x, y, vx, vy, radius, heading, layer, activity, status, value} | null}
   */
  agent(slot, remaining = 0) {
    const index = this.indexOf(slot);
    if (index < 0) return null;
    const v = new DataView(this.buffer, FRAME_HEAD + FRAME_AGENT * index, FRAME_AGENT);
    const vx = v.getInt16(8, true) / 1000;
    const vy = v.getInt16(10, true) / 1000;
    return {
      index, slot, vx, vy,
      x: v.getFloat32(0, true) + this.origin[0] - vx * remaining,
      y: v.getFloat32(4, true) + this.origin[1] - vy * remaining,
      radius: v.getUint16(12, true) / 1000,
      heading: v.getInt16(14, true) * (Math.PI / 32768),
      layer: v.getUint8(16),
      activity: v.getUint8(17) & 15,
      status: (v.getUint8(17) >> 4) & 3,
      value: v.getUint16(18, true),
    };
  }
}
