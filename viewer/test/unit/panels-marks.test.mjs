/** What marks mean, on explanations that the tool printed and on marks made by hand. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  effectText, effectsOf, isCandidate, isSound, itemsOf, markText, reportedVelocity, slackOf,
  subjectId, subjectText,
} from "../../page/panels/inspector/marks.js";

const EXPLANATIONS = JSON.parse(readFileSync(new URL("../fixtures/explanations.json",
  import.meta.url)));

const mark = (kind, over = {}) => ({ kind, a: [0, 0], b: [0, 0], c: [0, 0], label: null,
  space: "velocity", stage: "steering", entry: "orca", subject: { kind: "none" }, ...over });
const agent = (key) => ({ kind: "agent", key, slot: Number(key), index: 0, part: 0 });
const item = (m) => itemsOf([m])[0];

test("counts of items are those that the tool prints", () => {
  for (const [name, x] of Object.entries(EXPLANATIONS)) {
    const items = itemsOf(x.marks);
    const count = (...kinds) => items.filter((i) => kinds.includes(i.mark.kind)).length;
    assert.deepEqual({ half_planes: count("half_plane"), cones: count("cone", "forbidden"),
      forces: count("force"), regions: count("region") }, x.counts, name);
  }
});

test("the chosen velocity is the one that the engine reports", () => {
  for (const [name, x] of Object.entries(EXPLANATIONS)) {
    assert.deepEqual(reportedVelocity(itemsOf(x.marks), "velocity"), x.chosen, name);
  }
  assert.equal(reportedVelocity([], "velocity"), null);
});

test("the solver of orca keeps all half-planes, and some limit the choice", () => {
  const { marks, chosen } = EXPLANATIONS.orca;
  const effects = effectsOf(itemsOf(marks), chosen).filter(({ slack }) => slack !== null);
  assert.equal(effects.length, 10);
  assert.ok(effects.every(({ slack }) => slack > -1e-3));
  const binding = effects.filter((effect) => effect.binding);
  assert.ok(binding.length >= 1 && binding.length <= 3);
  assert.deepEqual(effects.slice(0, binding.length), binding);
});

test("the velocity that hrvo chooses is outside all velocity obstacles", () => {
  const { marks, chosen } = EXPLANATIONS.hrvo;
  const sets = itemsOf(marks).filter((i) => i.mark.kind === "forbidden");
  assert.equal(sets.length, 10);
  for (const set of sets) assert.ok(slackOf(set, chosen) > -0.01, set.id);
  assert.ok(sets.some((set) => slackOf(set, [0, 1.3]) < -0.05), "it prefers a forbidden velocity");
});

test("sets take the boundary marks that follow them, and no others", () => {
  const piece = (a, b) => mark("boundary_segment", { a, b });
  const items = itemsOf([mark("forbidden", { subject: agent("3") }), piece([0, 0], [1, 0]),
    piece([1, 0], [0, 1]), piece([0, 1], [0, 0]), mark("velocity", { b: [2, 2] }),
    mark("allowed"), mark("velocity")]);
  assert.deepEqual(items.map((i) => i.mark.kind), ["forbidden", "velocity", "velocity"]);
  assert.equal(items[0].id, "agent:3");
  assert.equal(slackOf(items[0], [0.25, 0.25]), -0.25);
  assert.equal(slackOf(items[0], [0.25, -1]), 1);
});

test("arcs of a boundary are followed", () => {
  const half = [mark("allowed"), mark("boundary_arc", { a: [1, 0], b: [-1, 0] }),
    mark("boundary_segment", { a: [-1, 0], b: [1, 0] })];
  assert.ok(Math.abs(slackOf(itemsOf(half)[0], [0, 0.4]) - 0.4) < 1e-9);
  assert.ok(Math.abs(slackOf(itemsOf(half)[0], [0, 0.9]) - 0.1) < 1e-3);
  assert.ok(slackOf(itemsOf(half)[0], [0, -0.5]) < 0);
});

test("slack of half-planes is a distance, whatever the length of the normal", () => {
  const plane = item(mark("half_plane", { a: [1, 0], b: [-3, 0] }));
  assert.equal(slackOf(plane, [0.25, 7]), 0.75);
  assert.equal(slackOf(plane, [1.5, 0]), -0.5);
  assert.equal(slackOf(plane, null), null);
  assert.equal(slackOf(item(mark("half_plane")), [1, 0]), null);
});

test("slack of cones is negative inside, for either order of the sides", () => {
  const s = Math.SQRT1_2;
  for (const [b, c] of [[[s, s], [s, -s]], [[s, -s], [s, s]]]) {
    const cone = item(mark("cone", { a: [1, 0], b, c }));
    assert.ok(Math.abs(slackOf(cone, [2, 0]) + s) < 1e-12);
    assert.ok(Math.abs(slackOf(cone, [1, 1]) - s) < 1e-12);
  }
});

test("unsound marks are left out", () => {
  assert.equal(isSound(mark("velocity", { b: [NaN, 0] })), false);
  assert.equal(isSound(mark("velocity", { b: [null, Infinity] })), false);
  assert.equal(isSound(mark("velocity", { b: [2e9, 0] })), false);
  assert.equal(isSound(mark("velocity", { b: [-5, 3] })), true);
  assert.deepEqual(itemsOf([mark("velocity", { b: [Infinity, 0] })]), []);
  const set = [mark("forbidden"), mark("boundary_segment", { a: [0, 0], b: [NaN, 1] })];
  assert.deepEqual(itemsOf(set), []);
});

test("candidates are points with a number", () => {
  const at = { a: [1, 2], b: [1, 2], space: "world" };
  assert.equal(isCandidate(mark("region", { ...at, c: [0.5, 0] })), true);
  assert.equal(isCandidate(mark("region", at)), false);
  assert.equal(isCandidate(mark("region", { ...at, b: [2, 2], c: [1, 0] })), false);
});

test("effects join the marks of one object", () => {
  const items = itemsOf([
    mark("force", { b: [3, 4], subject: agent("5"), space: "world" }),
    mark("force", { b: [0, 1], subject: agent("5"), space: "world" }),
    mark("force", { b: [0, 2], label: "driving force", space: "world" }),
    mark("half_plane", { a: [0, 0], b: [1, 0], subject: agent("9") }),
    mark("path", { space: "world", subject: { kind: "goal", index: 2 } }),
    mark("velocity", { b: [0.5, 0] })]);
  const effects = effectsOf(items, [0.5, 0]);
  assert.deepEqual(effects.map(({ id }) => id), ["agent:9", "agent:5", "none:driving force",
    "goal:2"]);
  assert.equal(effects[1].force, 6);
  assert.deepEqual(effects.map(effectText), ["0.50 m/s to spare", "pushes with 6.00",
    "pushes with 2.00", "it heads there"]);
});

test("only the first of the portals ahead is listed", () => {
  const portal = (index, kind, over) => mark(kind, { subject: { kind: "portal", index },
    space: "world", ...over });
  const items = itemsOf([portal(5, "region"), portal(3, "region"), portal(4, "region"),
    portal(9, "half_plane", { a: [0, 0], b: [1, 0], space: "velocity" })]);
  assert.deepEqual(effectsOf(items, [1, 0]).map(({ id }) => id), ["portal:9", "portal:3"]);
});

test("effects say what is not kept", () => {
  const plane = (a) => mark("half_plane", { a, b: [1, 0], subject: agent("1") });
  const text = (a) => effectText(effectsOf(itemsOf([plane(a)]), [0, 0])[0]);
  assert.equal(text([0.3, 0]), "not kept, by 0.30 m/s");
  assert.equal(text([0.001, 0]), "limits the choice");
  assert.equal(text([-0.25, 0]), "0.25 m/s to spare");
});

test("constraints that forbid the preferred velocity come after those that limit the choice", () => {
  const plane = (key, a, b) => mark("half_plane", { a, b, subject: agent(key) });
  const items = itemsOf([plane("1", [-0.5, 0], [1, 0]), plane("2", [0, 0.8], [0, -1]),
    plane("3", [0, 0.2], [0, -1]), plane("4", [0, -3], [0, 1])]);
  const effects = effectsOf(items, [0, 0.2], [0, 1]);
  assert.deepEqual(effects.map(({ id }) => id), ["agent:3", "agent:2", "agent:1", "agent:4"]);
  assert.deepEqual(effects.map(effectText), ["limits the choice", "forbids what it prefers",
    "0.50 m/s to spare", "3.20 m/s to spare"]);
});

test("objects have ids and names", () => {
  const of = (subject) => mark("path", { subject });
  assert.equal(subjectId(of({ kind: "wall", index: 4 })), "wall:4");
  assert.equal(subjectId(of({ kind: "obstacle", index: 1, part: 2 })), "obstacle:1:2");
  assert.equal(subjectId(mark("force", { label: "push" })), "none:push");
  const nameOf = (kind, index) => (kind === "goal" && index === 2 ? "exit" : null);
  assert.equal(subjectText({ kind: "goal", index: 2 }, nameOf), "exit");
  assert.equal(subjectText({ kind: "goal", index: 3 }, nameOf), "goal 3");
  assert.equal(subjectText({ kind: "portal", index: 0 }), "portal 0 of the route");
  const neighbour = mark("half_plane", { label: "neighbour", subject: agent("8") });
  assert.equal(markText(neighbour), "agent 8");
  assert.equal(markText(mark("half_plane", { label: "wall", subject: { kind: "wall", index: 3 } })),
    "wall 3");
  const exit = mark("path", { label: "exit", subject: { kind: "goal", index: 2 } });
  assert.equal(markText(exit, nameOf), "exit");
});
