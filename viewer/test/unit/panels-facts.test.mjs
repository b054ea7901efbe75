/** Facts, history, keyboard steering, tables and help. */
import { test } from "node:test";
import assert from "node:assert/strict";
import { factsOf, gapTo, stagesOf } from "../../page/panels/inspector/facts.js";
import { AgentHistory } from "../../page/panels/inspector/history.js";
import { velocityOf } from "../../page/panels/inspector/steering.js";
import { highlightsOf } from "../../page/panels/inspector/links.js";
import { countValues, tablesOf } from "../../page/panels/goals/tables.js";
import { keyText, sectionsOf } from "../../page/panels/help/panel.js";
import { MARKS, TOUR } from "../../page/panels/help/texts.js";
import { degreesOf, fileName, fixed, short, velocityText, withUnit } from
  "../../page/panels/common/format.js";

test("numbers are short, and zero has no sign", () => {
  assert.equal(fixed(-0.001), "0.00");
  assert.equal(fixed(null), "-");
  assert.equal(fixed(NaN), "-");
  assert.equal(short(0.1 + 0.2), "0.3");
  assert.equal(short(123456), "123500");
  assert.equal(withUnit(1.5, "1"), "1.50");
  assert.equal(withUnit(1.5, "m/s"), "1.50 m/s");
  assert.equal(degreesOf([-1, -1e-9]), 180);
  assert.equal(degreesOf([0, -2]), -90);
  assert.equal(velocityText([0, 1]), "1.00 m/s at 90°");
  assert.equal(velocityText([0.001, 0]), "0.00 m/s");
  assert.equal(velocityText(null), "-");
  assert.equal(fileName("A Plaza: 2/3", "csv"), "a-plaza-2-3.csv");
  assert.equal(fileName("???", "csv"), "wend.csv");
});

const AGENT = { key: "7", label: "", group: "left", profile: 1, position: [1, 2], z: 0, layer: 0,
  velocity: [1, 0], radius: 0.25, preferred_speed: 1.3, max_speed: 2, max_acceleration: null,
  max_turn_rate: null, priority: 0, activity: "walking", since: 3.2, previous: "choosing", goal: 4,
  state: null, status: "free", preferred: [1.3, 0], chosen: [1, 0], route: { status: "complete" } };
const STATE = { goals: [{ index: 4, name: "exit" }], profiles: [{ index: 1, name: "walker",
  select: "given", plan: "auto", follow: "portal", steer: "orca", modify: ["scale"] }] };

test("facts have names instead of numbers, and leave out what is not set", () => {
  const facts = new Map(factsOf(AGENT, STATE, 5));
  assert.equal(facts.get("activity"), "walking, for 1.8 s (before: choosing)");
  assert.equal(facts.get("goal"), "exit (4)");
  assert.equal(facts.get("profile"), "walker (1)");
  assert.equal(facts.get("steering"), "orca");
  assert.equal(facts.get("modifiers"), "scale");
  for (const name of ["label", "priority", "height", "maximum acceleration", "state"]) {
    assert.equal(facts.has(name), false, name);
  }
  const other = new Map(factsOf({ ...AGENT, goal: null, priority: 2, max_turn_rate: 3,
    machine: "doors", state: "wait" }, null, 0));
  assert.equal(other.get("goal"), "none");
  assert.equal(other.get("priority"), "2.00");
  assert.equal(other.get("maximum turn rate"), "3.00 rad/s");
  assert.equal(other.get("state"), "wait (of doors)");
  assert.equal(other.get("profile"), "1");
});

test("stages are in the order of the pipeline", () => {
  assert.deepEqual(stagesOf(STATE.profiles[0]).map(([stage]) => stage),
    ["selector", "planner", "follower", "modifiers", "steering"]);
});

test("gaps are distances between discs", () => {
  const frame = { agent: (slot) => (slot === 3 ? { x: 4, y: 6, radius: 0.5 } : null) };
  assert.equal(gapTo(frame, 3, AGENT), 4.25);
  assert.equal(gapTo(frame, 4, AGENT), null);
  assert.equal(gapTo(frame, undefined, AGENT), null);
  assert.equal(gapTo(null, 3, AGENT), null);
});

test("the history of an agent holds 30 s, and forgets when rewound", () => {
  const history = new AgentHistory();
  for (let i = 0; i <= 400; i++) history.add("7", i / 10, 1, i < 200 ? "walking" : "waiting");
  assert.equal(history.samples[0].time, 10);
  assert.deepEqual(history.changes(), [{ time: 20, from: "walking", to: "waiting" }]);
  history.add("7", 15, 1, "walking");
  assert.equal(history.samples.at(-1).time, 15);
  assert.deepEqual(history.changes(), []);
  history.add("8", 16, 1, "walking");
  assert.equal(history.samples.length, 1);
});

test("the history of an agent is bounded, whatever the time step", () => {
  const history = new AgentHistory();
  for (let i = 0; i < 5000; i++) history.add("7", i / 1000, 1, "walking");
  assert.ok(history.samples.length <= 1500);
});

test("the curve of the speed ends at the right edge, with fast at the top", () => {
  const history = new AgentHistory();
  history.add("7", 0, 0, "walking");
  history.add("7", 30, 2, "walking");
  assert.equal(history.curve(300, 50, 2), "0.0,50.0 300.0,0.0");
});

test("keys give directions at the same speed in all of them", () => {
  assert.deepEqual(velocityOf(new Set(["arrowup"]), 1.5), [0, 1.5]);
  assert.deepEqual(velocityOf(new Set(["a", "arrowleft"]), 1), [-1, 0]);
  assert.deepEqual(velocityOf(new Set(["w", "s"]), 1), [0, 0]);
  assert.deepEqual(velocityOf(new Set(), 1), [0, 0]);
  const [x, y] = velocityOf(new Set(["w", "d", "shift"]), 2);
  assert.ok(Math.abs(Math.hypot(x, y) - 2) < 1e-12 && x > 0 && y > 0);
});

test("objects of marks light up in the view", () => {
  const run = { state: { obstacles: [{ index: 2, walls: [[0, 0, 1, 0], [1, 0, 1, 1]] }] },
    description: { connections: [{ from: [0, 0], to: [2, 2], from_layer: 1 }] } };
  const explanation = { layer: 3, route: { portals: [[1, 2, 3, 4]] } };
  const of = (subject) => highlightsOf(subject, explanation, run);
  const agent = { kind: "agent", key: "5", slot: 4 };
  assert.deepEqual(of(agent), [agent]);
  assert.deepEqual(of({ kind: "goal", index: 1 }), [{ kind: "goal", index: 1 }]);
  assert.deepEqual(of({ kind: "wall", index: 1, segment: [0, 0, 5, 5] }),
    [{ kind: "segment", points: [0, 0, 5, 5], layer: 3 }]);
  assert.deepEqual(of({ kind: "obstacle", index: 2, part: 1 }),
    [{ kind: "segment", points: [1, 0, 1, 1], layer: 3 }]);
  assert.deepEqual(of({ kind: "obstacle", index: 9 }), [{ kind: "obstacle", index: 9 }]);
  assert.deepEqual(of({ kind: "portal", index: 0 }),
    [{ kind: "segment", points: [1, 2, 3, 4], layer: 3 }]);
  assert.deepEqual(of({ kind: "connection", index: 0 }),
    [{ kind: "segment", points: [0, 0, 2, 2], layer: 1 }]);
  for (const kind of ["none", "point", "wall"]) assert.deepEqual(of({ kind }), []);
});

test("tables show what a scene has, and nothing of what it has not", () => {
  const tables = tablesOf({ goals: [{ index: 0, name: "", count: 2, arrived: 1, open: false,
    layer: 0, points: [[1, 2]] }], groups: [], queues: [], areas: [{ name: "hall", layer: 1,
    points: [[0, 0], [1, 0], [1, 1]], count: 4 }], obstacles: [{ index: 1, name: "gate",
    kind: "door", closed: true, layer: 0, walls: [[0, 0, 1, 0]] }], machines: [],
  profiles: [{ index: 0, name: "", agents: 9, steer: "orca_arc" }] });
  assert.deepEqual(tables.map(({ title }) => title), ["Goals", "Areas",
    "Doors and moving obstacles", "Profiles"]);
  assert.deepEqual(tables[0].rows[0].cells, ["goal 0", 2, 1, "closed"]);
  assert.deepEqual(tables[1].rows[0].highlight.length, 3);
  assert.deepEqual(tables[2].rows[0].cells, ["gate", "door", "closed"]);
  assert.deepEqual(tables[3].rows[0].cells, ["profile 0", 9, "orca arc"]);
  assert.deepEqual([...countValues([1, 2, 1])], [[1, 2], [2, 1]]);
});

test("keys have names, and are listed by section", () => {
  assert.equal(keyText(" "), "Space");
  assert.equal(keyText("Shift+ArrowLeft"), "Shift + ←");
  assert.equal(keyText("d"), "D");
  assert.equal(keyText("?"), "?");
  assert.deepEqual(sectionsOf([{ section: "Time", key: " ", text: "play" },
    { section: "View", key: "f", text: "fit" }, { section: "Time", key: "x", text: "stop" },
    { section: "Time", key: "y" }]),
  [["Time", [["Space", "play"], ["X", "stop"]]], ["View", [["F", "fit"]]]]);
});

test("the tour has five sentences, and marks have colours and names", () => {
  assert.equal(TOUR.length, 5);
  for (const { text } of TOUR) assert.equal(text.match(/\./g).length, 1, text);
  for (const { colour, title, text } of MARKS) assert.ok(colour && title && text, title);
});
