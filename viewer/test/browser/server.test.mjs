/**
 * The page that `wend view` and `wend run --view` serve: live worlds behind a socket, comparisons,
 * recorded trajectories and runs in progress. Needs the tool (WEND) and the template.
 */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openPage, PATIENCE } from "./harness.mjs";
import { findTool, makeFolder, ROOT } from "./build.mjs";

let folder;

before(() => {
  folder = makeFolder();
});
after(() => folder.remove());

/* Starts the tool and waits for the address that it prints. */
async function serve(args) {
  const tool = spawn(findTool(), args, { cwd: ROOT });
  let printed = "";
  const address = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address: ${printed}`)), PATIENCE);
    const look = (data) => {
      printed += data;
      const found = printed.match(/http:\/\/[^\s]+token=[0-9a-zA-Z_-]+/);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    tool.stdout.on("data", look);
    tool.stderr.on("data", look);
    tool.on("exit", (status) => {
      clearTimeout(timer);
      reject(new Error(`the tool ended with status ${status}: ${printed}`));
    });
  });
  return { address, async stop() {
    tool.removeAllListeners("exit");
    if (tool.exitCode !== null) return;
    tool.kill("SIGINT");
    await once(tool, "exit");
  } };
}

async function onServer(args, check, fragment = "") {
  const server = await serve(args);
  try {
    const shown = await openPage(server.address + fragment, { still: true });
    try {
      await check(shown, shown.page, server);
      assert.deepEqual(shown.faults, [], "nothing is reported on the console");
      const { origin } = new URL(server.address);
      const outside = shown.requests.filter((url) => !url.startsWith(origin)
        && !/^(blob|data):/.test(url));
      assert.deepEqual(outside, [], "nothing is requested from elsewhere");
    } finally {
      await shown.close();
    }
  } finally {
    await server.stop();
  }
}

test("a served run has the hash of the native run", async () => {
  const report = JSON.parse(execFileSync(findTool(), ["run", "scenarios/demo.yaml", "--json"],
    { cwd: ROOT }));
  await onServer(["view", "scenarios/demo.yaml", "--no-open"], async (shown, page) => {
    await shown.app((app, steps) => app.seek(steps), report.steps);
    assert.equal(await page.locator(".identity .hash").textContent(), report.state_hash);
    await shown.app((app) => app.seek(100));
    const hash = await shown.app((app) => app.run.state.hash);
    await shown.app((app) => app.player.step(-40));
    await shown.app((app) => app.player.step(40));
    assert.equal(await shown.app((app) => app.run.state.hash), hash);
  });
});

test("two served runs are shown side by side under the names of their options", () => onServer(
  ["view", "scenarios/bottleneck.yaml", "--no-open", "--compare", "--steer orca",
    "--compare", "--steer orca_arc"], async (shown, page) => {
    assert.deepEqual(await page.locator(".view-name").allTextContents(),
      ["steer orca", "steer orca_arc"]);
    await shown.app((app) => app.player.step(30));
    const states = await shown.app((app) => app.runs.map(({ state }) => state));
    assert.deepEqual(states.map(({ step }) => step), [31, 31]);
    assert.deepEqual(states.map(({ profiles }) => profiles[0].steer), ["orca", "orca_arc"]);
    assert.notEqual(states[0].hash, states[1].hash);
  }));

test("a trajectory is played, rewound and picked from, but not changed", async () => {
  const file = join(folder.folder, "run.wtraj");
  execFileSync(findTool(), ["run", "scenarios/demo.yaml", "--until", "10", "--quiet", "-o", file],
    { cwd: ROOT });
  await onServer(["view", file, "--no-open"], async (shown) => {
    await shown.app((app) => app.seek(50));
    const seen = await shown.app((app) => ({ step: app.run.state.step, count: app.run.frame.count,
      recorded: app.run.description.recorded }));
    assert.equal(seen.recorded, true);
    assert.equal(seen.count, 200);
    assert.ok(seen.step <= 50 && seen.step > 0);
    await shown.app((app) => app.selectSlot(app.run.frame.slots[3]));
    assert.notEqual(await shown.app((app) => app.selected), null);
    assert.equal(await shown.app((app) => app.ask({ do: "choose", profile: null,
      kind: "steering", name: "orca", settings: {} })), null);
    await shown.app((app) => {
      app.player.setSpeed(100);
      app.play();
    });
    await shown.until((app) => !app.isPlaying);
    assert.equal(await shown.app((app) => app.run.state.step),
      await shown.app((app) => app.run.description.frames - 1));
  });
});

test("a run in progress is shown while it goes on, and held", () => onServer(
  ["run", "scenarios/demo.yaml", "--view", "--no-open", "--pace", "1", "--quiet"],
  async (shown) => {
    await shown.until((app) => app.run.state.step > 5);
    assert.equal(await shown.app((app) => app.run.description.attached), true);
    await shown.app((app) => app.pause());
    const held = await shown.app((app) => app.run.ask({ do: "state" }));
    for (let i = 0; i < 5; i++) await shown.drawn();
    assert.equal((await shown.app((app) => app.run.ask({ do: "state" }))).step, held.step);
    await shown.app((app) => app.play());
    await shown.until((app, step) => app.run.state.step > step + 5, held.step);
  }));

test("when the server ends, the page says so and stays usable", () => onServer(
  ["view", "scenarios/hello.yaml", "--no-open"], async (shown, page, server) => {
    await server.stop();
    await page.getByRole("alert").first().waitFor();
    assert.match(await page.getByRole("alert").first().textContent(), /run has ended/i);
    await shown.app((app) => app.setTilted(true, false));
    await shown.drawn();
    assert.equal(await shown.app((app) => app.camera.isTilted), true);
  }));
