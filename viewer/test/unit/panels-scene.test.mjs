/** What velocity space and the view show of explanations. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { forceTime, legendOf, reachOf, remarkOf, sceneOf } from
  "../../page/panels/inspector/scene.js";
import { placeLabels } from "../../page/panels/inspector/labels.js";
import { scaleOf, SIDE } from "../../page/panels/inspector/velocity.js";
import { brokenBy, readoutText } from "../../page/panels/inspector/readout.js";
import { candidatesOf, choicesText, extentOf, movesOf } from
  "../../page/panels/inspector/choices.js";
import { worldOverlays } from "../../page/panels/inspector/overlay.js";
import { depthInConvex } from "../../page/panels/inspector/geometry.js";

const EXPLANATIONS = JSON.parse(readFileSync(new URL("../fixtures/explanations.json",
  import.meta.url)));
const scenes = Object.entries(EXPLANATIONS).map(([name, x]) => [name, x, sceneOf(x)]);

test("the panel shows all velocities", () => {
  for (const [name, x, scene] of scenes) {
    for (const v of [x.velocity, x.chosen, x.preferred].filter(Boolean)) {
      assert.ok(Math.hypot(...v) < scene.reach, name);
    }
    assert.ok(scene.reach >= x.max_speed, name);
  }
  assert.ok(reachOf({ velocity: [0, 0], max_speed: null, preferred_speed: null }, []) > 0);
});

test("the feasible region holds the velocity that orca chooses", () => {
  const scene = sceneOf(EXPLANATIONS.orca);
  assert.ok(scene.feasible.length > 2);
  assert.ok(depthInConvex(scene.feasible, scene.chosen) > -0.01);
  assert.equal(sceneOf(EXPLANATIONS.hrvo).feasible, null);
});

test("half-planes that leave nothing are remarked on", () => {
  const plane = (a, b) => ({ kind: "half_plane", a, b, c: [0, 0], space: "velocity",
    subject: { kind: "none" }, label: "limit" });
  const scene = sceneOf({ velocity: [0, 0], max_speed: 2,
    marks: [plane([0.5, 0], [1, 0]), plane([-0.5, 0], [-1, 0])] });
  assert.deepEqual(scene.feasible, []);
  assert.match(remarkOf(scene), /No velocity/);
  assert.equal(remarkOf(sceneOf(EXPLANATIONS.orca)), "");
});

test("each half-plane has a line in the panel or lies outside it", () => {
  const { shapes, reach } = sceneOf(EXPLANATIONS.orca);
  const planes = shapes.filter((shape) => shape.type === "half_plane");
  assert.equal(planes.length, 10);
  for (const { at, normal, line } of planes) {
    const distance = Math.abs(at[0] * normal[0] + at[1] * normal[1]);
    assert.equal(line === null, distance > reach * (Math.abs(normal[0]) + Math.abs(normal[1])));
  }
});

test("forces start at the velocity and have one scale", () => {
  const scene = sceneOf(EXPLANATIONS.helbing);
  const forces = EXPLANATIONS.helbing.marks.filter((mark) => mark.kind === "force");
  const shapes = scene.shapes.filter((shape) => shape.type === "force");
  assert.equal(shapes.length, forces.length);
  for (const shape of shapes) {
    const { b } = EXPLANATIONS.helbing.marks[shape.index];
    assert.deepEqual(shape.from, scene.now);
    assert.ok(Math.abs(shape.to[0] - shape.from[0] - b[0] * scene.forceTime) < 1e-12);
    assert.ok(Math.abs(shape.to[1] - shape.from[1] - b[1] * scene.forceTime) < 1e-12);
  }
});

test("the time of forces is the longest for which they fit", () => {
  assert.equal(forceTime([[1, 0]], [0, 0], 2), 1);
  assert.equal(forceTime([[0, 20]], [0, 0], 2), 0.1);
  assert.equal(forceTime([[1e6, 0]], [0, 0], 2), 0.01);
  assert.equal(forceTime([], [0, 0], 2), 1);
});

test("the legend names what is drawn, and nothing else", () => {
  const types = (x) => legendOf(sceneOf(x)).map(({ type }) => type);
  assert.deepEqual(types(EXPLANATIONS.hrvo), ["velocity", "preferred", "now", "binding",
    "forbidden", "max_speed", "preferred_speed"]);
  assert.ok(types(EXPLANATIONS.orca).includes("binding"));
  assert.ok(!types(EXPLANATIONS.orca).includes("force"));
  const push = legendOf(sceneOf(EXPLANATIONS.helbing)).find(({ type }) => type === "force");
  assert.match(push.text, new RegExp(`in ${sceneOf(EXPLANATIONS.helbing).forceTime} s$`));
});

test("labels do not overlap, and lie in the panel", () => {
  for (const [name, , scene] of scenes) {
    const labels = placeLabels(scene, scaleOf(scene.reach), SIDE);
    for (const [i, a] of labels.entries()) {
      assert.ok(a.x > 0 && a.x < SIDE && a.y > 0 && a.y < SIDE, name);
      for (const b of labels.slice(i + 1)) {
        const far = Math.abs(a.y - b.y) >= 11
          || Math.abs(a.x - b.x) >= 2.5 * (a.text.length + b.text.length);
        assert.ok(far, `${name}: ${a.text}, ${b.text}`);
      }
    }
  }
  assert.ok(placeLabels(sceneOf(EXPLANATIONS.orca), scaleOf(2.36), SIDE).length >= 5);
});

test("positions in the panel and velocities are inverse", () => {
  const scale = scaleOf(2.5);
  const [x, y] = scale.at([1.25, -0.5]);
  assert.deepEqual([x, y], [300, 240]);
  assert.deepEqual(scale.velocity(x, y), [1.25, -0.5]);
});

test("the readout counts the constraints that a velocity breaks", () => {
  const scene = sceneOf(EXPLANATIONS.orca);
  assert.equal(brokenBy(scene, scene.chosen.map((n) => n * 0.9999)) <= 1, true);
  assert.ok(brokenBy(scene, [2, 0]) > 2);
  assert.match(readoutText(scene, [5, 0], true), /too fast; breaks|too fast, breaks/);
  assert.match(readoutText(scene, scene.chosen), /^chosen: 1\.\d\d m\/s at \d+°$/);
  assert.equal(readoutText(scene, null), "");
});

test("cells are options with their weights, and a hop is a move", () => {
  const scene = sceneOf(EXPLANATIONS.cellular);
  const options = candidatesOf(scene.items);
  const marks = EXPLANATIONS.cellular.marks.filter((mark) => mark.kind === "region");
  assert.deepEqual(options.map(({ value }) => value), marks.map((mark) => mark.c[0]));
  const sum = options.reduce((total, { value }) => total + value, 0);
  assert.ok(Math.abs(sum - 1) < 1e-3, "weights of a cellular automaton are probabilities");
  assert.equal(movesOf(scene.items).length, 1);
  assert.match(choicesText(options), /^5 options of "cellular", values 0\.0111 to 0\.604/);
  const half = extentOf(options, EXPLANATIONS.cellular.position, 0.25);
  assert.ok(options.every(({ at }) => Math.abs(at[0] - EXPLANATIONS.cellular.position[0]) < half));
});

test("the view shows velocities as positions after 1 s, and options as points", () => {
  const x = EXPLANATIONS.cellular;
  const overlays = worldOverlays(x);
  assert.deepEqual(overlays.chosen.lines.slice(0, 4), [...x.position,
    x.position[0] + x.chosen[0], x.position[1] + x.chosen[1]]);
  assert.deepEqual(overlays.preferred.lines, []);
  assert.equal(overlays.options.points.length, 10);
  assert.equal(overlays.regions.points.length, 0);
});

test("the view shows the part of a route on the layer of the agent", () => {
  const overlays = worldOverlays({ position: [0, 0], layer: 1, marks: [], route: {
    status: "complete", points: [[0, 0, 1], [1, 0, 1], [2, 0, 0], [3, 0, 0]],
    portals: [[1, -1, 1, 1]], discs: [[0, 0, 2]] } });
  assert.deepEqual(overlays.route.lines, [0, 0, 1, 0, 1, 0, 2, 0]);
  assert.deepEqual(overlays.portals.lines, [1, -1, 1, 1]);
  assert.deepEqual(overlays.corridor.discs, [0, 0, 2]);
  assert.deepEqual(worldOverlays({ position: [0, 0], layer: 0 }).route.lines, []);
});

test("of portals only the first one is a region, because the route shows the others", () => {
  const region = (index, x, kind = "portal") => ({ kind: "region", a: [x, 0], b: [x, 1], c: [0, 0],
    space: "world", label: "portal", stage: "follower", subject: { kind, index, part: 0 } });
  const { regions } = worldOverlays({ position: [0, 0], layer: 0,
    marks: [region(3, 1), region(4, 2), region(0, 9, "goal")] });
  assert.deepEqual(regions.lines, [1, 0, 1, 1, 9, 0, 9, 1]);
  assert.equal(regions.labels.length, 2);
});

test("labels are short: the key of an agent, or what a mark is", () => {
  const plane = (label, subject) => ({ kind: "half_plane", a: [0.1, 0], b: [1, 0], c: [0, 0],
    space: "velocity", label, subject });
  const texts = (mark) => {
    const scene = sceneOf({ velocity: [0, 0], max_speed: 2, marks: [mark] });
    return placeLabels(scene, scaleOf(scene.reach), SIDE).map(({ text }) => text);
  };
  assert.deepEqual(texts(plane("neighbour", { kind: "agent", key: "12" })), ["12"]);
  assert.deepEqual(texts(plane("wall", { kind: "wall", index: 3 })), ["wall 3"]);
  assert.deepEqual(texts(plane("beside the goal", { kind: "goal", index: 3 })),
    ["beside the goal"]);
});

test("of many marks at the same place, those without room get no label", () => {
  const marks = Array.from({ length: 30 }, (_, i) => ({ kind: "half_plane", a: [0.5 + i / 500, 0],
    b: [1, 0], c: [0, 0], space: "velocity", label: "neighbour",
    subject: { kind: "agent", key: String(100000 + i) } }));
  const scene = sceneOf({ velocity: [0, 0], max_speed: 2, marks });
  const labels = placeLabels(scene, scaleOf(scene.reach), SIDE);
  assert.ok(labels.length >= 5 && labels.length < 30, String(labels.length));
  for (const [i, a] of labels.entries()) {
    for (const b of labels.slice(i + 1)) {
      const far = Math.abs(a.y - b.y) >= 12
        || Math.abs(a.x - b.x) >= 2.8 * (a.text.length + b.text.length);
      assert.ok(far, `${a.text} and ${b.text}`);
    }
  }
});
