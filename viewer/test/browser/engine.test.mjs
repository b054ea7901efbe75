/**
 * Pages that `wend run -o page.html` writes, with the real engine: the same hashes as the native
 * run in every scenario, exact rewinding, real selections and choices. Needs the tool (WEND) and
 * the template (`make viewer`).
 */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, openPage } from "./harness.mjs";
import { listScenarios, makeFolder, makePage } from "./build.mjs";

const MOST_STEPS = 10000; // of one message
let folder;
let demo;
let browser;

before(async () => {
  browser = await launch();
  folder = makeFolder();
  demo = await makePage("scenarios/demo.yaml", folder.folder);
});
after(async () => {
  await browser?.close();
  folder.remove();
});

async function onPage(file, check) {
  const shown = await openPage(file, { still: true }, browser);
  try {
    await check(shown, shown.page);
    assert.deepEqual(shown.faults, [], "nothing is reported on the console");
    const outside = shown.requests.filter((url) => !/^(file|blob|data):/.test(url));
    assert.deepEqual(outside, [], "nothing is requested from a network");
  } finally {
    await shown.close();
  }
}

/* Steps until `count` steps are done, and returns the hash. */
const hashAfter = (shown, count) => shown.app(async (app, { steps, most }) => {
  let state = app.run.state;
  while (state.step < steps) {
    const left = Math.min(most, steps - state.step);
    state = await app.run.ask({ do: "step", count: left });
    if (state.stopped) break;
  }
  return { step: state.step, hash: state.hash };
}, { steps: count, most: MOST_STEPS });

for (const scenario of listScenarios()) {
  test(`${scenario}: the hash in the browser is that of the native run`, async () => {
    const { page, report } = await makePage(scenario, folder.folder);
    await onPage(page, async (shown) => {
      assert.deepEqual(await hashAfter(shown, report.steps),
        { step: report.steps, hash: report.state_hash });
    });
  });
}

test("the page shows that it is the same as the native run", () =>
  onPage(demo.page, async (shown, page) => {
    await shown.app((app, steps) => app.seek(steps), demo.report.steps);
    assert.equal(await page.locator(".identity").getAttribute("data-verdict"),
      "same as the native run");
    assert.equal(await page.locator(".identity .hash").textContent(), demo.report.state_hash);
  }));

test("rewinding and playing again give the same hashes", () => onPage(demo.page, async (shown) => {
  const hashes = await shown.app(async (app) => {
    const found = [];
    for (const step of [60, 250, 60, 0, 61, 60, 250]) {
      await app.seek(step);
      found.push(app.run.state.hash);
    }
    return found;
  });
  assert.equal(hashes[2], hashes[0]);
  assert.equal(hashes[5], hashes[0]);
  assert.equal(hashes[6], hashes[1]);
  assert.notEqual(hashes[3], hashes[0]);
}));

test("playing shows real steps; pause stops the engine", () => onPage(demo.page, async (shown) => {
  await shown.app((app) => app.play());
  await shown.until((app) => app.run.state.step > 10);
  await shown.app((app) => app.pause());
  const stopped = await shown.app((app) => app.run.state);
  for (let i = 0; i < 3; i++) await shown.drawn();
  const now = await shown.app((app) => app.run.ask({ do: "state" }));
  assert.equal(now.step, stopped.step);
  assert.equal(now.hash, stopped.hash);
}));

test("a click on an agent selects it by its key", () => onPage(demo.page, async (shown, page) => {
  const target = await shown.app(async (app) => {
    await app.seek(20);
    const slot = app.run.frame.slots[7];
    const agent = app.run.agentBySlot(slot);
    const box = app.view.canvas.getBoundingClientRect();
    const at = app.view.toScreen(agent.x, agent.y, agent.layer);
    const explained = await app.run.ask({ do: "explain", slot });
    return { x: box.left + at.x, y: box.top + at.y, slot, agent, key: explained.key,
      position: explained.position };
  });
  await page.mouse.click(target.x, target.y);
  await shown.until((app) => app.selected !== null);
  assert.deepEqual(await shown.app((app) => app.selected), { key: target.key, slot: target.slot });
  assert.ok(Math.abs(target.position[0] - target.agent.x) < 1e-3);
  assert.ok(Math.abs(target.position[1] - target.agent.y) < 1e-3);
}));

test("two runs are equal until one is changed", () => onPage(demo.page, async (shown) => {
  const pairs = await shown.app(async (app) => {
    await app.seek(30);
    await app.compare();
    const hashes = () => app.runs.map((run) => run.state.hash);
    const found = [hashes()];
    await app.player.step(20);
    found.push(hashes());
    app.activate(1);
    await app.change({ do: "choose", profile: null, kind: "steering", name: "orca", settings: {} });
    await app.player.step(50);
    found.push(hashes());
    found.push(app.runs.map((run) => run.state.profiles[0].steer));
    return found;
  });
  assert.equal(pairs[0][0], pairs[0][1]);
  assert.equal(pairs[1][0], pairs[1][1]);
  assert.notEqual(pairs[2][0], pairs[2][1]);
  assert.deepEqual(pairs[3], ["orca_arc", "orca"]);
}));

test("a page whose bundle is damaged says so", async () => {
  const text = readFileSync(demo.page, "utf8");
  const broken = text.replace(/(id="wend-bundle"[^>]*>[^<]{100})[^<]*/, "$1");
  assert.notEqual(broken, text);
  const file = join(folder.folder, "broken.html");
  writeFileSync(file, broken);
  await assert.rejects(openPage(file), (error) => /The page cannot start/.test(error.message));
});

test("a page whose engine is damaged says so", async () => {
  const text = readFileSync(demo.page, "utf8");
  const broken = text.replace(/(id="wend-engine">[^<]{1000})[^<]{9}/, "$1");
  assert.notEqual(broken, text);
  const file = join(folder.folder, "damaged.html");
  writeFileSync(file, broken);
  await assert.rejects(openPage(file), /The page cannot start: the packed data are damaged/);
});

test("a page without a bundle says how to make one", async () => {
  const file = join(folder.folder, "empty.html");
  writeFileSync(file, readFileSync(demo.page, "utf8")
    .replace(/<script[^>]*id="wend-bundle"[^>]*>[^<]*<\/script>/, ""));
  await assert.rejects(openPage(file), (error) => /wend run SCENARIO -o page.html/
    .test(error.message));
});
