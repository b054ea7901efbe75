/** What is drawn, pixel by pixel at chosen points of the world, with the mock host. */
import { after, before, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { openPage } from "./harness.mjs";
import { buildMock, makeFolder } from "./build.mjs";

let folder;
let shown;
let page;

before(async () => {
  folder = makeFolder();
  shown = await openPage(buildMock(folder.folder), { still: true });
  ({ page } = shown);
  /* Colours at points [x, y, layer] of the world, and whether two colours look the same. */
  await page.evaluate(() => {
    globalThis.coloursAt = (points) => {
      const { view } = globalThis.wend;
      const sheet = view.composite();
      const { data } = sheet.getContext("2d", { willReadFrequently: true })
        .getImageData(0, 0, sheet.width, sheet.height);
      return points.map(([x, y, layer = 0]) => {
        const at = view.toScreen(x, y, layer);
        const pixel = 4 * (Math.round(at.y) * sheet.width + Math.round(at.x));
        return [...data.slice(pixel, pixel + 3)];
      });
    };
    globalThis.original = structuredClone(globalThis.wend.run.description);
  });
});

after(async () => {
  assert.deepEqual(shown?.faults, []);
  await shown?.close();
  folder.remove();
});

beforeEach(() => shown.app(async (app) => {
  app.run.description = structuredClone(globalThis.original);
  app.select(null);
  app.showPanel(null);
  for (const name of ["a", "b"]) app.view.setOverlay(name, null);
  app.view.highlight([]);
  app.hiddenLayers.clear();
  app.setTilted(false, false);
  await app.player.restart();
  app.setShow({ agents: false, goals: false, names: false, grid: false, heat: false, trails: 0 });
  app.view.usePainter();
  app.view.fit();
}));

/* The colours at points, with names of colours of the theme as the measure. */
async function assertColours(expected, tolerance = 6) {
  const points = expected.map(([point]) => point);
  const colours = await page.evaluate((list) => globalThis.coloursAt(list), points);
  const wanted = await page.evaluate((names) => names.map((name) => {
    const { theme } = globalThis.wend;
    const colour = name.startsWith("#") ? name : theme[name];
    return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  }), expected.map(([, name]) => name));
  colours.forEach((colour, i) => {
    const off = Math.max(...colour.map((value, k) => Math.abs(value - wanted[i][k])));
    assert.ok(off <= tolerance,
      `at ${points[i]}: ${colour} instead of ${wanted[i]} (${expected[i][1]})`);
  });
}

test("ground, solids, walls and what lies outside", async () => {
  await assertColours([[[50, 35], "ground"], [[30, 20], "solid"], [[16, 10.5], "solid"],
    [[40, 27], "ground"], [[-3, 20], "page"]]);
  await shown.app((app) => app.camera.set({ x: 40, y: 6, scale: 80 }));
  await assertColours([[[40, 6], "wall"], [[40, 8], "wall"], [[40.2, 6], "ground"]]);
});

test("dark pages have dark grounds", async () => {
  await shown.app((app) => app.themes.toggle());
  await assertColours([[[50, 35], "ground"], [[30, 20], "solid"], [[-3, 20], "page"]]);
  assert.equal(await shown.app((app) => app.theme.dark), true);
  await shown.app((app) => app.themes.toggle());
  assert.equal(await shown.app((app) => app.theme.dark), false);
});

test("a courtyard is ground inside a solid", async () => {
  await shown.app((app) => {
    const [layer] = app.run.description.layers;
    layer.boundaries.push([[28, 18], [32, 18], [32, 22], [28, 22]]);
    app.view.usePainter();
  });
  await assertColours([[[30, 20], "ground"], [[27, 20], "solid"], [[50, 35], "ground"]]);
});

test("terrain is drawn on the ground only, and solids hide it", async () => {
  await shown.app((app) => {
    const [layer] = app.run.description.layers;
    layer.terrains = [{ type: 1, ring: [[-20, 10], [50, 10], [50, 25], [-20, 25]], holes:
      [[[3, 12], [9, 12], [9, 20], [3, 20]]] }];
    app.view.usePainter();
  });
  await assertColours([[[-3, 18], "page"], [[30, 20], "solid"], [[6, 16], "ground"],
    [[55, 18], "ground"]]);
  const [colour] = await page.evaluate(() => globalThis.coloursAt([[45.3, 14.2]]));
  assert.ok(colour[1] > colour[0] && colour[1] > colour[2], `${colour} is not green`);
});

test("obstacles of a class that is off are faint", async () => {
  await shown.app((app) => {
    app.run.description.layers[0].solids = [{ ring: [[10, 10], [20, 10], [20, 20], [10, 20]],
      class: 1 }];
    app.run.state.classes = [true, true];
    app.view.usePainter();
  });
  await assertColours([[[15, 15], "switched"]]);
  await shown.app((app) => {
    app.run.state.classes = [true, false];
    app.view.dirty = true;
  });
  const [colour] = await page.evaluate(() => globalThis.coloursAt([[15, 15]]));
  assert.ok(Math.min(...colour) > 235, `${colour} is not faint`);
});

test("goals are filled; doors show whether they are closed", async () => {
  await shown.app((app) => app.setShow({ goals: true }));
  const [goal] = await page.evaluate(() => globalThis.coloursAt([[58, 25]]));
  assert.ok(goal[0] > goal[2] + 20 && goal[0] > 230, `${goal} is no pale yellow`);
  await assertColours([[[40, 13.5], "door"]]);
  await shown.app((app) => app.seek(120));
  const [open] = await page.evaluate(() => globalThis.coloursAt([[40, 13.2]]));
  assert.ok(open[1] >= open[0], `${open} is still red`);
});

test("an agent is a disc in its colour with a mark towards its heading", async () => {
  const seen = await page.evaluate(() => {
    const app = globalThis.wend;
    app.setShow({ agents: true });
    const agent = app.run.agentBySlot(6);
    app.camera.set({ x: agent.x, y: agent.y, scale: 200 });
    const at = (angle, part) => [agent.x + part * agent.radius * Math.cos(agent.heading + angle),
      agent.y + part * agent.radius * Math.sin(agent.heading + angle)];
    return { colours: globalThis.coloursAt([at(0, 0.4), at(Math.PI, 0.5), at(Math.PI / 2, 0.5),
      at(Math.PI, 1.5)]), group: agent.value };
  });
  const [front, back, side, outside] = seen.colours;
  const [r, g, b] = await page.evaluate((group) => [1, 3, 5].map((at) =>
    parseInt(globalThis.wend.theme.category(group - 1).slice(at, at + 2), 16)), seen.group);
  for (const colour of [back, side]) assert.deepEqual(colour, [r, g, b]);
  assert.ok(Math.min(...front) > 200, `${front} is not the mark`);
  assert.ok(Math.min(...outside) > 200, `${outside} is not the ground`);
});

test("small and large discs have the same colours", async () => {
  const found = await page.evaluate(() => {
    const app = globalThis.wend;
    app.setShow({ agents: true });
    return [8, 30, 90, 400].map((scale) => {
      const agent = app.run.agentBySlot(9);
      app.camera.set({ x: agent.x, y: agent.y, scale });
      const back = -0.3 * agent.radius;
      return globalThis.coloursAt([[agent.x + back * Math.cos(agent.heading),
        agent.y + back * Math.sin(agent.heading)]])[0].join();
    });
  });
  assert.equal(new Set(found).size, 1, found.join(" | "));
});

test("a selected agent has a ring, and highlighted things a colour", async () => {
  const colours = await page.evaluate(() => {
    const app = globalThis.wend;
    const agent = app.run.agentBySlot(6);
    app.camera.set({ x: agent.x, y: agent.y, scale: 100 });
    const ring = [agent.x + agent.radius + 0.03, agent.y];
    const before = globalThis.coloursAt([ring])[0];
    app.select({ key: "6", slot: 6 });
    app.showPanel(null);
    app.camera.set({ x: agent.x, y: agent.y, scale: 100 });
    const selected = globalThis.coloursAt([ring])[0];
    app.select(null);
    app.view.highlight([{ kind: "segment", points: [agent.x, agent.y + 1, agent.x, agent.y - 1] }]);
    return { before, selected, lit: globalThis.coloursAt([[agent.x, agent.y + 0.8]])[0] };
  });
  assert.ok(Math.min(...colours.before) > 230);
  assert.ok(Math.max(...colours.selected) < 130, `${colours.selected} is no ring`);
  assert.deepEqual(colours.lit, [0xd6, 0x00, 0x6c]);
});

test("overlays of panels are drawn in world coordinates, and removed", async () => {
  await shown.app((app) => app.view.setOverlay("a", { colour: "#ff0000", width: 4, fill: 1,
    lines: [45, 30, 55, 30], points: [50, 36], discs: [47, 5, 2],
    polygons: [[[52, 4], [56, 4], [56, 8], [52, 8]]] }));
  await assertColours([[[50, 30], "#ff0000"], [[50, 36], "#ff0000"], [[47, 5], "#ff0000"],
    [[54, 6], "#ff0000"], [[50, 33], "ground"]]);
  await shown.app((app) => app.view.setOverlay("a", null));
  await assertColours([[[50, 30], "ground"], [[54, 6], "ground"]]);
});

test("dashed lines have gaps", async () => {
  await shown.app((app) => app.view.setOverlay("a", { colour: "#ff0000", width: 4, dashed: true,
    lines: [45, 30, 55, 30] }));
  const colours = await page.evaluate(() => globalThis.coloursAt(Array.from({ length: 60 },
    (_, i) => [46 + 0.13 * i, 30])));
  const red = colours.filter(([r, g]) => r > 240 && g < 40).length;
  const ground = colours.filter((colour) => Math.min(...colour) > 230).length;
  assert.ok(red > 10 && ground > 10, `${red} red, ${ground} ground`);
});

test("grids of overlays have the colours of the ramp", async () => {
  await shown.app((app) => app.view.setOverlay("b", { under: true, grids: [{ layer: 0,
    low: [45, 30], cell: 2, columns: 2, rows: 1, values: [1, 4] }] }));
  const top = await shown.app((app) => app.theme.ramp[255]);
  const colours = await page.evaluate(() => globalThis.coloursAt([[46, 31], [48, 31], [46, 35]]));
  const wanted = [1, 3, 5].map((at) => parseInt(top.slice(at, at + 2), 16));
  colours[1].forEach((value, k) =>
    assert.ok(Math.abs(value - (0.9 * wanted[k] + 25.5)) < 8, `${colours[1]} for ${wanted}`));
  assert.notDeepEqual(colours[0], colours[1]);
  assert.ok(Math.min(...colours[2]) > 250, "nothing outside of the grid");
});

test("malformed overlays and grids draw nothing, and do no harm", async () => {
  await shown.app((app) => {
    app.view.setOverlay("a", { lines: [1, 2, 3], points: [NaN, 1], discs: [5], polygons: [[]] });
    app.view.setOverlay("b", { grids: [{ layer: 0, low: [45, 30], cell: 2, columns: 9, rows: 9,
      values: [1] }, { layer: 0, low: [45, 30], cell: 2, columns: 0, rows: 0, values: [] }] });
  });
  await assertColours([[[50, 35], "ground"], [[30, 20], "solid"]]);
});

test("trails follow agents, and disappear when they are switched off", async () => {
  const counts = await page.evaluate(async () => {
    const app = globalThis.wend;
    const coloured = () => {
      const sheet = app.view.composite();
      const { data } = sheet.getContext("2d").getImageData(0, 0, sheet.width, sheet.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const [r, g, b] = data.slice(i, i + 3);
        if (Math.max(r, g, b) - Math.min(r, g, b) > 30) count++;
      }
      return count;
    };
    const none = coloured();
    app.setShow({ trails: 5 });
    for (let i = 0; i < 20; i++) {
      await app.player.step(1);
      app.view.composite();
    }
    const drawn = coloured();
    app.setShow({ trails: 0 });
    return { none, drawn, after: coloured() };
  });
  assert.ok(counts.drawn > counts.none + 2000, JSON.stringify(counts));
  assert.ok(counts.after < counts.none + 500, JSON.stringify(counts));
});

test("the heat map shows where agents have been", async () => {
  const colours = await page.evaluate(async () => {
    const app = globalThis.wend;
    app.setShow({ heat: true });
    for (let i = 0; i < 30; i++) await app.player.step(1);
    app.view.painter.heat.refreshed = -1e9;
    const agent = app.run.agentBySlot(5);
    return globalThis.coloursAt([[agent.x, agent.y], [1, 39]]);
  });
  assert.ok(Math.max(...colours[0]) - Math.min(...colours[0]) > 30, `${colours[0]} is no heat`);
  assert.ok(Math.min(...colours[1]) > 250, `${colours[1]} is not the ground`);
});

test("the grid has lines at round coordinates", async () => {
  const colours = await page.evaluate(() => {
    globalThis.wend.setShow({ grid: true });
    const points = Array.from({ length: 90 }, (_, i) => [48.5 + i / 30, 37.4]);
    return globalThis.coloursAt(points).map(([red], i) => ({ red, x: points[i][0] }));
  });
  const lines = colours.filter(({ red }) => red < 250);
  assert.ok(lines.length > 0 && lines.every(({ x }) => Math.abs(x - 50) < 0.1),
    JSON.stringify(lines));
});

test("hidden layers are not drawn; layers are apart when tilted", async () => {
  await shown.app((app) => {
    const { layers } = app.run.description;
    layers.push({ name: "upstairs", boundaries: [[[0, 0], [60, 0], [60, 40], [0, 40]]],
      solids: [], open_walls: [], terrains: [] });
    app.view.usePainter();
  });
  await assertColours([[[30, 20, 1], "ground"]]);
  await shown.app((app) => app.setLayer(1, false));
  await assertColours([[[30, 20, 0], "solid"]]);
  await shown.app((app) => {
    app.setLayer(1, true);
    app.setTilted(true, false);
  });
  await assertColours([[[30, 20, 1], "ground"], [[30, 18.5, 0], "solid"]]);
});

test("drawing goes on after the graphics context was lost", async () => {
  await page.evaluate(async () => {
    const { view } = globalThis.wend;
    view.setOverlay("a", { colour: "#ff0000", width: 4, lines: [45, 30, 55, 30] });
    const extension = view.painter.gl.getExtension("WEBGL_lose_context");
    const restored = new Promise((resolve) =>
      view.canvas.addEventListener("webglcontextrestored", resolve));
    view.canvas.addEventListener("webglcontextlost", () =>
      setTimeout(() => extension.restoreContext(), 0), { once: true });
    extension.loseContext();
    await restored;
  });
  await assertColours([[[50, 35], "ground"], [[30, 20], "solid"], [[50, 30], "#ff0000"]]);
  shown.faults.splice(0, shown.faults.length, ...shown.faults.filter((text) =>
    !text.includes("CONTEXT_LOST")));
});

test("a picture of the view is a PNG of its size", async () => {
  const picture = await page.evaluate(async () => {
    const { view } = globalThis.wend;
    const bytes = new Uint8Array(await (await view.snapshotPNG()).arrayBuffer());
    const head = new DataView(bytes.buffer);
    return { signature: [...bytes.slice(0, 4)], width: head.getUint32(16),
      height: head.getUint32(20), expected: [view.canvas.width, view.canvas.height] };
  });
  assert.deepEqual(picture.signature, [0x89, 0x50, 0x4e, 0x47]);
  assert.deepEqual([picture.width, picture.height], picture.expected);
});
