/**
 * Panels with the real engine: the inspector shows the numbers that the tool prints, and what panels
 * change is changed in the world. Needs the tool (WEND) and the template (`make viewer`).
 */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT, findTool, makeFolder, makePage } from "./build.mjs";
import { openPage } from "./harness.mjs";

const run = promisify(execFile);
const CLOSE = 1e-5; // numbers have single precision
let folder;

before(() => {
  folder = makeFolder();
});
after(() => folder.remove());

/** Opens the page of a scenario, checks it, and checks that the console stays empty. */
async function onScenario(scenario, options, check) {
  const { page } = await makePage(scenario, folder.folder, options);
  const shown = await openPage(page, { still: true, width: 1400, height: 1000 });
  try {
    await check(shown, shown.page);
    assert.deepEqual(shown.faults.filter((fault) => !/GL Driver Message/.test(fault)), []);
  } finally {
    await shown.close();
  }
}

/** What the tool prints about a choice. */
async function explainByTool(scenario, key, time, options = []) {
  const { stdout } = await run(findTool(), ["run", join(ROOT, scenario), "--explain",
    `${key}@${time}`, "--json", "-o", join(folder.folder, "choice.svg"), ...options],
  { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

/** Goes to a time, selects an agent in the inspector, and returns what is drawn. */
async function inspect(shown, key, time) {
  await shown.app(async (app, [agent, at]) => {
    await app.seek(Math.round(at / app.run.description.dt));
    const { slot } = await app.run.ask({ do: "explain", key: agent });
    app.showPanel("inspector");
    app.select({ key: agent, slot });
  }, [key, time]);
  await shown.until((_, agent) => document.querySelector(".inspector-actions strong")?.textContent
    === `Agent ${agent}`, key);
  return shown.page.evaluate(() => {
    const velocity = (type) => document.querySelector(`.velocity-space .mark.${type}`)?.dataset
      .velocity.split(" ").map(Number) ?? null;
    const count = (type) =>
      document.querySelectorAll(`.velocity-space .areas.${type} .area`).length;
    return { chosen: velocity("velocity"), preferred: velocity("preferred"),
      now: velocity("now"), planes: count("half_plane"), obstacles: count("forbidden"),
      goals: count("allowed"),
      pushes: document.querySelectorAll(".velocity-space .mark.force").length,
      options: [...document.querySelectorAll(".choices .option")].map((option) =>
        Number(option.dataset.value)),
      subjects: [...document.querySelectorAll("table.effects tbody tr")].map((row) =>
        row.dataset.subject) };
  });
}

const assertClose = (found, expected, text) => {
  for (const [i, value] of expected.entries()) {
    assert.ok(Math.abs(found[i] - value) < CLOSE, `${text}: found ${found}, expected ${expected}`);
  }
};

/** The numbers of marks whose areas can be seen: half-planes may lie outside the panel. */
function assertSame(drawn, printed) {
  assertClose(drawn.chosen, printed.chosen, "chosen");
  if (printed.preferred[0] !== null) assertClose(drawn.preferred, printed.preferred, "preferred");
  assert.equal(drawn.obstacles + drawn.planes <= printed.cones + printed.half_planes, true);
  assert.equal(drawn.obstacles, printed.cones);
  assert.equal(drawn.goals, printed.goal_sets);
  assert.equal(drawn.pushes, printed.forces);
  const neighbours = new Set(printed.marks.filter(({ subject, kind }) => subject.kind === "agent"
    && !(kind === "region" && subject.kind === "none")).map(({ subject }) =>
    `agent:${subject.key}`));
  const listed = drawn.subjects.filter((id) => id.startsWith("agent:"));
  assert.deepEqual(new Set(listed), neighbours);
}

for (const model of ["orca", "orca_segment", "orca_arc", "hrvo", "gvo", "helbing", "power_law",
  "collision_free_speed", "optimal_steps", "cellular"]) {
  test(`${model}: the inspector shows the marks that the tool prints`, async () => {
    const scenario = "scenarios/crossing.yaml";
    await onScenario(scenario, ["--steer", model, "--until", "1"], async (shown) => {
      for (const [key, time] of [["60", 22], ["80", 23.5]]) {
        const printed = await explainByTool(scenario, key, time, ["--steer", model]);
        const drawn = await inspect(shown, key, time);
        assertSame(drawn, printed);
        const options = printed.marks.filter(({ kind, a, b, c }) => kind === "region"
          && a[0] === b[0] && a[1] === b[1] && (c[0] !== 0 || c[1] !== 0));
        assert.equal(drawn.options.length, options.length);
        options.forEach(({ c }, i) => assert.ok(Math.abs(drawn.options[i] - c[0])
          <= CLOSE * Math.max(1, Math.abs(c[0]))));
      }
    });
  });
}

test("a wall that a mark refers to lights up where the scenario has a wall", () =>
  onScenario("scenarios/bottleneck.yaml", [], async (shown, page) => {
    const key = await shown.app(async (app) => {
      await app.seek(100);
      for (const slot of app.run.frame.slots) {
        const { key: found, marks } = await app.run.ask({ do: "explain", slot });
        if (marks.some(({ subject }) => subject.kind === "wall")) return found;
      }
      return null;
    });
    await inspect(shown, key, 10);
    await page.locator("tr[data-subject^=wall] button").first().focus();
    const [{ kind, points: [ax, ay, bx, by] }] = await shown.app((app) => app.view.highlighted);
    assert.equal(kind, "segment");
    const rings = await shown.app((app) => app.run.description.layers.flatMap((layer) =>
      [...layer.boundaries, ...layer.solids.map(({ ring }) => ring)]));
    const isOnRing = (x, y) => rings.some((ring) => ring.some((a, i) => {
      const b = ring[(i + 1) % ring.length];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const off = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length;
      const along = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length;
      return Math.abs(off) < 1e-3 && along > -1e-3 && along < length + 1e-3;
    }));
    for (const [x, y] of [[ax, ay], [bx, by], [(ax + bx) / 2, (ay + by) / 2]]) {
      assert.ok(isOnRing(x, y), `${x}, ${y}`);
    }
    assert.ok(Math.hypot(bx - ax, by - ay) > 0.1);
  }));

test("an agent walks where the keyboard says, and on its own again after Escape", () =>
  onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown, page) => {
    await inspect(shown, "1", 2);
    await page.getByRole("button", { name: "Steer with keyboard" }).click();
    await page.keyboard.down("ArrowLeft");
    await shown.until((app) => app.run.state.changed);
    await shown.app((app) => app.player.step(10));
    const speed = await shown.app(async (app) =>
      (await app.run.ask({ do: "explain", key: "1" })).preferred_speed);
    const agent = () => shown.app((app) => app.run.agentBySlot(app.selected.slot));
    const led = await agent();
    assertClose([led.vx, led.vy].map((n) => Math.round(n * 1000) / 1000), [-speed, 0], "led");
    await page.keyboard.up("ArrowLeft");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Steer with keyboard" }).waitFor();
    await shown.app((app) => app.player.step(30));
    assert.ok((await agent()).vx > 0.5, "it walks east again");
  }));

test("a choice in the menu changes the model", () =>
  onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown, page) => {
    await shown.app((app) => app.showPanel("models"));
    const menu = page.locator("[data-kind=steering] > select");
    await menu.selectOption("helbing");
    await shown.until((app) => app.run.state.profiles[0].steer === "helbing");
    assert.equal(await shown.app((app) => app.run.state.changed), true);
    const drawn = await inspect(shown, "60", 5);
    assert.equal(drawn.planes, 0);
    assert.ok(drawn.pushes > 0);
    const { marks } = await shown.app((app) => app.run.ask({ do: "explain", key: "60" }));
    const models = marks.filter(({ stage }) => stage === "steering").map(({ entry }) => entry);
    assert.deepEqual([...new Set(models)], ["helbing"]);
  }));

test("a parameter acts from the next step on, and is undone by rewinding", () =>
  onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown, page) => {
    await shown.app((app) => app.seek(20));
    await shown.app((app) => app.showPanel("models"));
    const box = page.locator("[data-kind=steering] [data-parameter=neighbours] input.number");
    await box.fill("3");
    await box.press("Enter");
    await shown.until((app) =>
      app.run.state.profiles[0].settings.steering.neighbours === 3);
    const changed = await inspect(shown, "60", 22);
    assert.equal(changed.planes, 3);
    await shown.app((app) => app.seek(10));
    assert.equal(await shown.app((app) =>
      app.run.state.profiles[0].settings.steering.neighbours), 10);
  }));

test("a value that the engine refuses is reported beside its control", () =>
  onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown, page) => {
    await shown.app((app) => app.showPanel("models"));
    const menu = page.locator("[data-kind=planner] > select");
    const before = await menu.inputValue();
    await menu.selectOption("navmesh"); // the scenario has no navigation mesh
    const fault = page.locator("[data-kind=planner] > .fault");
    await fault.waitFor();
    assert.match(await fault.textContent(), /navmesh|navigation mesh|map/);
    assert.equal(await menu.inputValue(), before);
  }));

test("all entries of the tool are in the menus", async () => {
  const { stdout } = await run(findTool(), ["list", "--json"], { maxBuffer: 1 << 26 });
  const entries = JSON.parse(stdout);
  const names = (kind) => entries.filter((entry) => entry.kind === kind).map(({ name }) => name);
  await onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown, page) => {
    await shown.app((app) => app.showPanel("models"));
    await page.locator("[data-kind=steering] > select").waitFor();
    for (const kind of ["steering", "planner", "follower", "selector"]) {
      const options = await page.$$eval(`[data-kind=${kind}] > select option`, (list) =>
        list.map(({ value }) => value));
      assert.deepEqual(options, names(kind), kind);
    }
  });
});

/** The position on screen of a point of the world. */
const onScreen = (shown, x, y) => shown.app((app, [wx, wy]) => {
  const at = app.view.toScreen(wx, wy, 0);
  const box = app.view.canvas.getBoundingClientRect();
  return [box.left + at.x, box.top + at.y];
}, [x, y]);

test("a click on a door opens it", () => onScenario("scenarios/door.yaml", ["--until", "1"],
  async (shown, page) => {
    const door = await shown.app((app) => app.run.state.obstacles.find(({ kind }) =>
      kind === "door"));
    await shown.app((app) => app.showPanel("edit"));
    await page.locator("[data-tool=door]").click();
    const [x1, y1, x2, y2] = door.walls[0];
    await page.mouse.click(...await onScreen(shown, (x1 + x2) / 2, (y1 + y2) / 2));
    await shown.until((app) => app.run.state.changed);
    await shown.app((app) => app.player.step(1));
    const after = await shown.app((app, index) =>
      app.run.state.obstacles.find((obstacle) => obstacle.index === index), door.index);
    assert.equal(after.closed, !door.closed);
    assert.equal(await page.locator(".changed-badge").isVisible(), true);
  }));

test("agents are added, given a goal, steered and removed", () =>
  onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown) => {
    const found = await shown.app(async (app) => {
      await app.seek(5);
      const before = app.run.state.agents;
      const { added } = await app.change({ do: "add_agents", at: [0, 0], layer: 0, count: 3,
        like: "1" });
      await app.player.step(1);
      const more = app.run.state.agents;
      const key = "1";
      await app.change({ do: "set_goal", key, goal: 1 });
      await app.player.step(1);
      const { goal } = await app.run.ask({ do: "explain", key });
      await app.change({ do: "steer", key, velocity: [0, 1] });
      await app.player.step(20);
      const steered = await app.run.ask({ do: "explain", key });
      await app.change({ do: "remove_agents", keys: [key] });
      await app.player.step(1);
      return { before, added, more, goal, velocity: steered.velocity, end: app.run.state.agents };
    });
    assert.equal(found.added, 3);
    assert.equal(found.more, found.before + 3);
    assert.equal(found.goal, 1);
    assertClose(found.velocity, [0, 1], "steered");
    assert.equal(found.end, found.more - 1);
  }));

test("a goal that is dragged moves by as much", () =>
  onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown, page) => {
    const goal = await shown.app((app) => app.run.state.goals[0]);
    await shown.app((app) => app.showPanel("edit"));
    await shown.app((app) => app.view.fit(false));
    await page.locator("[data-tool=goal]").click();
    const [[ax, ay], [bx, by]] = goal.points;
    const from = await onScreen(shown, (ax + bx) / 2, (ay + by) / 2);
    const to = await onScreen(shown, (ax + bx) / 2 - 4, (ay + by) / 2 + 3);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await page.mouse.move(...to);
    await page.mouse.up();
    await shown.until((app) => app.run.state.changed);
    await shown.app((app) => app.player.step(1));
    const [[cx, cy]] = (await shown.app((app) => app.run.state.goals[0])).points;
    const pixel = await shown.app((app) => 1.5 / app.camera.scale);
    assert.ok(Math.abs(cx - ax + 4) < pixel && Math.abs(cy - ay - 3) < pixel, `${cx}, ${cy}`);
  }));

test("the scenario on screen is one that the tool runs", () =>
  onScenario("scenarios/door.yaml", ["--until", "1"], async (shown, page) => {
    await shown.app(async (app) => {
      await app.seek(30);
      app.showPanel("edit");
    });
    const [download] = await Promise.all([page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as file" }).click()]);
    const file = join(folder.folder, "saved.yaml");
    writeFileSync(file, readFileSync(await download.path()));
    const { stdout } = await run(findTool(), ["run", file, "--json", "--until", "2"]);
    const agents = await shown.app((app) => app.run.state.agents);
    assert.ok(JSON.parse(stdout).agents >= agents, stdout);
  }));

test("the table of the plots has the figures of the states", () =>
  onScenario("scenarios/crossing.yaml", ["--until", "1"], async (shown, page) => {
    const states = await shown.app(async (app) => {
      app.showPanel("plots");
      const found = [];
      for (const step of [0, 100, 200, 300, 400]) {
        await app.seek(step);
        const { agents, arrived, mean_speed: speed } = app.run.state;
        found.push([step, agents, arrived, speed]);
      }
      return found;
    });
    const [download] = await Promise.all([page.waitForEvent("download"),
      page.getByRole("button", { name: "Table (CSV)" }).click()]);
    const [head, ...rows] = readFileSync(await download.path(), "utf8").trim().split("\r\n")
      .map((line) => line.split(","));
    const column = (name) => rows.map((row) => row[head.indexOf(name)]).map((text) =>
      (text === "" ? null : Number(text)));
    assert.deepEqual(column("step"), states.map(([step]) => step));
    assert.deepEqual(column("agents"), states.map(([, agents]) => agents));
    assert.deepEqual(column("arrived"), states.map(([, , arrived]) => arrived));
    assert.deepEqual(column("mean_speed"), states.map(([, , , speed]) => speed));
  }));
