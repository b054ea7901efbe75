/** Layers, symbols and introductions: what the page makes of a description and a state. */
import test from "node:test";
import assert from "node:assert/strict";
import { overlayColour } from "../../page/engine-overlays.js";
import { boxOf, boxToShow, layerSpacing } from "../../page/layer-stack.js";
import { Theme } from "../../page/theme.js";
import { introductionOf } from "../../page/ui/header.js";
import { symbolsOf } from "../../page/ui/legend.js";
import { courtyards } from "../../page/view/scene.js";
import { chooseMargin } from "../../page/view/view.js";

const box = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
const layer = (...rings) => ({ boundaries: rings });

test("the box of a layer holds all of its ground", () => {
  assert.deepEqual(boxOf(layer(box(0, 0, 2, 3), box(-4, 1, 1, 9))), { low: [-4, 0], high: [2, 9] });
  assert.equal(boxOf({}), null);
});

test("layers that would cover each other are farther apart than layers side by side", () => {
  const beside = layerSpacing([layer(box(0, 0, 10, 10)), layer(box(10, 0, 20, 10))]);
  const above = layerSpacing([layer(box(0, 0, 10, 10)), layer(box(0, 0, 10, 10))]);
  const larger = layerSpacing([layer(box(0, 0, 90, 90)), layer(box(0, 0, 90, 90))]);
  assert.ok(beside < above && above < larger, `${beside}, ${above}, ${larger}`);
  assert.ok(layerSpacing([layer(), layer()]) > 0);
});

test("layers that cover each other two storeys apart need half as much room for each", () => {
  const ramp = layer(box(50, 50, 60, 60));
  const floor = layer(box(0, 0, 40, 40));
  const direct = layerSpacing([floor, floor]);
  assert.ok(Math.abs(layerSpacing([floor, ramp, floor]) - direct / 2) < 1e-9);
});

test("courtyards are boundaries inside of solids", () => {
  const yard = box(4, 4, 6, 6);
  assert.deepEqual(courtyards([box(0, 0, 20, 20), yard, []], [box(3, 3, 8, 8)]), [yard]);
});

test("the legend names the symbols that the world has, and no others", () => {
  const theme = new Theme(false);
  assert.deepEqual(symbolsOf({}, theme), []);
  const state = { goals: [{ shape: "point", open: true }, { shape: "disc", open: false },
    { shape: "direction", open: true }], obstacles: [{ kind: "door", closed: true },
    { kind: "moving" }], areas: [{}] };
  assert.deepEqual(symbolsOf(state, theme).map(({ text }) => text.split(" · ")[0]),
    ["goal", "closed goal", "closed door", "moving obstacle", "area"]);
  assert.deepEqual(symbolsOf({ goals: [{ shape: "direction" }] }, theme), []);
});

test("the introduction is the comment at the beginning of a scenario file", () => {
  assert.equal(introductionOf("# Look for: four crowds `cross`\n# a plaza.\nname: plaza\n# no\n"),
    "Four crowds cross a plaza.");
  assert.equal(introductionOf("name: plaza\n"), "");
  assert.equal(introductionOf(""), "");
});

test("neighbouring overlays have different colours, and colours repeat", () => {
  const theme = new Theme(true);
  const colours = Array.from({ length: 7 }, (_, i) => overlayColour(i, theme));
  assert.equal(new Set(colours.slice(0, 6)).size, 6);
  assert.equal(colours[6], colours[0]);
});

test("the world lies beside the legend or above it, whichever makes it larger", () => {
  const legend = { width: 220, height: 150 };
  const wide = chooseMargin(legend, 40, ({ left }) => (left > 100 ? 1 : 2));
  assert.ok(wide.bottom > 150 && wide.left < 100 && wide.right > 40);
  const tall = chooseMargin(legend, 0, ({ left }) => (left > 100 ? 2 : 1));
  assert.ok(tall.left > 220 && tall.bottom < 100);
  const none = chooseMargin(null, 0, () => assert.fail("nothing to choose"));
  assert.equal(none.left, none.bottom);
});

test("without walls, agents and goals are shown; with walls, the space", () => {
  const frame = { count: 2, x: [-8, 4], y: [22, -60] };
  const state = { goals: [{ points: [[-6, 40], [6, 40]] }, {}] };
  const description = { low: [-11, 35], high: [-1, 45], layers: [layer()] };
  assert.deepEqual(boxToShow({ description, frame, state }),
    { low: [-11, -61], high: [7, 45] });
  assert.deepEqual(description.low, [-11, 35]);
  for (const walls of [layer(box(0, 0, 4, 4)), { solids: [box(0, 0, 1, 1)] },
    { open_walls: [[[0, 0], [1, 0]]] }]) {
    const bounded = { ...description, layers: [layer(), walls] };
    assert.deepEqual(boxToShow({ description: bounded, frame, state }),
      { low: [-11, 35], high: [-1, 45] });
  }
  assert.deepEqual(boxToShow({ description, frame: null, state }).high, [-1, 45]);
});
