/** The parts of drawing that only compute: things, overlays, marks, grids, presence, labels. */
import test from "node:test";
import assert from "node:assert/strict";
import { splitOverlay } from "../../page/engine-overlays.js";
import { Frame } from "../../page/frame.js";
import { gridLines, gridStep } from "../../page/view/grid.js";
import { groundAt, isInside } from "../../page/view/ground.js";
import { chooseLabels, lengthText, roundDistance } from "../../page/view/labels.js";
import { collectMarks } from "../../page/view/marks.js";
import { collectOverlay } from "../../page/view/overlays.js";
import { Presence } from "../../page/view/presence.js";
import { collectThings, goalOutline, outerEdges } from "../../page/view/things.js";
import { MockHost } from "../mock.js";

const ORIGIN = [100, 200];
const box = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

test("things of a state go to groups by layer and style", () => {
  const state = {
    goals: [{ index: 0, name: "exit", shape: "polygon", points: box(0, 0, 2, 2), layer: 1,
      open: true, arrived: 4 }, { index: 2, name: "", shape: "point", points: [[5, 5]], layer: 0,
      open: false }, { index: 3, name: "north", shape: "direction", points: [[0, 1]], layer: 0 }],
    obstacles: [{ index: 0, name: "gate", kind: "door", closed: true, layer: 0,
      walls: [[1, 1, 1, 3]] }, { index: 1, name: "cart", kind: "moving", layer: 0,
      walls: [[0, 0, 1, 0], [1, 0, 0, 0]] }],
    queues: [{ name: "till", places: [[3, 3, 0], [3, 4, 0]], count: 1 }],
    areas: [{ name: "hall", layer: 0, points: box(0, 0, 4, 4), count: 2 }],
  };
  const { groups, labels } = collectThings(state, ORIGIN, 0.5);
  const styles = groups.map(({ layer, style }) => `${layer} ${style}`).sort();
  assert.deepEqual(styles, ["0 area", "0 door", "0 goal-closed", "0 obstacle", "0 queue",
    "1 goal"]);
  const door = groups.find(({ style }) => style === "door");
  assert.deepEqual(door.lines.values.slice(0, 4), [-99, -199, -99, -197]);
  assert.deepEqual(labels.map(({ text }) => text), ["exit", "goal", "gate", "till", "hall"]);
});

test("a goal of several parts has the outline of the whole", () => {
  const parts = [box(0, 0, 2, 2), box(2, 0, 4, 2)];
  const edges = outerEdges(parts);
  assert.equal(edges.length, 6);
  assert.ok(!edges.some(([ax, , bx]) => ax === 2 && bx === 2));
});

test("outlines of goals follow their shape", () => {
  assert.equal(goalOutline({ shape: "disc", points: [[0, 0]], radius: 2 }).points.length, 48);
  assert.deepEqual(goalOutline({ shape: "segment", points: [[0, 0], [1, 0]] }).isClosed, false);
  assert.equal(goalOutline({ shape: "polygon", points: box(0, 0, 1, 1) }).isClosed, true);
  assert.deepEqual(goalOutline({ shape: "polygon", points: [] }).points, []);
});

test("overlays take flat and nested lists, and one layer or a list of them", () => {
  const flat = collectOverlay({ lines: [0, 0, 1, 1, 2, 2, 3, 3], points: [4, 4], discs: [5, 5, 1],
    layer: [0, 1, 1, 0] }, [0, 0]);
  assert.equal(flat.get(1).lines.count, 1);
  assert.equal(flat.get(1).dots.count, 1);
  assert.equal(flat.get(0).lines.count, 1 + 36);
  const nested = collectOverlay({ lines: [[0, 0, 1, 1]], polygons: [box(0, 0, 1, 1)], layer: 2 },
    [0, 0]);
  assert.equal(nested.get(2).lines.count, 5);
  assert.equal(nested.get(2).fills.values.length, 3 * 6);
  assert.equal(collectOverlay({ lines: [1, 2, 3] }, [0, 0]).size, 0, "an incomplete line");
});

test("the layers of an engine overlay are those of lines, strong lines, points and discs", () => {
  const answer = { lines: [0, 0, 1, 1], strong: [2, 2, 3, 3, 4, 4, 5, 5], points: [6, 6],
    discs: [7, 7, 1], layer: [0, 1, 2, 3, 4] };
  const { lines, strong, marks } = splitOverlay(answer, { overlay: "#000000", strong: "#ffffff" });
  assert.deepEqual(lines.layer, [0]);
  assert.deepEqual(strong.layer, [1, 2]);
  assert.deepEqual(marks.layer, [3, 4]);
});

test("marks surround what is highlighted, and ignore what is gone", async () => {
  const host = new MockHost({ agents: 3 });
  const frame = new Frame(await host.frame(0));
  const state = host.answer_state();
  const look = { remaining: 0, scale: 20 };
  const count = (items) => [...collectMarks(items, frame, state, [0, 0], look).values()]
    .reduce((sum, lines) => sum + lines.count, 0);
  assert.equal(count([{ kind: "agent", slot: 1 }]), 28);
  assert.equal(count([{ kind: "agent", slot: 99 }]), 0);
  assert.equal(count([{ kind: "goal", index: 0 }]), 4);
  assert.equal(count([{ kind: "segment", points: [0, 0, 1, 1] }]), 1);
  assert.equal(count([{ kind: "obstacle", index: 0 }, { kind: "obstacle", index: 9 }]), 1);
  assert.equal(count([{ kind: "unknown" }]), 0);
});

test("the grid has round distances, and a bounded number of lines", () => {
  assert.deepEqual([70, 35, 14, 7, 1].map(gridStep), [1, 2, 5, 10, 100]);
  assert.equal(gridLines({ low: [0.5, 0], high: [3, 1] }, 1, 0, [0, 0]).count, 3 + 2);
  assert.ok(gridLines({ low: [0, 0], high: [1e9, 1e9] }, 1, 0, [0, 0]).count <= 400);
});

test("lengths are round and have a unit", () => {
  assert.deepEqual([0.3, 1, 2.1, 6, 0.012].map(roundDistance), [0.5, 1, 5, 10, 0.02]);
  assert.equal(roundDistance(NaN), 1);
  assert.deepEqual([0.5, 5, 2000].map(lengthText), ["50 cm", "5 m", "2 km"]);
});

test("labels that would cover an earlier one are left out", () => {
  const at = (px, py) => ({ px, py, width: 50, height: 14 });
  assert.deepEqual(chooseLabels([at(0, 0), at(20, 5), at(100, 0), at(0, 30)]),
    [true, false, true, true]);
});

test("presence adds up agent-seconds, and a jump back starts again", () => {
  const presence = new Presence([0, 0], [4, 2], 2, 1);
  const frame = (time, x, y, layer) => ({ time, count: 1, x: [x], y: [y], layer: [layer] });
  presence.add(frame(0, 0.5, 0.5, 0));
  presence.add(frame(1, 2.5, 1.5, 1));
  presence.add(frame(3, 2.5, 1.5, 1));
  presence.add(frame(4, 99, 99, 0));
  assert.equal(presence.layers[1][1 * 4 + 2], 3);
  assert.equal(presence.seconds, 4);
  assert.equal(presence.density(1, 2, 1), 0.75);
  assert.equal(presence.top(), 0.75);
  presence.add(frame(2, 0.5, 0.5, 0));
  assert.equal(presence.seconds, 0);
  assert.equal(presence.top(), 0);
});

test("presence has bounded cells for any size", () => {
  for (const high of [[1e7, 3], [0, 0], [Infinity, 5]]) {
    const presence = new Presence([0, 0], high, 1);
    assert.ok(presence.columns * presence.rows <= 512 * 512);
  }
});

test("a point of the screen is on the uppermost visible layer with ground there", () => {
  const layers = [{ boundaries: [box(0, 0, 10, 10)] }, { boundaries: [box(5, 5, 10, 10)] }];
  const at = (x, y) => (visible) => groundAt(layers, visible, () => ({ x, y }));
  assert.equal(at(7, 7)([0, 1]).layer, 1);
  assert.equal(at(2, 2)([0, 1]).layer, 0);
  assert.equal(at(7, 7)([0]).layer, 0);
  assert.equal(at(50, 50)([0, 1]).layer, 0);
  assert.equal(isInside(box(0, 0, 1, 1), 0.5, 0.5), true);
});
