/** The inspector and the other panels in use: keys, focus, themes, small screens, two runs. */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { EXPLANATIONS, faultsOf, openPanels } from "./panels-mock.mjs";

let shown;
let page;

before(async () => {
  shown = await openPanels();
  ({ page } = shown);
});
after(() => shown?.close());

const selected = () => shown.app((app) => app.selected?.key ?? null);

test("an empty inspector says what to do, and can pick an agent", async () => {
  await page.keyboard.press("i");
  await page.getByText("Click an agent to see why").waitFor();
  await page.getByRole("button", { name: "Pick the agent in the middle" }).click();
  await page.locator(".velocity-space").waitFor();
  assert.notEqual(await selected(), null);
});

test("keys and buttons step through the agents in order", async () => {
  await shown.app((app) => app.selectSlot(5));
  await shown.until((app) => app.selected?.slot === 5);
  for (const [act, slot] of [[() => page.keyboard.press("n"), 6],
    [() => page.keyboard.press("p"), 5],
    [() => page.getByRole("button", { name: "next agent" }).click(), 6],
    [() => page.getByRole("button", { name: "previous agent" }).click(), 5]]) {
    await act();
    await shown.until((app, expected) => app.selected?.slot === expected, slot);
  }
  await shown.app((app) => app.selectSlot(199));
  await shown.until((app) => app.selected?.slot === 199);
  await page.keyboard.press("n");
  await shown.until((app) => app.selected?.slot === 0);
});

test("a press on a neighbour inspects it, also while the list is made again", async () => {
  await shown.app((app) => app.selectSlot(7));
  await page.locator("table.effects button", { hasText: "agent 6" }).waitFor();
  await shown.app((app) => app.play());
  await page.locator("table.effects button", { hasText: "agent 6" }).dispatchEvent("pointerdown");
  await shown.until((app) => app.selected?.key === "6");
  await shown.app((app) => app.pause());
});

test("the focus stays on the line of an object", async () => {
  await shown.explain("orca");
  const row = page.locator("table.effects tr[data-subject]").nth(2);
  const id = await row.getAttribute("data-subject");
  await row.locator("button").focus();
  await shown.app((app) => app.seek(app.run.frame.step + 3));
  await shown.until((_, subject) => document.activeElement.closest("[data-subject]")?.dataset
    .subject === subject, id);
  assert.equal(await page.locator("table.effects tr.lit").getAttribute("data-subject"), id);
});

test("velocity space is enlarged, and Escape brings it back without losing the agent", async () => {
  await shown.explain("orca");
  const side = () => page.locator(".velocity-space").evaluate((svg) => svg.clientWidth);
  const before = await side();
  const enlarge = page.getByRole("button", { name: "Enlarge" });
  await enlarge.click();
  assert.ok(await side() > 1.5 * before);
  await page.keyboard.press("Escape");
  assert.equal(await side(), before);
  assert.equal(await selected(), "7");
});

test("the readout names the velocity under the pointer", async () => {
  const box = await page.locator(".velocity-space").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 3);
  assert.match(await shown.text(".readout"), /^here: 2\.3\d m\/s at (89|90|91)°; too fast/);
  await page.mouse.move(box.x + box.width / 2, box.y - 20);
  assert.match(await shown.text(".readout"), /^chosen: /);
});

test("what is drawn follows the theme", async () => {
  const colour = () => page.locator(".velocity-space .mark.velocity .dot").evaluate((dot) =>
    getComputedStyle(dot).fill);
  const light = await colour();
  await page.keyboard.press("d");
  await shown.until((_, before) => getComputedStyle(document.querySelector(
    ".velocity-space .mark.velocity .dot")).fill !== before, light);
  const overlay = await shown.app((app) => app.theme.chosen);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body)
    .getPropertyValue("--mark-chosen").trim()), overlay);
  await page.keyboard.press("d");
  assert.equal(await colour(), light);
});

test("marks of the view disappear when the inspector is closed", async () => {
  await shown.app((app) => {
    const { view } = app;
    const set = view.setOverlay.bind(view);
    globalThis.overlays = new Set();
    view.setOverlay = (name, overlay) => {
      if (overlay) globalThis.overlays.add(name);
      else globalThis.overlays.delete(name);
      set(name, overlay);
    };
  });
  await shown.explain("helbing");
  await shown.until(() => globalThis.overlays.has("inspector-forces"));
  await shown.app((app) => app.showPanel(null));
  assert.deepEqual(await page.evaluate(() => [...globalThis.overlays]), []);
});

test("the last seconds are kept only while the inspector is open", async () => {
  await shown.app((app) => app.showPanel("inspector"));
  await shown.explain("orca");
  await shown.app(async (app) => {
    for (let i = 0; i < 5; i++) await app.player.step(1);
  });
  const points = () => page.locator(".curve polyline").evaluate((line) => line.points.length);
  await shown.until(() => document.querySelector(".curve polyline")?.points.length >= 5);
  await shown.app((app) => app.showPanel(null));
  await shown.app((app) => app.showPanel("inspector"));
  await page.locator(".velocity-space").waitFor();
  assert.equal(await points(), 1);
});

test("removing an agent sends its key and selects nothing", async () => {
  await shown.explain("orca");
  await page.getByRole("button", { name: "Remove" }).click();
  assert.deepEqual(await shown.waitSent("remove_agents"), { do: "remove_agents", keys: ["7"] });
  await shown.until((app) => app.selected === null);
  await page.getByText("Click an agent to see why").waitFor();
});

test("steering ends when another agent is selected", async () => {
  await shown.explain("orca");
  await page.getByRole("button", { name: "Steer with keyboard" }).click();
  await page.getByRole("button", { name: "Stop steering" }).waitFor();
  await shown.sent("steer");
  await page.evaluate(() => delete globalThis.wend.run.host.answer_explain);
  await shown.app((app) => app.selectSlot(9));
  assert.deepEqual(await shown.waitSent("steer"), { do: "steer", key: "7", velocity: null });
  await page.getByRole("button", { name: "Steer with keyboard" }).waitFor();
});

test("doors and classes are switched in their lists", async () => {
  await page.evaluate(() => {
    globalThis.wend.run.description.classes = [{ name: "fixed" }, { name: "tables" }];
    const { host } = globalThis.wend.run;
    const state = host.answer_state.bind(host);
    host.answer_state = () => ({ ...state(), classes: [true, true] });
  });
  await shown.app((app) => app.player.refresh(app.run));
  await shown.app((app) => app.showPanel("edit"));
  const gate = page.getByLabel("gate");
  const isClosed = await gate.isChecked();
  await gate.click();
  assert.deepEqual(await shown.waitSent("set_door"), { do: "set_door", obstacle: 0,
    closed: !isClosed });
  assert.equal(await page.getByLabel("fixed").count(), 0, "class 0 is always on");
  await page.getByLabel("tables").click();
  assert.deepEqual(await shown.waitSent("set_class"), { do: "set_class", class: 1, on: false });
});

test("agents are added like the selected one, or with a profile and a goal", async () => {
  await shown.app((app) => app.select({ key: "9", slot: 9 }));
  await page.locator("[data-tool=add-agents]").click();
  await page.getByLabel("How many").fill("7");
  await page.getByLabel("How many").press("Enter");
  await page.getByLabel("like the selected agent").waitFor();
  assert.equal(await page.getByLabel("Goal", { exact: true }).count(), 0);
  await page.getByLabel("like the selected agent").uncheck();
  await page.getByLabel("Goal", { exact: true }).selectOption("1");
  await shown.app((app) => app.view.tool.down({ x: 3, y: 4, layer: 0 }));
  assert.deepEqual(await shown.waitSent("add_agents"), { do: "add_agents", at: [3, 4], layer: 0,
    count: 7, profile: 0, goal: 1 });
  await shown.until(() => /^7 of 7 agents added/.test(document.querySelector(".tool-text")
    .textContent));
});

test("a tool starts and ends with its key", async () => {
  await shown.app((app) => app.showPanel(null));
  await page.locator("canvas.world").focus();
  await page.keyboard.press("k");
  await page.locator(".tool-bar", { hasText: "Measure a distance" }).waitFor();
  await page.keyboard.press("k");
  await shown.until(() => document.querySelector(".tool-bar").hidden);
});

test("the scenario is copied, or a message says that it cannot be", async () => {
  await shown.app((app) => app.showPanel("edit"));
  await page.evaluate(() => {
    globalThis.copied = null;
    const clipboard = { writeText: async (text) => {
      globalThis.copied = text;
    } };
    Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  });
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await shown.until(() => globalThis.copied !== null);
  assert.equal(await page.evaluate(() => globalThis.copied), "name: mock plaza\n");
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("The browser does not allow copying").waitFor();
});

test("the console stays empty", () => assert.deepEqual(faultsOf(shown), []));

test("plots show both runs of a comparison", async () => {
  const two = await openPanels({}, "?compare=1");
  await two.app(async (app) => {
    app.showPanel("plots");
    for (const step of [0, 10, 20]) await app.seek(step);
  });
  await two.page.waitForSelector("[data-chart=speed] canvas");
  await two.until(() => document.querySelectorAll("[data-chart=speed] .u-series").length === 3);
  const labels = await two.page.$$eval("[data-chart=speed] .u-label", (list) =>
    list.map((label) => label.textContent));
  assert.deepEqual(labels.slice(1), ["speed (A)", "speed (B)"]);
  assert.deepEqual(faultsOf(two), []);
  await two.close();
});

test("panels fit on a small screen", async () => {
  const small = await openPanels({ width: 390, height: 800, touch: true });
  for (const id of ["inspector", "models", "edit", "plots", "goals", "help"]) {
    await small.app((app, panel) => app.showPanel(panel), id);
    await small.drawn();
    const [wide, view] = await small.page.evaluate(() => [
      document.querySelector("#drawer").scrollWidth, innerWidth]);
    assert.ok(wide <= view, `${id}: ${wide} px of ${view}`);
  }
  assert.deepEqual(faultsOf(small), []);
  await small.close();
});

test("explanations of the tool are complete", () => {
  for (const [name, x] of Object.entries(EXPLANATIONS)) {
    assert.ok(x.marks.length > 0 && x.sentence.length > 0, name);
  }
});
