/**
 * A host without an engine, for work on the page: agents that walk on ellipses, so that any step
 * can be computed at once. It answers the messages of docs/viewer.md as far as the page needs them.
 */
import { FRAME_AGENT, FRAME_HEAD } from "../page/frame.js";

const DT = 0.1;
const END = 120;
const GROUPS = ["eastbound", "westbound", "northbound"];

const box = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

export class MockHost {
  /** @param {{agents?: number, layers?: number}} options */
  constructor({ agents = 200, layers = 1 } = {}) {
    this.count = agents;
    this.layers = layers;
    this.step = 0;
    this.changed = false;
    this.closed = false;
    this.steering = "orca_arc";
    this.goalAt = [58, 20];
  }

  async clone() {
    return new MockHost({ agents: this.count, layers: this.layers });
  }

  async save() {
    return this.step;
  }

  async load(step) {
    this.step = step;
  }

  async ask(message) {
    const handler = this[`answer_${message.do}`];
    if (!handler) {
      const error = new Error(`there is no message '${message.do}'`);
      error.code = "invalid";
      throw error;
    }
    return handler.call(this, message);
  }

  agent(slot, step = this.step) {
    const ring = 4 + ((slot * 7) % 97) / 8;
    const direction = slot % 3 === 0 ? -1 : 1;
    const speed = 0.9 + ((slot * 13) % 31) / 50;
    const angle = slot * 2.399 + (direction * speed * step * DT) / ring;
    return { slot, key: String(slot), x: 30 + 1.7 * ring * Math.cos(angle),
      y: 20 + ring * Math.sin(angle), vx: -1.7 * direction * speed * Math.sin(angle),
      vy: direction * speed * Math.cos(angle), radius: 0.2 + (slot % 5) / 40,
      layer: slot % this.layers, group: slot % 3 };
  }

  async frame(colouring) {
    const buffer = new ArrayBuffer(FRAME_HEAD + FRAME_AGENT * this.count);
    const view = new DataView(buffer);
    view.setUint32(0, this.count, true);
    view.setUint32(4, this.count, true);
    view.setFloat64(8, this.step * DT, true);
    view.setBigUint64(16, BigInt(this.step), true);
    view.setFloat32(24, DT, true);
    view.setUint32(28, colouring, true);
    for (let i = 0; i < this.count; i++) this.writeAgent(view, FRAME_HEAD + FRAME_AGENT * i, i,
      colouring);
    return buffer;
  }

  writeAgent(view, at, slot, colouring) {
    const a = this.agent(slot);
    const speed = Math.hypot(a.vx, a.vy);
    const values = [a.group + 1, (speed / 2.5) * 65535, ((slot % 60) / 60) * 65535, slot % 2,
      (slot % 3) + 1, slot % 17 === 0 ? 2 : slot % 5 === 0 ? 1 : 0, (slot % 2) + 1, 2,
      Math.min(1, speed / 1.5) * 65535];
    view.setFloat32(at, a.x, true);
    view.setFloat32(at + 4, a.y, true);
    view.setInt16(at + 8, a.vx * 1000, true);
    view.setInt16(at + 10, a.vy * 1000, true);
    view.setUint16(at + 12, a.radius * 1000, true);
    view.setInt16(at + 14, (Math.atan2(a.vy, a.vx) / Math.PI) * 32767, true);
    view.setUint8(at + 16, a.layer);
    view.setUint8(at + 17, 2 | (values[5] << 4));
    view.setUint16(at + 18, Math.min(65535, values[colouring] ?? 0), true);
    view.setUint32(at + 20, slot, true);
  }

  answer_describe() {
    const layer = (name) => ({ name, boundaries: [box(0, 0, 60, 40)],
      solids: [{ ring: [[27, 17], [30, 16], [33, 17], [34, 20], [33, 23], [30, 24], [27, 23],
        [26, 20]], class: 0 }, { ring: box(14, 9, 18, 12), class: 0 }],
      open_walls: [{ points: [[40, 0], [40, 12]], class: 0 }, { points: [[40, 15], [40, 22]],
        class: 0 }],
      terrains: [{ type: 1, ring: box(2, 2, 11, 8), holes: [] }] });
    return { title: "mock plaza", dt: DT, end: END, seed: "7", starts: 2, kernel: "none",
      threads: 1, origin: [0, 0], low: [0, 0], high: [60, 40],
      layers: Array.from({ length: this.layers }, (_, i) => layer(`floor ${i}`)),
      classes: [{ name: "" }], terrains: [{ name: "" }, { name: "grass" }],
      connections: [], maps: [{ name: "navmesh", kind: "navmesh" }],
      overlays: [{ name: "map:navmesh", label: "navigation mesh" }], recorded: false,
      attached: false, editable: true, final: { step: 1200, hash: this.hash(1200) },
      text: "name: mock plaza\n" };
  }

  hash(step) {
    return (BigInt(step + 1) * 0x9e3779b97f4a7c15n & 0xffffffffffffffffn).toString(16)
      .padStart(16, "0");
  }

  answer_state() {
    return { time: this.step * DT, step: this.step, hash: this.hash(this.step),
      agents: this.count, entered: this.count, arrived: Math.floor(this.step / 50),
      left: 0, waiting_to_enter: 0, mean_speed: 1.21, max_density: 2.3, overlaps: 0, earliest: 0,
      stages: { near: 0.01, behave: 0.01, plan: 0.01, steer: 0.05, move: 0.02 },
      agent_steps: String(this.count * this.step), changed: this.changed, can_end: false,
      profiles: [{ index: 0, name: "walker", select: "given", plan: "auto", follow: "portal",
        steer: this.steering, modify: [], agents: this.count,
        settings: { steering: { time_horizon: 2 } } }],
      groups: GROUPS.map((name) => ({ name })), machines: [],
      goals: [{ index: 0, name: "east", shape: "box", points: box(56, 13, 59.5, 27), radius: 0,
        layer: 0, open: true, count: 12, arrived: 3 },
      { index: 1, name: "west", shape: "point", points: [[3, 20]], radius: 0.5, layer: 0,
        open: false, count: 2, arrived: 3 }],
      obstacles: [{ index: 0, name: "gate", kind: "door", closed: this.step % 200 < 100, layer: 0,
        walls: [[40, 12, 40, 15]] }],
      classes: [true], queues: [{ name: "kiosk", places: [[16, 13, 0], [16, 14, 0], [16, 15, 0]],
        count: 1 }],
      areas: [{ name: "hall", layer: 0, points: box(20, 28, 28, 34), count: 4 }] };
  }

  answer_step({ count = 1 }) {
    this.step += Math.min(10000, Math.max(0, count));
    return this.answer_state();
  }

  answer_seek({ step }) {
    this.step = Math.max(0, step);
    return this.answer_state();
  }

  answer_restart() {
    this.step = 0;
    return this.answer_state();
  }

  answer_pick({ at, radius = 1 }) {
    let best = { slot: null };
    let least = radius;
    for (let slot = 0; slot < this.count; slot++) {
      const a = this.agent(slot);
      const distance = Math.hypot(a.x - at[0], a.y - at[1]) - a.radius;
      if (distance < least) {
        least = distance;
        best = { slot, key: a.key };
      }
    }
    return best;
  }

  answer_explain({ slot, key }) {
    const a = this.agent(slot ?? Number(key));
    const other = this.agent(a.slot === 0 ? 1 : a.slot - 1);
    return { slot: a.slot, key: a.key, label: "", group: GROUPS[a.group], profile: 0,
      position: [a.x, a.y], z: 0, layer: a.layer, velocity: [a.vx, a.vy], radius: a.radius,
      heading: Math.atan2(a.vy, a.vx), preferred_speed: 1.3, max_speed: 2, max_acceleration: null,
      max_turn_rate: null, priority: 0, activity: "walking", since: 3.2, previous: "choosing",
      goal: 0, state: null, status: "free", preferred: [a.vx * 1.1, a.vy * 1.1],
      chosen: [a.vx, a.vy], sentence: "It walks as it prefers; nothing is in its way.",
      route: { status: "complete", points: [[a.x, a.y, 0], [34, 25, 0], [56, 20, 0]],
        portals: [[33, 24, 33, 28]], discs: [] },
      marks: [{ kind: "half_plane", a: [0.4, 0.9], b: [1, 0.2], c: [0, 0], label: other.key,
        space: "velocity", stage: "steering", entry: "orca",
        subject: { kind: "agent", key: other.key, slot: other.slot, index: 0, part: 0 } }] };
  }

  answer_entries() {
    const horizon = { name: "time_horizon", type: "number", default: 2, minimum: 0.1, maximum: 100,
      unit: "s", help: "how far ahead neighbours are avoided", choices: null };
    const entry = (kind, name, params = []) =>
      ({ kind, name, summary: `the ${kind} ${name}`, citation: "", params });
    return { entries: [entry("steering", "orca", [horizon]), entry("steering", "orca_arc",
      [horizon]), entry("planner", "auto"), entry("follower", "portal"),
    entry("selector", "given")] };
  }

  answer_choose({ kind, name }) {
    if (kind === "steering") this.steering = name;
    this.changed = true;
    return {};
  }

  answer_overlay() {
    return { lines: [0, 0, 26, 20, 60, 0, 34, 20, 0, 40, 26, 20], strong: [30, 24, 30, 40],
      points: [10, 10], discs: [8, 30, 4], layer: [0, 0, 0, 0, 0, 0], labels: [{ at: [8, 30],
        text: "4.0 m" }], truncated: false };
  }

  answer_route({ from, to }) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    return { points: [from, to], length, status: "found" };
  }

  answer_scenario() {
    return { yaml: "name: mock plaza\n" };
  }

  close() {
    this.closed = true;
  }
}

/* Messages that change the world, which the mock only takes note of. */
for (const name of ["move_goal", "set_goal", "set_door", "set_class", "remove_agents",
  "move_obstacle", "remove_obstacle", "steer"]) {
  MockHost.prototype[`answer_${name}`] = function () {
    this.changed = true;
    return {};
  };
}
MockHost.prototype.answer_add_agents = function ({ count }) {
  this.changed = true;
  this.count += count;
  return { added: count };
};
MockHost.prototype.answer_add_obstacle = function () {
  this.changed = true;
  return { obstacle: 1 };
};
