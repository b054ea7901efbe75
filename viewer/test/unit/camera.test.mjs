/** The camera maps the world to the screen and back. */
import test from "node:test";
import assert from "node:assert/strict";
import { Camera } from "../../page/view/camera.js";

const [WIDTH, HEIGHT] = [800, 600];
const close = (a, b, tolerance = 1e-6) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a}, not ${b}`);

function cameras() {
  const flat = new Camera();
  flat.set({ x: 12, y: -7, scale: 30 });
  const tilted = new Camera();
  tilted.set({ x: 3, y: 4, scale: 17, tilt: 0.9, turn: -0.5, spacing: 8 });
  return [flat, tilted];
}

test("x points to the right, y points upwards", () => {
  const [camera] = cameras();
  const middle = camera.toScreen(12, -7, 0, WIDTH, HEIGHT);
  close(middle.x, 400);
  close(middle.y, 300);
  assert.ok(camera.toScreen(13, -7, 0, WIDTH, HEIGHT).x > 400);
  assert.ok(camera.toScreen(12, -6, 0, WIDTH, HEIGHT).y < 300);
});

test("toWorld undoes toScreen on each layer", () => {
  for (const camera of cameras()) {
    for (const layer of [0, 1, 3]) {
      const at = camera.toScreen(5.5, -2.25, layer, WIDTH, HEIGHT);
      const back = camera.toWorld(at.x, at.y, layer, WIDTH, HEIGHT);
      close(back.x, 5.5);
      close(back.y, -2.25);
    }
  }
});

test("layers lie above each other when tilted, and on each other from above", () => {
  const [flat, tilted] = cameras();
  const rise = (camera) => camera.toScreen(0, 0, 0, WIDTH, HEIGHT).y
    - camera.toScreen(0, 0, 1, WIDTH, HEIGHT).y;
  close(rise(flat), 0);
  close(rise(tilted), 8 * Math.sin(0.9) * 17);
});

test("zooming keeps the point under the pointer", () => {
  for (const camera of cameras()) {
    const before = camera.toWorld(100, 50, 0, WIDTH, HEIGHT);
    camera.zoom(3, 100, 50, WIDTH, HEIGHT);
    const after = camera.toWorld(100, 50, 0, WIDTH, HEIGHT);
    close(after.x, before.x);
    close(after.y, before.y);
  }
});

test("zooming has limits, and ignores factors that are no numbers", () => {
  const [camera] = cameras();
  camera.zoom(1e12, 0, 0, WIDTH, HEIGHT);
  assert.ok(camera.scale <= 4000);
  camera.zoom(1e-12, 0, 0, WIDTH, HEIGHT);
  assert.ok(camera.scale >= 0.05);
  const { scale } = camera;
  camera.zoom(NaN, 0, 0, WIDTH, HEIGHT);
  camera.zoom(-1, 0, 0, WIDTH, HEIGHT);
  assert.equal(camera.scale, scale);
});

test("panning moves the world with the pointer", () => {
  for (const camera of cameras()) {
    const before = camera.toWorld(200, 300, 0, WIDTH, HEIGHT);
    camera.pan(40, -25);
    const after = camera.toWorld(240, 275, 0, WIDTH, HEIGHT);
    close(after.x, before.x);
    close(after.y, before.y);
  }
});

test("fit shows the whole box, inside the margins, also tilted and with layers", () => {
  const margin = { top: 20, right: 100, bottom: 80, left: 10 };
  for (const camera of cameras()) {
    for (const layers of [1, 3]) {
      camera.fit([-10, 5], [30, 25], WIDTH, HEIGHT, margin, layers);
      for (const [x, y] of [[-10, 5], [30, 5], [30, 25], [-10, 25]]) {
        for (const layer of [0, layers - 1]) {
          const at = camera.toScreen(x, y, layer, WIDTH, HEIGHT);
          assert.ok(at.x >= 10 - 1e-6 && at.x <= 700 + 1e-6, `x ${at.x}`);
          assert.ok(at.y >= 20 - 1e-6 && at.y <= 520 + 1e-6, `y ${at.y}`);
        }
      }
    }
  }
});

test("fit of a box without size gives a finite camera", () => {
  const camera = new Camera();
  camera.fit([3, 3], [3, 3], WIDTH, HEIGHT);
  assert.ok(Object.values(camera.values).every(Number.isFinite));
});

test("an animated change ends where the change leads", () => {
  const [camera] = cameras();
  camera.change(() => camera.set({ x: 50, scale: 5 }), true);
  assert.equal(camera.x, 12);
  camera.tick(1000);
  camera.tick(1100);
  assert.ok(camera.x > 12 && camera.x < 50);
  camera.tick(2000);
  assert.equal(camera.x, 50);
  assert.equal(camera.scale, 5);
  assert.equal(camera.motion, null);
});
