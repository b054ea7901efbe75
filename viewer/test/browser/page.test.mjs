/** The page in a browser, with the mock host: time, camera, selection, links, small screens. */
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPage } from "./harness.mjs";
import { buildMock, makeFolder } from "./build.mjs";

let folder;
let file;

before(() => {
  folder = makeFolder();
  file = buildMock(folder.folder);
});
after(() => folder.remove());

/* Opens the page, runs a test on it, and checks that nothing went wrong on the side. */
async function onPage(options, check) {
  const { query = "", ...look } = options;
  const shown = await openPage(file + query, { still: true, ...look });
  try {
    await check(shown, shown.page);
    assert.deepEqual(shown.faults, [], "nothing is reported on the console");
    const outside = shown.requests.filter((url) => !/^(file|blob|data):/.test(url));
    assert.deepEqual(outside, [], "nothing is requested from a network");
  } finally {
    await shown.close();
  }
}

const step = (shown) => shown.app((app) => app.run.state.step);
const hash = (shown) => shown.app((app) => app.run.state.hash);

test("plays, pauses, and stays paused", () => onPage({}, async (shown, page) => {
  await page.keyboard.press("Space");
  await shown.until((app) => app.run.state.step > 5);
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await step(shown);
  assert.equal(await shown.app((app) => app.run.host.step), stopped);
  for (let i = 0; i < 5; i++) await shown.drawn();
  assert.equal(await step(shown), stopped);
}));

test("steps, seeks and starts again with the same state", () => onPage({}, async (shown, page) => {
  await page.keyboard.press("ArrowRight");
  await shown.until((app) => app.run.state.step === 1);
  await shown.app((app) => app.seek(40));
  const before = await hash(shown);
  await shown.app((app) => app.seek(100));
  await page.keyboard.press("ArrowLeft");
  await shown.until((app) => app.run.state.step === 99);
  await shown.app((app) => app.seek(40));
  assert.equal(await hash(shown), before);
  await page.keyboard.press("Home");
  await shown.until((app) => app.run.state.step === 0);
}));

test("the slider of time seeks, and the check mark shows the end of the native run", () =>
  onPage({}, async (shown, page) => {
    await page.getByRole("slider", { name: "Time" }).fill("1200");
    await shown.until((app) => app.run.state.step === 1200);
    assert.equal(await page.locator(".identity").getAttribute("data-verdict"),
      "same as the native run");
    await shown.app((app) => app.seek(1199));
    assert.equal(await page.locator(".identity").getAttribute("data-verdict"), "");
  }));

test("draws agents in the colours of the legend", () => onPage({}, async (shown, page) => {
  await shown.app((app) => app.setShow({ trails: 0, goals: false, names: false }));
  const seen = await page.evaluate(() => {
    const { view, theme } = globalThis.wend;
    const sheet = view.composite();
    const { data } = sheet.getContext("2d").getImageData(0, 0, sheet.width, sheet.height);
    const counts = {};
    for (let i = 0; i < data.length; i += 4) {
      const colour = `#${[0, 1, 2].map((k) => data[i + k].toString(16).padStart(2, "0")).join("")}`;
      counts[colour] = (counts[colour] ?? 0) + 1;
    }
    return [0, 1, 2].map((i) => counts[theme.category(i)] ?? 0);
  });
  for (const count of seen) assert.ok(count > 300, `${seen}`);
}));

test("an agent is drawn where its position is, also after zooming and tilting", () =>
  onPage({}, async (shown, page) => {
    for (const tilted of [false, true]) {
      const isThere = await page.evaluate((tilt) => {
        const app = globalThis.wend;
        app.setTilted(tilt, false);
        app.camera.zoom(3, 400, 300, app.view.width, app.view.height);
        app.setShow({ trails: 0, names: false });
        const { frame } = app.run;
        const sheet = app.view.composite();
        const { data } = sheet.getContext("2d").getImageData(0, 0, sheet.width, sheet.height);
        let found = 0;
        let visible = 0;
        for (let i = 0; i < frame.count; i++) {
          const at = app.view.toScreen(frame.x[i], frame.y[i], frame.layer[i]);
          if (at.x < 5 || at.y < 5 || at.x > sheet.width - 5 || at.y > sheet.height - 5) continue;
          visible++;
          const pixel = 4 * (Math.round(at.y) * sheet.width + Math.round(at.x));
          const [r, g, b] = data.subarray(pixel, pixel + 3);
          if (Math.max(r, g, b) - Math.min(r, g, b) > 40) found++;
        }
        return { found, visible };
      }, tilted);
      assert.ok(isThere.visible > 10 && isThere.found > 0.9 * isThere.visible,
        JSON.stringify(isThere));
    }
  }));

test("a click selects the agent under it, a click on the ground selects nothing", () =>
  onPage({}, async (shown, page) => {
    const target = await shown.app((app) => {
      const agent = app.run.agentBySlot(17);
      const box = app.view.canvas.getBoundingClientRect();
      const at = app.view.toScreen(agent.x, agent.y, agent.layer);
      return { x: box.left + at.x, y: box.top + at.y };
    });
    await page.mouse.click(target.x, target.y);
    await shown.until((app) => app.selected !== null);
    assert.deepEqual(await shown.app((app) => app.selected), { key: "17", slot: 17 });
    await shown.app((app) => app.link.write());
    assert.match(page.url(), /agent=17/);
    const corner = await page.locator("canvas.world").boundingBox();
    await page.mouse.click(corner.x + 5, corner.y + 5);
    await shown.until((app) => app.selected === null);
  }));

test("the pointer shows coordinates and describes agents", () => onPage({}, async (shown, page) => {
  const target = await shown.app((app) => {
    const agent = app.run.agentBySlot(3);
    const box = app.view.canvas.getBoundingClientRect();
    const at = app.view.toScreen(agent.x, agent.y, agent.layer);
    return { x: box.left + at.x, y: box.top + at.y, agent };
  });
  await page.mouse.move(target.x, target.y);
  await page.locator(".tooltip").waitFor({ state: "visible" });
  assert.match(await page.locator(".tooltip").textContent(), /walking, \d\.\d\d m\/s/);
  const shownAt = await page.locator("#rulers output").textContent();
  const [, x, y] = shownAt.match(/x (-?[\d.]+) {2}y (-?[\d.]+)/).map(Number);
  assert.ok(Math.hypot(x - target.agent.x, y - target.agent.y) < 0.2, shownAt);
}));

test("the wheel zooms, dragging moves, and f shows everything again", () =>
  onPage({}, async (shown, page) => {
    const fitted = await shown.app((app) => app.camera.values);
    await page.mouse.move(600, 300);
    await page.mouse.wheel(0, -400);
    await shown.until((app, scale) => app.camera.scale > 1.5 * scale, fitted.scale);
    const { x } = await shown.app((app) => app.camera.values);
    await page.mouse.down();
    await page.mouse.move(500, 300, { steps: 4 });
    await page.mouse.up();
    assert.ok(await shown.app((app) => app.camera.x) > x);
    await page.keyboard.press("f");
    await shown.until((app, scale) => Math.abs(app.camera.scale - scale) < 1e-9, fitted.scale);
  }));

test("a link restores step, agent, colouring, camera and what is drawn", () => onPage({ query:
  "#step=30&agent=12&colour=speed&cam=20,15,40&show=agents,grid,trails:7&overlays=map:navmesh" },
async (shown) => {
  const state = await shown.app((app) => ({ step: app.run.state.step, agent: app.selected,
    colouring: app.run.frame.colouring, camera: app.camera.values, show: app.show,
    overlay: app.overlays.has("map:navmesh") }));
  assert.equal(state.step, 30);
  assert.deepEqual(state.agent, { key: "12", slot: 12 });
  assert.equal(state.colouring, 1);
  assert.deepEqual(state.camera, { x: 20, y: 15, scale: 40, tilt: 0, turn: 0 });
  assert.equal(state.show.trails, 7);
  assert.equal(state.show.grid, true);
  assert.equal(state.show.names, false);
  assert.equal(state.overlay, true);
}));

test("a hostile link does no harm", () => onPage({ query: "#step=1e400&agent=%3Cimg%3E&colour=__pr"
  + "oto__&cam=NaN,Infinity,-1&hide=9,0,1&show=trails:-5&overlays=constructor&panel=constructor"
  + "&speed=-3&t=x" }, async (shown) => {
  assert.equal(await step(shown), 0);
  assert.equal(await shown.app((app) => app.selected), null);
  assert.equal(await shown.app((app) => app.hiddenLayers.size), 0);
}));

test("names from scenarios are shown as text", () => onPage({}, async (shown, page) => {
  await shown.app((app) => {
    app.run.description.title = "<img src=x onerror=alert(1)>";
    app.run.state.groups[0].name = "<b>left</b>";
    app.runsChanged();
  });
  assert.equal(await page.locator("#top h1").textContent(), "<img src=x onerror=alert(1)>");
  assert.equal(await page.locator("#top img, #legend b").count(), 0);
}));

test("layers can be hidden, but not all of them", () => onPage({ query: "?layers=3" },
  async (shown, page) => {
    assert.equal(await shown.app((app) => app.camera.isTilted), true);
    for (const name of ["floor 0", "floor 1", "floor 2"]) {
      await page.getByRole("button", { name, exact: true }).click();
    }
    assert.deepEqual(await shown.app((app) => app.view.visibleLayers), [2]);
  }));

test("compare mode plays two runs at the same time", () => onPage({}, async (shown, page) => {
  await page.keyboard.press("c");
  await page.getByRole("button", { name: "Add a second run" }).click();
  await shown.until((app) => app.runs.length === 2);
  assert.deepEqual(await shown.app((app) => app.runs.map((run) => run.state.step)), [0, 0]);
  await page.keyboard.press("Space");
  await shown.until((app) => app.runs.every((run) => run.state.step > 5));
  await shown.app((app) => app.pause());
  const steps = await shown.app((app) => app.runs.map((run) => run.state.step));
  assert.ok(Math.abs(steps[0] - steps[1]) <= 1, `${steps}`);
  assert.equal(await page.locator(".compare-table tbody tr").count(), 5);
  await page.getByRole("button", { name: "Remove the second run" }).click();
  await shown.until((app) => app.runs.length === 1);
  assert.equal(await page.locator("section.view").count(), 1);
}));

test("an error of the host is shown, and the page goes on", () => onPage({}, async (shown, tab) => {
  assert.equal(await shown.app((app) => app.ask({ do: "nonsense" })), null);
  await tab.getByRole("alert").waitFor();
  assert.match(await tab.getByRole("alert").textContent(), /there is no message 'nonsense'/);
  await shown.app((app) => app.seek(3));
  assert.equal(await step(shown), 3);
}));

test("all controls have names, and the scene has a summary", () => onPage({}, async (_, page) => {
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, select, input")]
    .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim()
      || one.closest("label"))).map((one) => one.outerHTML));
  assert.deepEqual(unnamed, []);
  assert.match(await page.locator("#summary").textContent(), /mock plaza: 200 agents in 3 groups/);
  assert.equal(await page.locator("#summary").getAttribute("aria-live"), "polite");
}));

test("fits on a small screen; panels are sheets at the bottom", () =>
  onPage({ width: 390, height: 780, touch: true }, async (shown, page) => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    await page.getByRole("button", { name: "What is drawn" }).tap();
    const sheet = await page.locator("#drawer").boundingBox();
    assert.ok(sheet.width >= 388 && sheet.y > 200, JSON.stringify(sheet));
    const play = await page.getByRole("button", { name: "Play" }).boundingBox();
    assert.ok(play.x >= 0 && play.x + play.width <= 390);
  }));

test("two fingers zoom", () => onPage({ width: 390, height: 780, touch: true }, async (shown) => {
  const before = await shown.app((app) => app.camera.scale);
  await shown.app((app) => {
    const { canvas } = app.view;
    canvas.setPointerCapture = () => {};
    const send = (type, id, x) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: id,
      pointerType: "touch", clientX: x, clientY: 300, button: 0, bubbles: true }));
    send("pointerdown", 1, 150);
    send("pointerdown", 2, 200);
    send("pointermove", 2, 300);
    send("pointerup", 1, 150);
    send("pointerup", 2, 300);
  });
  const factor = await shown.app((app) => app.camera.scale) / before;
  assert.ok(Math.abs(factor - 3) < 0.01, `${factor}`);
}));

test("follows the system to dark colours, and the key d to light ones", () =>
  onPage({ dark: true }, async (shown, page) => {
    assert.equal(await shown.app((app) => app.theme.dark), true);
    await page.keyboard.press("d");
    assert.equal(await shown.app((app) => app.theme.dark), false);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "light");
  }));

test("a page that is damaged says so", async () => {
  const text = readFileSync(file, "utf8");
  for (const part of ["wend-style", "wend-script"]) {
    const broken = text.replace(new RegExp(`(id="${part}">[^<]{500})[^<]{9}`), "$1");
    assert.notEqual(broken, text);
    const damaged = join(folder.folder, `damaged-${part}.html`);
    writeFileSync(damaged, broken);
    await assert.rejects(openPage(damaged), /The page cannot start: the packed data are damaged/);
  }
});
