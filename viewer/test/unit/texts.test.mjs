/** Texts and figures of the page: names, comparisons, speeds, colours. */
import test from "node:test";
import assert from "node:assert/strict";
import { colouringByName, COLOURINGS } from "../../page/colourings.js";
import { categoryName, coloursFor } from "../../page/legend-colours.js";
import { nameRuns } from "../../page/run-names.js";
import { mix, Theme, toRGB, withAlpha } from "../../page/theme.js";
import { compareStates } from "../../page/ui/compare-panel.js";
import { figuresOf } from "../../page/ui/header.js";
import { countValues } from "../../page/ui/legend.js";
import { summaryOf } from "../../page/ui/summary.js";
import { takesKey } from "../../page/ui/keys.js";
import { reachedText, speedFromSlider, speedText } from "../../page/ui/timebar.js";
import { MockHost } from "../mock.js";

const state = { groups: [{ name: "left" }], profiles: [{ name: "walker" }],
  goals: [{ index: 0, name: "exit" }, { index: 5, name: "shop" }],
  machines: [{ states: ["walk"] }, { states: ["run", "wait"] }] };

test("values of categories have names", () => {
  const name = (colouring, value) => categoryName(colouringByName(colouring), value, state);
  assert.equal(name("group", 0), "no group");
  assert.equal(name("group", 1), "left");
  assert.equal(name("group", 9), "group 8");
  assert.equal(name("profile", 0), "walker");
  assert.equal(name("goal", 6), "shop");
  assert.equal(name("goal", 3), "goal 2");
  assert.equal(name("state", 1), "walk or run");
  assert.equal(name("state", 2), "wait");
  assert.equal(name("status", 2), "infeasible");
  assert.equal(name("activity", 2), "walking");
  assert.equal(name("activity", 200), "activity 200");
});

test("each colouring has a colour for each value", () => {
  for (const dark of [false, true]) {
    const theme = new Theme(dark);
    COLOURINGS.forEach((_, i) => {
      const colours = coloursFor(i, theme);
      assert.ok(colours.length >= 3 && colours.every((colour) => /^#[0-9a-f]{6}$/.test(colour)));
    });
  }
});

/* Relative luminance and contrast as in WCAG 2.1. */
function luminance(colour) {
  const [r, g, b] = toRGB(colour).map((c) => (c <= 0.03928 ? c / 12.92
    : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (high + 0.05) / (low + 0.05);
};

test("text can be read on pages, and the first 12 groups seen on the ground", () => {
  for (const dark of [false, true]) {
    const theme = new Theme(dark);
    for (const name of ["text", "faint", "goalText", "door", "doorOpen", "link", "belt"]) {
      const value = contrast(theme[name], theme.ground);
      assert.ok(value >= 3.6, `${name}: ${value.toFixed(2)}`);
    }
    for (let i = 0; i < 12; i++) {
      const value = contrast(theme.category(i), theme.ground);
      assert.ok(value >= 1.9, `group ${i}: ${value.toFixed(2)}`);
    }
  }
});

test("the lightness of the colour map changes in one direction", () => {
  for (const dark of [false, true]) {
    const values = new Theme(dark).ramp.map(luminance);
    const sign = dark ? 1 : -1;
    values.slice(1).forEach((value, i) => assert.ok(sign * (value - values[i]) > -0.004, `${i}`));
    assert.ok(Math.abs(values[255] - values[0]) > 0.4);
  }
});

test("colours are mixed and made transparent", () => {
  assert.equal(mix("#000000", "#ffffff", 0.5), "#808080");
  assert.equal(withAlpha("#0a141e", 0.25), "rgba(10, 20, 30, 0.25)");
});

test("runs that are compared are named after what they chose differently", () => {
  const run = (steer, name = "") => ({ name, state: { profiles: [{ plan: "auto", steer, modify: [],
    settings: { steering: { horizon: steer === "orca" ? 2 : 3 }, modifiers: [{}] } }] } });
  assert.deepEqual(nameRuns([run("orca")]), [""]);
  assert.deepEqual(nameRuns([run("orca"), run("orca")]), ["first", "second"]);
  assert.deepEqual(nameRuns([run("orca"), run("arc")]), ["steer orca", "steer arc"]);
  const [far, near] = [run("orca"), run("orca")];
  near.state.profiles[0].settings.steering.horizon = 1;
  assert.deepEqual(nameRuns([far, near]), ["horizon 2", "horizon 1"]);
  assert.deepEqual(nameRuns([run("orca", "--steer orca"), run("arc")])[0], "--steer orca");
});

test("comparisons give differences, and which run does better", () => {
  const a = { arrived: 10, agents: 5, mean_speed: 1.2, max_density: 3, overlaps: 0 };
  const b = { arrived: 12, agents: 3, mean_speed: 1.201, max_density: 3.5, overlaps: 0 };
  const rows = compareStates(a, b);
  assert.deepEqual(rows.map(({ difference }) => difference), ["+2", "-2", "–", "+0.50", "–"]);
  assert.deepEqual(rows.map(({ better }) => better), [1, null, null, 0, null]);
});

test("the header leaves out figures that are zero", () => {
  const base = { agents: 3, arrived: 1, mean_speed: null, waiting_to_enter: 0, overlaps: 0 };
  assert.deepEqual(figuresOf(base).map(({ id }) => id), ["agents", "arrived", "speed"]);
  const full = figuresOf({ ...base, waiting_to_enter: 7, overlaps: 2 });
  assert.deepEqual(full.map(({ id }) => id), ["agents", "waiting", "arrived", "speed", "overlaps"]);
});

test("the slider of speed snaps to 1", () => {
  assert.equal(speedFromSlider(0.03), 1);
  assert.equal(speedFromSlider(2), 100);
  assert.equal(speedFromSlider(-1), 0.1);
  assert.deepEqual([0.1, 1, 2.5, 40].map(speedText), ["0.1×", "1×", "2.5×", "40×"]);
});

test("values are counted in ascending order", () => {
  assert.deepEqual(countValues([3, 1, 3, 2, 3]), [[1, 1], [2, 1], [3, 3]]);
});

test("the summary names what a sighted user sees", () => {
  const host = new MockHost({ agents: 42 });
  const text = summaryOf({ description: host.answer_describe(), state: host.answer_state() });
  for (const part of ["mock plaza", "42 agents in 3 groups", "gate", "goal east"]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
});

test("a speed that the machine does not reach is shown beside the one asked for", () => {
  assert.equal(reachedText(1, 1), "1×");
  assert.equal(reachedText(100, 95), "100×");
  assert.equal(reachedText(100, 3.14159), "3.1× of 100×");
  assert.equal(reachedText(100, 42.3), "42× of 100×");
  assert.equal(reachedText(10, NaN), "10×");
});

test("sliders take arrow keys, but leave letters and the space bar to the page", () => {
  const slider = { tagName: "INPUT", type: "range" };
  for (const key of ["ArrowLeft", "Home", "PageUp"]) assert.equal(takesKey(slider, key), true, key);
  for (const key of [" ", "s", "?"]) assert.equal(takesKey(slider, key), false, key);
  for (const element of [{ tagName: "INPUT", type: "number" }, { tagName: "SELECT" },
    { tagName: "TEXTAREA" }, { tagName: "DIV", isContentEditable: true }]) {
    assert.equal(takesKey(element, "s"), true, element.tagName);
  }
  for (const element of [{ tagName: "INPUT", type: "checkbox" }, { tagName: "BODY" }, {}]) {
    assert.equal(takesKey(element, "ArrowLeft"), false);
  }
});
