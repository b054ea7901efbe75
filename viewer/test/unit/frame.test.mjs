/** Frames are decoded as docs/viewer.md describes them; the bytes here are written by hand. */
import test from "node:test";
import assert from "node:assert/strict";
import { Frame, FRAME_AGENT, FRAME_HEAD } from "../../page/frame.js";

const AGENTS = [
  { x: 1.5, y: -2.25, vx: 1200, vy: -350, radius: 250, heading: 16384, layer: 0, kind: 0x12,
    value: 3, slot: 2 },
  { x: 100, y: 4, vx: -32000, vy: 32000, radius: 65535, heading: -32768, layer: 255, kind: 0x28,
    value: 65535, slot: 7 },
  { x: 0, y: 0, vx: 0, vy: 0, radius: 0, heading: 0, layer: 1, kind: 0, value: 0,
    slot: 4000000000 },
];

function makeFrame(agents = AGENTS) {
  const buffer = new ArrayBuffer(FRAME_HEAD + FRAME_AGENT * agents.length);
  const v = new DataView(buffer);
  v.setUint32(0, agents.length, true);
  v.setUint32(4, 4000000001, true);
  v.setFloat64(8, 12.3, true);
  v.setBigUint64(16, 123n, true);
  v.setFloat32(24, 0.1, true);
  v.setUint32(28, 2, true);
  agents.forEach((a, i) => {
    const at = FRAME_HEAD + FRAME_AGENT * i;
    v.setFloat32(at, a.x, true);
    v.setFloat32(at + 4, a.y, true);
    v.setInt16(at + 8, a.vx, true);
    v.setInt16(at + 10, a.vy, true);
    v.setUint16(at + 12, a.radius, true);
    v.setInt16(at + 14, a.heading, true);
    v.setUint8(at + 16, a.layer);
    v.setUint8(at + 17, a.kind);
    v.setUint16(at + 18, a.value, true);
    v.setUint32(at + 20, a.slot, true);
  });
  return buffer;
}

test("reads the header", () => {
  const frame = new Frame(makeFrame());
  assert.equal(frame.count, 3);
  assert.equal(frame.slotCount, 4000000001);
  assert.equal(frame.time, 12.3);
  assert.equal(frame.step, 123);
  assert.ok(Math.abs(frame.dt - 0.1) < 1e-7);
  assert.equal(frame.colouring, 2);
});

test("decodes all columns, and adds the origin to positions", () => {
  const frame = new Frame(makeFrame(), [1000, 2000]);
  assert.deepEqual([...frame.x], [1001.5, 1100, 1000]);
  assert.deepEqual([...frame.y], [1997.75, 2004, 2000]);
  assert.ok(Math.abs(frame.vx[0] - 1.2) < 1e-6);
  assert.equal(frame.vy[1], 32);
  assert.equal(frame.radius[0], 0.25);
  assert.ok(Math.abs(frame.heading[0] - Math.PI / 2) < 1e-6);
  assert.ok(Math.abs(frame.heading[1] + Math.PI) < 1e-6);
  assert.deepEqual([...frame.layer], [0, 255, 1]);
  assert.deepEqual([...frame.activity], [2, 8, 0]);
  assert.deepEqual([...frame.status], [1, 2, 0]);
  assert.deepEqual([...frame.value], [3, 65535, 0]);
  assert.deepEqual([...frame.slots], [2, 7, 4000000000]);
  assert.equal(frame.x, frame.x, "a column is decoded once");
});

test("finds agents by slot", () => {
  const frame = new Frame(makeFrame());
  assert.deepEqual([2, 7, 4000000000].map((slot) => frame.indexOf(slot)), [0, 1, 2]);
  assert.deepEqual([0, 3, 8, 4294967295].map((slot) => frame.indexOf(slot)), [-1, -1, -1, -1]);
  assert.equal(frame.agent(3), null);
});

test("an agent before the time of the frame is where its velocity puts it", () => {
  const agent = new Frame(makeFrame(), [10, 20]).agent(2, 0.5);
  assert.ok(Math.abs(agent.x - (11.5 - 0.6)) < 1e-9);
  assert.ok(Math.abs(agent.y - (17.75 + 0.175)) < 1e-9);
  assert.equal(agent.index, 0);
  assert.equal(agent.activity, 2);
});

test("refuses bytes of a wrong length", () => {
  assert.throws(() => new Frame(new ArrayBuffer(0)), /a frame of 0 bytes/);
  assert.throws(() => new Frame(makeFrame().slice(0, -1)), /104 are expected/);
  const lies = makeFrame();
  new DataView(lies).setUint32(0, 4294967295, true);
  assert.throws(() => new Frame(lies), /expected/);
});

test("a world without agents has an empty frame", () => {
  const frame = new Frame(makeFrame([]));
  assert.equal(frame.x.length, 0);
  assert.equal(frame.indexOf(0), -1);
});
