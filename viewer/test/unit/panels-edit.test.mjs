/** Tools: what is under the pointer, and the messages that they send. */
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  boxRing, convexHull, distanceToGoal, distanceToObstacle, distanceToRing, distanceToSegment,
  goalPoint, isInPolygon, middleOf, nearest, obstaclePoint, pathLength, ringLines,
} from "../../page/panels/edit/shapes.js";
import { addAgents, removeAgents, agentsIn } from "../../page/panels/edit/tools/agents.js";
import { toggleDoor } from "../../page/panels/edit/tools/door.js";
import { moveGoal, setGoal } from "../../page/panels/edit/tools/goal.js";
import { measure, route } from "../../page/panels/edit/tools/measure.js";
import { addBox, addPolygon, moveObstacle, removeObstacle } from
  "../../page/panels/edit/tools/obstacle.js";
import { TOOLS } from "../../page/panels/edit/tools/index.js";
import { area, randomFrom } from "../support/random.js";

const at = (x, y, layer = 0) => ({ x, y, layer });

/** A page without a browser: it notes messages, overlays and texts. */
function bench(state = {}, answers = {}) {
  const notes = { sent: [], said: [], overlays: new Map() };
  const ask = async (message) => answers[message.do] ?? {};
  const app = { selected: null, isPlaying: false, pause: async () => {}, run: { ask,
    state: { goals: [], obstacles: [], ...state },
    frame: { count: 3, x: [0, 1, 5], y: [0, 1, 5], layer: [0, 0, 1], slots: [4, 7, 9] } } };
  const context = { app, options: { count: 5, profile: 1, goal: 2, like: true, radius: 0.3 },
    reach: () => 0.5, say: (text) => notes.said.push(text),
    overlay: (name, overlay) => notes.overlays.set(name, overlay),
    change: async (message) => {
      notes.sent.push(message);
      return answers[message.do] ?? {};
    } };
  return { ...notes, app, context, use: (tool) => tool.start(context) };
}

test("distances to segments, rings and goals", () => {
  assert.equal(distanceToSegment([0, 1], [-1, 0], [1, 0]), 1);
  assert.equal(distanceToSegment([4, 4], [-1, 0], [1, 0]), 5);
  assert.equal(distanceToSegment([3, 4], [0, 0], [0, 0]), 5);
  const ring = boxRing([2, 2], [0, 0]);
  assert.equal(distanceToRing([1, 1], ring), 0);
  assert.equal(distanceToRing([3, 1], ring), 1);
  assert.equal(distanceToGoal([0, 3], { points: [[0, 0]], radius: 1 }), 2);
  assert.equal(distanceToGoal([0, 0.5], { points: [[0, 0]], radius: 1 }), 0);
  assert.equal(distanceToGoal([0, 0], { points: [] }), Infinity);
  assert.equal(distanceToGoal([1, 0], { shape: "direction", points: [[1, 0]] }), Infinity);
  const parts = [boxRing([0, 0], [1, 1]), boxRing([5, 0], [6, 1])];
  assert.equal(distanceToGoal([4, 0.5], { points: parts[0], parts }), 1);
});

test("points are in a polygon if their winding number is not zero", () => {
  const random = randomFrom(17);
  const ring = [[0, 0], [4, 1], [3, 4], [1, 2], [-2, 3]];
  for (let i = 0; i < 500; i++) {
    const p = [8 * random() - 3, 6 * random() - 1];
    const turn = ring.reduce((sum, a, k) => {
      const b = ring[(k + 1) % ring.length];
      const [ax, ay, bx, by] = [a[0] - p[0], a[1] - p[1], b[0] - p[0], b[1] - p[1]];
      return sum + Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
    }, 0);
    assert.equal(isInPolygon(p, ring), Math.abs(turn) > Math.PI, String(p));
  }
});

test("the nearest thing within reach is found", () => {
  assert.equal(nearest([5, 2, 9], (n) => n, 3), 2);
  assert.equal(nearest([5, 9], (n) => n, 3), null);
});

test("convex hulls hold all points and turn left at each corner", () => {
  const random = randomFrom(19);
  for (let round = 0; round < 100; round++) {
    const points = Array.from({ length: 3 + Math.floor(9 * random()) }, () => [random(), random()]);
    const hull = convexHull(points);
    assert.ok(area(hull) > 0);
    for (const p of points) {
      for (const [i, a] of hull.entries()) {
        const b = hull[(i + 1) % hull.length];
        const cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        assert.ok(cross > -1e-12, `round ${round}`);
      }
    }
  }
  assert.ok(convexHull([[0, 0], [1, 1], [2, 2]]).length < 3);
});

test("reference points are those of the engine, or what it defines", () => {
  assert.deepEqual(goalPoint({ at: [9, 9], points: [[0, 0]] }), [9, 9]);
  assert.deepEqual(goalPoint({ points: [[3, 4], [5, 6]] }), [3, 4]);
  assert.deepEqual(goalPoint({ points: boxRing([0, 0], [2, 4]) }), [1, 2]);
  const [x, y] = goalPoint({ points: [[0, 0], [6, 0], [6, 3], [6, 6], [0, 6]] });
  assert.ok(Math.abs(x - 3) < 1e-12 && Math.abs(y - 3) < 1e-12, "whatever the corners on a side");
  assert.deepEqual(goalPoint({ points: [[0, 0], [1, 1], [2, 2]] }), [1, 1]);
  const walls = [[0, 0, 1, 0], [1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 0, 0]];
  assert.deepEqual(obstaclePoint({ walls }), [0.5, 0.5]);
  assert.deepEqual(middleOf([[0, 0], [2, 6]]), [1, 3]);
  assert.equal(pathLength([[0, 0, 0], [3, 4, 0], [3, 4, 1]]), 5);
  assert.deepEqual(ringLines([[0, 0], [1, 0]], [1, 1]), [1, 1, 2, 1, 2, 1, 1, 1]);
});

const GOAL = { index: 4, name: "exit", layer: 0, points: boxRing([0, 0], [2, 2]), radius: 0 };

test("a goal is moved by as much as it is dragged", async () => {
  const { sent, use } = bench({ goals: [{ ...GOAL, layer: 1, index: 1 }, GOAL] });
  const tool = use(moveGoal);
  assert.equal(tool.down(at(1.5, 1.5)), true);
  tool.move(at(3, 1.5));
  await tool.up(at(4.5, 0.5));
  assert.deepEqual(sent, [{ do: "move_goal", goal: 4, at: [4, 0], layer: 0 }]);
});

test("a drag that begins beside all goals moves the view instead", async () => {
  const { sent, use } = bench({ goals: [GOAL] });
  const tool = use(moveGoal);
  assert.equal(tool.down(at(9, 9)), false);
  await tool.up(at(1, 1));
  assert.deepEqual(sent, []);
});

test("the selected agent gets the goal that is clicked", () => {
  const { sent, said, app, use } = bench({ goals: [GOAL] });
  const tool = use(setGoal);
  tool.down(at(1, 1));
  assert.match(said.at(-1), /No agent is selected/);
  app.selected = { key: "12", slot: 3 };
  tool.down(at(8, 8));
  assert.match(said.at(-1), /no goal/);
  tool.down(at(1, 1));
  assert.deepEqual(sent, [{ do: "set_goal", key: "12", goal: 4 }]);
});

test("a click opens a closed door and closes an open one", () => {
  const door = { index: 2, kind: "door", closed: true, layer: 0, walls: [[0, 0, 0, 2]] };
  const { sent, said, use } = bench({ obstacles: [door, { ...door, index: 3, kind: "moving" }] });
  const tool = use(toggleDoor);
  tool.down(at(0.3, 1));
  tool.down(at(5, 1));
  assert.deepEqual(sent, [{ do: "set_door", obstacle: 2, closed: false }]);
  assert.match(said[0], /no door at this point/);
});

test("agents are added like the selected one, else with a profile and a goal", async () => {
  const { sent, said, app, use } = bench({}, { add_agents: { added: 4 } });
  const tool = use(addAgents);
  await tool.down(at(1, 2, 1));
  app.selected = { key: "12", slot: 3 };
  await tool.down(at(1, 2, 1));
  assert.deepEqual(sent, [
    { do: "add_agents", at: [1, 2], layer: 1, count: 5, profile: 1, goal: 2 },
    { do: "add_agents", at: [1, 2], layer: 1, count: 5, like: "12" }]);
  assert.equal(said[0], "4 of 5 agents added.");
});

test("a rectangle removes the agents in it on its layer", async () => {
  const { sent, app, use } = bench();
  app.run.ask = async ({ at: [x] }) => ({ slot: x === 0 ? 4 : 7, key: x === 0 ? "5" : "8" });
  const tool = use(removeAgents);
  tool.down(at(6, 6));
  tool.move(at(0, 0));
  await tool.up(at(-1, -1));
  assert.deepEqual(sent, [{ do: "remove_agents", keys: ["5", "8"] }]);
});

test("a click removes the agent that the engine picks", async () => {
  const { sent, said, use } = bench({}, { pick: { slot: 7, key: "8" } });
  const tool = use(removeAgents);
  tool.down(at(1, 1));
  await tool.up(at(1.1, 1));
  assert.deepEqual(sent, [{ do: "remove_agents", keys: ["8"] }]);
  const none = bench({}, { pick: { slot: null } });
  const empty = none.use(removeAgents);
  empty.down(at(1, 1));
  await empty.up(at(1, 1));
  assert.deepEqual(none.sent, []);
  assert.match(none.said[0], /no agent/);
  assert.deepEqual(said, []);
});

test("agents on the edge of a box are in it", () => {
  const frame = { count: 2, x: [0, 2], y: [0, 2], layer: [0, 0], slots: [1, 2] };
  assert.deepEqual(agentsIn(frame, boxRing([0, 0], [2, 2]), 0), [[0, 0], [2, 2]]);
  assert.deepEqual(agentsIn(frame, boxRing([0, 0], [1, 1]), 1), []);
});

test("a box is sent relative to its middle", async () => {
  const { sent, said, use } = bench();
  const tool = use(addBox);
  tool.down(at(2, 3, 1));
  tool.move(at(3, 3, 1));
  await tool.up(at(0, 2, 1));
  const [{ points, ...message }] = sent;
  assert.deepEqual(message, { do: "add_obstacle", at: [1, 2.5], layer: 1, velocity: [0, 0] });
  assert.deepEqual(points, [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]);
  tool.down(at(0, 0));
  await tool.up(at(5, 0));
  assert.equal(sent.length, 1);
  assert.match(said[0], /too thin/);
});

test("a polygon ends with Enter and is convex", () => {
  const { sent, said, use } = bench();
  const tool = use(addPolygon);
  for (const [x, y] of [[0, 0], [4, 0], [2, 1], [4, 4], [9, 9]]) tool.down(at(x, y));
  assert.equal(tool.key({ key: "Backspace" }), true);
  assert.equal(tool.key({ key: "x" }), false);
  assert.equal(tool.key({ key: "Enter" }), true);
  assert.equal(sent[0].points.length, 3);
  assert.ok(area(sent[0].points) > 0);
  tool.down(at(0, 0));
  tool.key({ key: "Enter" });
  assert.equal(sent.length, 1);
  assert.match(said.at(-1), /three corners/);
});

const CRATE = { index: 6, kind: "moving", layer: 0, at: [1, 1], angle: 0.25,
  walls: [[0, 0, 2, 0], [2, 0, 2, 2], [2, 2, 0, 2], [0, 2, 0, 0]] };

test("a moving obstacle is dragged, or turned with Shift", async () => {
  const { sent, use } = bench({ obstacles: [CRATE] });
  const tool = use(moveObstacle);
  tool.down(at(1.5, 1), { shiftKey: false });
  await tool.up(at(3.5, 2));
  assert.deepEqual(sent[0], { do: "move_obstacle", obstacle: 6, at: [3, 2], angle: 0.25,
    velocity: [0, 0] });
  tool.down(at(1.5, 1), { shiftKey: true });
  await tool.up(at(1, 1.5));
  assert.deepEqual(sent[1].at, [1, 1]);
  assert.ok(Math.abs(sent[1].angle - 0.25 - Math.PI / 2) < 1e-12);
});

test("moving obstacles are removed, doors are not", () => {
  const { sent, said, use } = bench({ obstacles: [{ ...CRATE, kind: "door" }] });
  use(removeObstacle).down(at(1, 1));
  assert.equal(sent.length, 0);
  assert.match(said[0], /no moving obstacle/);
  const other = bench({ obstacles: [CRATE] });
  other.use(removeObstacle).down(at(1, 1));
  assert.deepEqual(other.sent, [{ do: "remove_obstacle", obstacle: 6 }]);
  assert.equal(distanceToObstacle([1, 1], CRATE), 0);
  assert.equal(distanceToObstacle([1, 1], { ...CRATE, kind: "door" }), 1);
});

test("a distance is measured", () => {
  const { said, overlays, use } = bench();
  const tool = use(measure);
  tool.down(at(1, 1));
  tool.move(at(4, 5));
  assert.match(said.at(-1), /^5\.00 m from 1\.00, 1\.00 to 4\.00, 5\.00$/);
  assert.deepEqual(overlays.get("measure").labels, [{ at: [2.5, 3], text: "5.00 m" }]);
});

test("a route is shown with the length that the engine gives", async () => {
  const { said, overlays, use } = bench({}, { route: { status: "found", length: 7.25,
    points: [[0, 0, 0], [3, 0, 0], [3, 4, 0]] } });
  const tool = use(route);
  tool.down(at(0, 0));
  tool.down(at(3, 4));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(overlays.get("route").lines, [0, 0, 3, 0, 3, 0, 3, 4]);
  assert.deepEqual(overlays.get("route").labels, [{ at: [3, 4], text: "7.25 m" }]);
  assert.match(said.at(-1), /found, 7\.25 m/);
});

test("tools have ids, titles and hints of their own", () => {
  const tools = TOOLS.flatMap((group) => group.tools);
  for (const name of ["id", "title", "hint"]) {
    assert.equal(new Set(tools.map((tool) => tool[name])).size, tools.length, name);
  }
  const keys = tools.map(({ key }) => key).filter(Boolean);
  assert.equal(new Set(keys).size, keys.length);
});
