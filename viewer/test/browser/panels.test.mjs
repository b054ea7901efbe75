/**
 * Panels in a browser, with the mock host: what they send, and what they show of the answers.
 */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { EXPLANATIONS, faultsOf, openPanels } from "./panels-mock.mjs";

let shown;
let page;
let sent;
let explain;
let waitSent;

before(async () => {
  shown = await openPanels();
  ({ page, sent, explain, waitSent } = shown);
});

after(() => shown?.close());

test("no explanation is asked for while the inspector is closed", async () => {
  await shown.app((app) => app.showPanel("help"));
  await sent("explain");
  await shown.app(async (app) => {
    app.select({ key: "3", slot: 3 });
    await app.seek(5);
    await app.seek(9);
  });
  assert.deepEqual(await sent("explain"), []);
  await page.keyboard.press("i");
  await page.waitForSelector(".velocity-space");
  assert.ok((await sent("explain")).length > 0);
});

test("selecting an agent opens the inspector and shows the engine's numbers", async () => {
  await shown.app((app) => app.showPanel(null));
  await explain("orca");
  const x = EXPLANATIONS.orca;
  const drawn = await page.evaluate(() => ({
    planes: document.querySelectorAll(".velocity-space .mark.half_plane").length,
    chosen: document.querySelector(".velocity-space .mark.velocity").dataset.velocity,
    preferred: document.querySelector(".velocity-space .mark.preferred").dataset.velocity }));
  assert.equal(drawn.chosen, x.chosen.join(" "));
  assert.equal(drawn.preferred, x.preferred.join(" "));
  assert.ok(drawn.planes > 0 && drawn.planes <= x.counts.half_planes);
});

test("the list has a line for each neighbour, the limiting ones first", async () => {
  await explain("orca");
  const rows = await page.$$eval("table.effects tbody tr", (list) => list.map((row) =>
    [row.dataset.subject, row.className]));
  const agents = rows.filter(([id]) => id.startsWith("agent:"));
  assert.equal(agents.length, EXPLANATIONS.orca.counts.half_planes);
  assert.match(rows[0][1], /binding/);
});

test("pointing at a neighbour lights up its mark, and the agent in the view", async () => {
  await explain("hrvo");
  const row = page.locator("table.effects tr[data-subject^='agent:']").first();
  const id = await row.getAttribute("data-subject");
  await row.locator("button").hover();
  await page.waitForSelector(`.velocity-space .mark.lit[data-subject="${id}"]`,
    { state: "attached" });
  const lit = await shown.app((app) => app.view.highlighted);
  assert.equal(`agent:${lit[0].key}`, id);
  await page.locator(".inspector-sentence").hover();
  await shown.until(() => !document.querySelector(".mark.lit"));
  assert.deepEqual(await shown.app((app) => app.view.highlighted), []);
});

test("pointing at a mark lights up its neighbour", async () => {
  await page.mouse.move(200, 400);
  await explain("helbing");
  const id = await page.evaluate(() => {
    const mark = document.querySelector(".velocity-space .mark.force[data-subject^='agent:']");
    mark.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    return mark.dataset.subject;
  });
  assert.equal(await page.locator("table.effects tr.lit").getAttribute("data-subject"), id);
});

test("models that compare positions show their options first", async () => {
  await explain("cellular");
  const values = await page.$$eval(".choices .option", (list) => list.map((option) =>
    Number(option.dataset.value)));
  assert.deepEqual(values, EXPLANATIONS.cellular.marks.filter(({ kind }) => kind === "region")
    .map(({ c }) => c[0]));
  const order = await page.$$eval(".inspector-drawing svg", (list) => list.map((svg) =>
    svg.getAttribute("class")));
  assert.deepEqual(order, ["choices", "velocity-space"]);
});

test("an error of the engine is shown instead of an explanation", async () => {
  await page.evaluate(() => {
    globalThis.wend.run.host.answer_explain = () => {
      throw new Error("the agent has left");
    };
    globalThis.wend.select(null);
    globalThis.wend.select({ key: "8", slot: 8 });
  });
  await shown.until(() => document.querySelector(".inspector-sentence").textContent
    === "Agent 8: the agent has left");
  assert.equal(await page.locator(".velocity-space").count(), 0);
  await page.evaluate(() => delete globalThis.wend.run.host.answer_explain);
});

test("an agent is steered with the keyboard until Escape", async () => {
  await explain("orca");
  await sent("steer");
  await page.getByRole("button", { name: "Steer with keyboard" }).click();
  await page.keyboard.down("ArrowUp");
  await page.keyboard.down("d");
  await page.keyboard.up("ArrowUp");
  await page.keyboard.up("d");
  await page.keyboard.press("Escape");
  await shown.until(() => globalThis.sent.some(({ velocity }) => velocity === null));
  const messages = await sent("steer");
  const speed = EXPLANATIONS.orca.preferred_speed;
  const half = (speed * 1) / Math.hypot(1, 1);
  assert.deepEqual(messages.map(({ velocity }) => velocity),
    [[0, 0], [0, speed], [half, half], [speed, 0], [0, 0], null]);
  assert.ok(messages.every(({ key }) => key === "7"));
  assert.notEqual(await shown.app((app) => app.selected), null);
});

test("menus come from the entries, and a choice is sent to the engine", async () => {
  await shown.app((app) => app.showPanel("models"));
  const menu = page.locator("[data-kind=steering] > select");
  await menu.waitFor();
  assert.deepEqual(await menu.locator("option").allTextContents(), ["orca", "orca arc"]);
  assert.equal(await menu.inputValue(), "orca_arc");
  await sent("choose");
  await menu.selectOption("orca");
  await shown.until((app) => app.run.state.profiles[0].steer === "orca");
  assert.deepEqual(await sent("choose"), [{ do: "choose", profile: null, kind: "steering",
    name: "orca", settings: {} }]);
});

test("a parameter is sent alone, and a value that is not allowed is not sent", async () => {
  const box = page.locator("[data-parameter=time_horizon] input.number");
  await sent("choose");
  await box.fill("3.5");
  await box.press("Enter");
  await shown.until(() => globalThis.sent.some((message) => message.do === "choose"));
  assert.deepEqual((await sent("choose"))[0].settings, { time_horizon: 3.5 });
  await box.fill("1000");
  await box.press("Enter");
  await shown.until(() => document.querySelector("[data-parameter] .fault:not([hidden])")
    ?.textContent === "expected 0.1 to 100");
  assert.deepEqual(await sent("choose"), []);
});

test("an error of the engine appears beside the control", async () => {
  await page.evaluate(() => {
    globalThis.wend.run.host.answer_choose = () => {
      throw new Error("there is no map for this planner");
    };
  });
  const box = page.locator("[data-parameter=time_horizon] input.number");
  await box.fill("4");
  await box.press("Enter");
  await shown.until(() => document.querySelector("[data-parameter] .fault:not([hidden])")
    ?.textContent === "there is no map for this planner");
  await page.evaluate(() => delete globalThis.wend.run.host.answer_choose);
});

/** The position on screen of a point of the world. */
const onScreen = (x, y) => page.evaluate(([wx, wy]) => {
  const { view } = globalThis.wend;
  const at = view.toScreen(wx, wy, 0);
  const box = view.canvas.getBoundingClientRect();
  return [box.left + at.x, box.top + at.y];
}, [x, y]);

async function clickAt(x, y) {
  const [px, py] = await onScreen(x, y);
  await page.mouse.click(px, py);
}

async function dragTo(from, to) {
  const [a, b] = [await onScreen(...from), await onScreen(...to)];
  await page.mouse.move(...a);
  await page.mouse.down();
  await page.mouse.move((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  await page.mouse.move(...b);
  await page.mouse.up();
}

async function useTool(id) {
  await page.locator(`[data-tool=${id}]`).click();
  await page.waitForSelector(`[data-tool=${id}][aria-pressed=true]`);
  await page.evaluate(() => {
    globalThis.sent.length = 0;
  });
}

test("tools send what the pointer does", async () => {
  await shown.app((app) => {
    app.showPanel("edit");
    app.select(null);
    app.view.fit(false);
  });
  await shown.drawn();
  await useTool("door");
  await clickAt(40, 13.5);
  assert.equal((await waitSent("set_door")).obstacle, 0);
  await useTool("goal");
  await dragTo([57.5, 20], [50, 25]);
  const moved = await waitSent("move_goal");
  assert.equal(moved.goal, 0);
  assert.ok(Math.hypot(moved.at[0] - 50.25, moved.at[1] - 25) < 0.2, String(moved.at));
  await useTool("add-box");
  await dragTo([5, 30], [8, 32]);
  const box = await waitSent("add_obstacle");
  assert.equal(box.points.length, 4);
  assert.ok(Math.hypot(box.at[0] - 6.5, box.at[1] - 31) < 0.1, String(box.at));
  await useTool("add-agents");
  await clickAt(12, 25);
  const added = await waitSent("add_agents");
  assert.equal(added.count, 5);
  assert.ok(Math.hypot(added.at[0] - 12, added.at[1] - 25) < 0.1);
});

test("a drag with a tool does not move the view, and Escape ends the tool", async () => {
  await useTool("measure");
  const before = await shown.app((app) => [app.camera.x, app.camera.y]);
  await dragTo([10, 30], [13, 34]);
  assert.match(await page.locator(".tool-text").textContent(), /^(4\.9|5\.0)\d m from/);
  assert.deepEqual(await shown.app((app) => [app.camera.x, app.camera.y]), before);
  await page.keyboard.press("Escape");
  await page.waitForSelector("[data-tool=measure][aria-pressed=false]");
  assert.equal(await page.locator(".tool-bar").isVisible(), false);
  assert.equal(await shown.app((app) => app.view.tool), null);
});

test("the badge says that the world has been changed", async () => {
  assert.equal(await page.locator(".changed-badge").isVisible(), true);
  assert.equal(await page.locator(".changed-badge").textContent(), "changed");
});

/** Clicks a button, and reads the file that the page offers. */
async function fileOf(name) {
  const [download] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test("the scenario is offered as a file", async () => {
  const file = await fileOf("Save as file");
  assert.equal(file.name, "mock-plaza.yaml");
  assert.equal(file.bytes.toString(), "name: mock plaza\n");
});

test("plots collect states, and are exported as a table and a picture", async () => {
  await shown.app(async (app) => {
    app.showPanel("plots");
    for (const step of [0, 10, 20, 30]) await app.seek(step);
  });
  await page.waitForSelector("[data-chart=agents] canvas");
  const table = await fileOf("Table (CSV)");
  const lines = table.bytes.toString().trim().split("\r\n");
  assert.match(lines[0], /^run,step,time_s,agents,arrived/);
  assert.deepEqual(lines.slice(1).map((line) => line.split(",")[1]), ["0", "10", "20", "30"]);
  const picture = await fileOf("Picture (PNG)");
  assert.equal(picture.bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(picture.bytes.length > 2000);
});

test("a movie is recorded, or a message says that it cannot be", async () => {
  const canRecord = await page.evaluate(() => typeof MediaRecorder !== "undefined"
    && MediaRecorder.isTypeSupported("video/webm"));
  const record = page.getByRole("button", { name: "Record movie (WebM)" });
  if (!canRecord) {
    await record.click();
    await page.getByText(/cannot record movies/).waitFor();
    return;
  }
  await record.click();
  await shown.app((app) => app.play());
  await shown.until((app) => app.run.frame.step > 45);
  await shown.app((app) => app.pause());
  const movie = await fileOf("End recording");
  assert.equal(movie.name, "mock-plaza.webm");
  assert.deepEqual([...movie.bytes.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3], "EBML");
});

test("pointing at a goal in the list lights it up", async () => {
  await shown.app((app) => app.showPanel("goals"));
  await page.getByRole("button", { name: "east" }).hover();
  assert.deepEqual(await shown.app((app) => app.view.highlighted), [{ kind: "goal", index: 0 }]);
});

test("help lists all keys, and the tour opens panels", async () => {
  await page.keyboard.press("?");
  const keys = await page.$$eval("table.keys kbd", (list) => list.map((key) => key.textContent));
  const count = await shown.app((app) => app.keys.list.filter(({ text }) => text).length);
  assert.ok(keys.length >= count);
  await page.getByRole("button", { name: "show: Try another model" }).click();
  await page.waitForSelector("#panel-models:not([hidden])");
});

test("all controls of panels have names", async () => {
  for (const id of ["inspector", "models", "edit", "plots", "goals", "help"]) {
    await shown.app((app, panel) => app.showPanel(panel), id);
    await shown.drawn();
    const nameless = await page.$$eval(`#panel-${id} :is(button, input, select)`, (list) => list
      .filter((control) => !(control.textContent.trim() || control.getAttribute("aria-label")
        || control.labels?.length > 0)).map((control) => control.outerHTML));
    assert.deepEqual(nameless, [], id);
  }
});

test("the page reports no errors", () => {
  assert.deepEqual(faultsOf(shown), []);
});
