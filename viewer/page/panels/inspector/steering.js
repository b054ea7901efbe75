/**
 * Steers an agent with the keyboard: arrow keys or WASD give the direction, Shift the maximum
 * speed. The agent stands while no key is pressed; it decides for itself again when steering ends.
 */

const DIRECTIONS = {
  arrowup: [0, 1], arrowdown: [0, -1], arrowleft: [-1, 0], arrowright: [1, 0],
  w: [0, 1], s: [0, -1], a: [-1, 0], d: [1, 0],
};

/**
 * The velocity that pressed keys ask for.
 * @param {Set<string>} pressed keys in lower case
 * @param {number} speed
 * @returns {number[]}
 */
export function velocityOf(pressed, speed) {
  const sum = [0, 0];
  for (const key of pressed) {
    sum[0] += DIRECTIONS[key]?.[0] ?? 0;
    sum[1] += DIRECTIONS[key]?.[1] ?? 0;
  }
  const x = Math.sign(sum[0]);
  const y = Math.sign(sum[1]);
  const length = Math.hypot(x, y);
  return length > 0 ? [(x * speed) / length, (y * speed) / length] : [0, 0];
}

/** One agent at a time that is steered from the keyboard. */
export class KeyboardSteering {
  /** @param {any} app @param {() => void} changed called when steering begins or ends */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    this.agent = null;
    this.pressed = new Set();
    this.sent = "";
    this.onKey = (event) => this.key(event, event.type === "keydown");
    this.onBlur = () => {
      this.pressed.clear();
      this.send();
    };
  }

  get active() {
    return this.agent !== null;
  }

  /** @param {{key: string, preferred_speed: number, max_speed: number}} agent */
  start(agent) {
    this.stop();
    this.agent = agent;
    for (const type of ["keydown", "keyup"]) addEventListener(type, this.onKey, true);
    addEventListener("blur", this.onBlur);
    this.send();
    this.changed();
  }

  /** Ends steering: the agent decides for itself again. */
  stop() {
    if (!this.agent) return;
    const { key } = this.agent;
    this.agent = null;
    this.pressed.clear();
    this.sent = "";
    for (const type of ["keydown", "keyup"]) removeEventListener(type, this.onKey, true);
    removeEventListener("blur", this.onBlur);
    this.app.change({ do: "steer", key, velocity: null });
    this.changed();
  }

  key(event, isDown) {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isDown && key === "escape") {
      this.stop();
    } else if (key in DIRECTIONS || key === "shift") {
      if (isDown) this.pressed.add(key);
      else this.pressed.delete(key);
      this.send();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  send() {
    if (!this.agent) return;
    const { key, preferred_speed, max_speed } = this.agent;
    const speed = this.pressed.has("shift") ? max_speed ?? preferred_speed : preferred_speed;
    const velocity = velocityOf(this.pressed, speed || 1);
    const text = velocity.join();
    if (text === this.sent) return;
    this.sent = text;
    this.app.change({ do: "steer", key, velocity });
  }
}
