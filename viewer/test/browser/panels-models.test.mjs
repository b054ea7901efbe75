/** Menus and controls of the panel of models, made from tables with every type of parameter. */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { faultsOf, openPanels } from "./panels-mock.mjs";

const param = (name, type, over) => ({ name, type, default: null, minimum: null, maximum: null,
  unit: "", help: `help of ${name}`, choices: null, ...over });
const PARAMS = [
  param("count", "integer", { default: 10, minimum: 0, maximum: 128 }),
  param("share", "number", { default: 0.5, minimum: 0, maximum: 1, unit: "1" }),
  param("horizon", "sampled", { default: 2, minimum: 0.01, maximum: 1000, unit: "s" }),
  param("strict", "bool", { default: false }),
  param("by", "choice", { default: "path", choices: ["path", "line"] }),
  param("centre", "point", { unit: "m" }),
  param("map", "name"),
  param("area", "polygon", { unit: "m" }),
  param("limit", "number", { default: "inf", minimum: 0, maximum: "inf", unit: "m" })];
const entry = (kind, name, params = []) => ({ kind, name, summary: `summary of ${name}`,
  citation: name === "first" ? "A. Author: A paper (2001)" : null, params });
const ENTRIES = { entries: [entry("steering", "first", PARAMS), entry("steering", "second"),
  entry("planner", "auto"), entry("follower", "portal"), entry("selector", "given"),
  entry("modifier", "scale", [param("factor", "number", { default: 1, minimum: 0, maximum: 10 })]),
  entry("modifier", "terrain")] };
const profile = (index, over) => ({ index, name: "", select: "given", plan: "auto",
  follow: "portal", steer: "first", modify: [], agents: 5, settings: { steering: {} }, ...over });

let shown;
let page;

before(async () => {
  shown = await openPanels();
  ({ page } = shown);
  await shown.answer("entries", ENTRIES);
  await page.evaluate((profiles) => {
    const { host } = globalThis.wend.run;
    const state = host.answer_state.bind(host);
    globalThis.profiles = profiles;
    host.answer_state = () => ({ ...state(), profiles: structuredClone(globalThis.profiles) });
  }, [profile(0), profile(3, { name: "elderly" })]);
  await shown.app((app) => app.player.refresh(app.run));
  await shown.app((app) => app.showPanel("models"));
  await page.locator("[data-parameter=count]").waitFor();
});
after(() => shown?.close());

const control = (name, selector) => page.locator(`[data-parameter=${name}] ${selector}`).first();

/** Sets a text box, and returns the settings that were sent. */
async function enter(name, text) {
  await shown.sent("choose");
  await control(name, ":is(input.number, input[type=text])").fill(text);
  await control(name, ":is(input.number, input[type=text])").press("Tab");
  return (await shown.waitSent("choose")).settings;
}

test("each parameter has a control of its type, with help, limits and unit", async () => {
  const types = await page.$$eval("[data-kind=steering] [data-parameter]", (rows) =>
    rows.map((row) => [row.dataset.parameter,
      [...row.querySelectorAll("input, select")].map(({ type }) => type).join(" ")]));
  assert.deepEqual(types, [["count", "range number"], ["share", "range number"],
    ["horizon", "range number select-one"], ["strict", "checkbox"], ["by", "select-one"],
    ["centre", "text"], ["map", "text"], ["area", "text"], ["limit", "text"]]);
  assert.equal(await shown.text("[data-parameter=horizon] label"), "horizon (s)");
  assert.equal(await shown.text("[data-parameter=share] label"), "share");
  assert.equal(await shown.text("[data-parameter=count] .hint"),
    "help of count; 0 to 128; default 10");
  assert.equal(await shown.text("[data-kind=steering] .summary"), "summary of first");
  assert.equal(await shown.text("[data-kind=steering] .citation"), "A. Author: A paper (2001)");
});

test("controls of all types send values of their type", async () => {
  assert.deepEqual(await enter("count", "12"), { count: 12 });
  assert.deepEqual(await enter("centre", "1.5, -2"), { centre: [1.5, -2] });
  assert.deepEqual(await enter("map", "navmesh"), { map: "navmesh" });
  assert.deepEqual(await enter("area", "0,0, 4,0, 0,4"), { area: [[0, 0], [4, 0], [0, 4]] });
  assert.deepEqual(await enter("limit", "7"), { limit: 7 });
  await control("strict", "input").check();
  assert.deepEqual((await shown.waitSent("choose")).settings, { strict: true });
  await control("by", "select").selectOption("line");
  assert.deepEqual((await shown.waitSent("choose")).settings, { by: "line" });
});

test("what is not allowed is not sent, and said beside the control", async () => {
  await shown.sent("choose");
  for (const [name, text, fault] of [["count", "1.5", "expected a whole number"],
    ["count", "200", "expected 0 to 128"], ["centre", "1", "expected two numbers: x, y"],
    ["area", "0,0,1,1", "expected at least three points: x, y, x, y, ..."],
    ["limit", "-1", "expected at least 0"]]) {
    await control(name, ":is(input.number, input[type=text])").fill(text);
    await control(name, ":is(input.number, input[type=text])").press("Enter");
    await shown.until((_, [row, expected]) => document.querySelector(
      `[data-parameter=${row}] .fault:not([hidden])`)?.textContent === expected, [name, fault]);
    assert.equal(await control(name, ":is(input.number, input[type=text])").getAttribute(
      "aria-invalid"), "true");
  }
  assert.deepEqual(await shown.sent("choose"), []);
});

test("a slider sends once, when it is released, and shows the value before", async () => {
  await shown.sent("choose");
  const slider = control("share", "input[type=range]");
  await slider.focus();
  await slider.evaluate((element) => {
    element.value = 750;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
  assert.equal(await control("share", "input.number").inputValue(), "0.75");
  assert.deepEqual(await shown.sent("choose"), []);
  await slider.evaluate((element) => element.dispatchEvent(new Event("change",
    { bubbles: true })));
  assert.deepEqual((await shown.waitSent("choose")).settings, { share: 0.75 });
});

test("a number may become a distribution over agents", async () => {
  await shown.sent("choose");
  await control("horizon", "select").selectOption("uniform");
  const { settings } = await shown.waitSent("choose");
  assert.equal(settings.horizon.uniform.length, 2);
  const boxes = page.locator("[data-parameter=horizon] input.number");
  assert.equal(await boxes.count(), 2);
  await boxes.nth(1).fill("3");
  await boxes.nth(1).press("Enter");
  const next = (await shown.waitSent("choose")).settings.horizon;
  assert.deepEqual(next, { uniform: [settings.horizon.uniform[0], 3] });
  await boxes.nth(1).fill("0.5");
  await boxes.nth(1).press("Enter");
  await shown.until(() => document.querySelector("[data-parameter=horizon] .fault:not([hidden])")
    ?.textContent === "the first number must be the smaller one");
});

test("a value that differs from the default can be reset", async () => {
  assert.equal(await control("count", "button").isVisible(), false);
  await page.evaluate(() => {
    for (const item of globalThis.profiles) item.settings.steering = { count: 20 };
  });
  await shown.app((app) => app.player.refresh(app.run));
  await control("count", "button").waitFor();
  assert.equal(await control("count", "input.number").inputValue(), "20");
  await shown.sent("choose");
  await control("count", "button").click();
  assert.deepEqual((await shown.waitSent("choose")).settings, { count: 10 });
});

test("choices concern one profile or all, and differences are named", async () => {
  await page.getByLabel("profile", { exact: true }).selectOption("3");
  assert.equal(await page.getByText("Profiles differ").count(), 0);
  await shown.sent("choose");
  await page.locator("[data-kind=steering] > select").selectOption("second");
  assert.equal((await shown.waitSent("choose")).profile, 3);
  await page.evaluate(() => {
    globalThis.profiles[1].steer = "second";
  });
  await shown.app((app) => app.player.refresh(app.run));
  await page.locator("[data-kind=steering] p.hint", { hasText: "No parameters." }).waitFor();
  await page.getByLabel("profile", { exact: true }).selectOption("");
  assert.equal(await page.getByText("Profiles differ").count(), 1);
});

test("modifiers are added, set and removed as a list", async () => {
  await shown.sent("choose");
  await page.getByLabel("add a modifier").selectOption("scale");
  assert.deepEqual((await shown.waitSent("choose")).modifiers, [{ name: "scale", settings: {} }]);
  await page.evaluate(() => {
    for (const item of globalThis.profiles) {
      Object.assign(item, { modify: ["scale", "terrain"],
        settings: { ...item.settings, modifiers: [{ factor: 0.5 }, {}] } });
    }
  });
  await shown.app((app) => app.player.refresh(app.run));
  await page.locator(".modifier summary").first().click();
  const box = page.locator(".modifier [data-parameter=factor] input.number");
  assert.equal(await box.inputValue(), "0.5");
  await box.fill("2");
  await box.press("Enter");
  assert.deepEqual((await shown.waitSent("choose")).modifiers,
    [{ name: "scale", settings: { factor: 2 } }, { name: "terrain", settings: {} }]);
  await page.getByRole("button", { name: "remove scale" }).click();
  assert.deepEqual((await shown.waitSent("choose")).modifiers, [{ name: "terrain", settings: {} }]);
});

test("a menu works with the keyboard, and keeps the focus when the panel is drawn again",
  async () => {
    const menu = page.locator("[data-kind=steering] > select");
    await menu.focus();
    await page.evaluate(() => {
      for (const item of globalThis.profiles) item.steer = "second";
    });
    await shown.app((app) => app.player.refresh(app.run));
    await shown.until(() => document.querySelector("[data-kind=steering] > select").value
      === "second");
    assert.equal(await page.evaluate(() =>
      document.activeElement.closest("[data-kind]")?.dataset.kind), "steering");
    await shown.sent("choose");
    await page.keyboard.press("ArrowUp");
    assert.equal((await shown.waitSent("choose")).name, "first");
  });

test("nothing can be set in a run that cannot be changed", async () => {
  await shown.app((app) => {
    app.run.description.editable = false;
    app.showPanel("edit");
    app.showPanel("models");
  });
  const enabled = await page.$$eval("[data-kind] :is(select, input)", (list) =>
    list.filter((element) => !element.matches(":disabled")).length);
  assert.equal(enabled, 0);
  await shown.app((app) => app.showPanel("edit"));
  const tools = await page.$$eval("[data-tool]", (list) =>
    list.filter((element) => !element.disabled).map((element) => element.dataset.tool));
  assert.deepEqual(tools, ["measure", "route"], "questions change nothing");
});

test("the console stays empty", () => assert.deepEqual(faultsOf(shown), []));
