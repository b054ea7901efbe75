/** Steering with the keyboard: which messages are sent, and when. */
import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { KeyboardSteering } from "../../page/panels/inspector/steering.js";

const AGENT = { key: "7", preferred_speed: 1.25, max_speed: 2 };
let sent;
let changes;
let listeners;
let steering;

beforeEach(() => {
  sent = [];
  changes = 0;
  listeners = new Map();
  globalThis.addEventListener = (type, listener) => listeners.set(type, listener);
  globalThis.removeEventListener = (type) => listeners.delete(type);
  const app = { change: (message) => sent.push(message) };
  steering = new KeyboardSteering(app, () => {
    changes++;
  });
});

afterEach(() => {
  delete globalThis.addEventListener;
  delete globalThis.removeEventListener;
});

/** Presses or releases a key. Returns whether the page kept the event to itself. */
function press(key, type = "keydown", over = {}) {
  let kept = false;
  listeners.get(type)?.({ type, key, ctrlKey: false, metaKey: false, altKey: false,
    preventDefault: () => {
      kept = true;
    }, stopPropagation: () => {}, ...over });
  return kept;
}
const velocities = () => sent.map(({ velocity }) => velocity);

test("the agent stands until a key is pressed", () => {
  steering.start(AGENT);
  assert.deepEqual(sent, [{ do: "steer", key: "7", velocity: [0, 0] }]);
  assert.equal(steering.active, true);
  assert.equal(changes, 1);
});

test("keys that repeat are sent once", () => {
  steering.start(AGENT);
  for (let i = 0; i < 5; i++) assert.equal(press("ArrowRight"), true);
  press("ArrowRight", "keyup");
  assert.deepEqual(velocities(), [[0, 0], [1.25, 0], [0, 0]]);
});

test("Shift gives the maximum speed, also while a key is held", () => {
  steering.start(AGENT);
  press("w");
  press("Shift");
  press("Shift", "keyup");
  assert.deepEqual(velocities(), [[0, 0], [0, 1.25], [0, 2], [0, 1.25]]);
});

test("an agent without a maximum speed is led at its preferred speed", () => {
  steering.start({ ...AGENT, max_speed: null });
  press("Shift");
  press("s");
  assert.deepEqual(velocities(), [[0, 0], [0, -1.25]]);
});

test("other keys, and shortcuts of the browser, are left alone", () => {
  steering.start(AGENT);
  assert.equal(press("x"), false);
  assert.equal(press("a", "keydown", { ctrlKey: true }), false);
  assert.deepEqual(velocities(), [[0, 0]]);
});

test("a window that loses the focus releases all keys", () => {
  steering.start(AGENT);
  press("d");
  listeners.get("blur")();
  assert.deepEqual(velocities().at(-1), [0, 0]);
});

test("Escape and stop give the agent back, and no key is listened to afterwards", () => {
  for (const end of [() => press("Escape"), () => steering.stop()]) {
    steering.start(AGENT);
    end();
    assert.deepEqual(sent.at(-1), { do: "steer", key: "7", velocity: null });
    assert.equal(steering.active, false);
    assert.equal(listeners.size, 0);
  }
  const count = sent.length;
  steering.stop();
  assert.equal(sent.length, count);
});

test("one agent at a time is steered", () => {
  steering.start(AGENT);
  steering.start({ ...AGENT, key: "8" });
  assert.deepEqual(sent.map(({ key, velocity }) => [key, velocity]),
    [["7", [0, 0]], ["7", null], ["8", [0, 0]]]);
});
