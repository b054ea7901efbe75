/** Geometry of velocity space, against brute force and known figures. */
import { test } from "node:test";
import assert from "node:assert/strict";
import {
  arcPoints, clipByHalfPlane, clipLine, depthInConvex, discPolygon, feasibleRegion, niceStep,
  square, turnBetween,
} from "../../page/panels/inspector/geometry.js";
import { area, randomFrom } from "../support/random.js";

test("clips a square in half along its diagonal", () => {
  const half = clipByHalfPlane(square(1), [0, 0], [Math.SQRT1_2, Math.SQRT1_2]);
  assert.ok(Math.abs(area(half) - 2) < 1e-12);
  assert.ok(half.every(([x, y]) => x + y >= -1e-12));
});

test("clips to nothing and to everything", () => {
  assert.deepEqual(clipByHalfPlane(square(1), [2, 0], [1, 0]), []);
  assert.deepEqual(clipByHalfPlane(square(1), [-2, 0], [1, 0]), square(1));
  assert.deepEqual(clipByHalfPlane([], [0, 0], [1, 0]), []);
});

test("a feasible region holds exactly the velocities that satisfy all half-planes", () => {
  const random = randomFrom(5);
  for (let round = 0; round < 200; round++) {
    const planes = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
      const angle = 2 * Math.PI * random();
      const offset = 2 * random() - 1.4;
      const normal = [Math.cos(angle), Math.sin(angle)];
      return { at: [normal[0] * offset, normal[1] * offset], normal };
    });
    const region = feasibleRegion(planes, 2);
    for (let i = 0; i < 50; i++) {
      const v = [4 * random() - 2, 4 * random() - 2];
      const least = Math.min(...planes.map(({ at, normal }) =>
        (v[0] - at[0]) * normal[0] + (v[1] - at[1]) * normal[1]));
      const speed = Math.hypot(...v);
      const isClear = Math.abs(least) > 1e-6 && Math.abs(speed - 2) > 0.01;
      const inside = region.length > 2 && depthInConvex(region, v) > 0;
      if (isClear) assert.equal(inside, least > 0 && speed < 2, `round ${round}, velocity ${v}`);
    }
  }
});

test("a disc polygon has the area of its disc and goes counter-clockwise", () => {
  assert.ok(Math.abs(area(discPolygon(2)) - 4 * Math.PI) < 0.01);
});

test("clips lines to a square", () => {
  assert.deepEqual(clipLine([0, 0], [1, 0], 2), [[-2, 0], [2, 0]]);
  assert.deepEqual(clipLine([5, 1], [-1, 0], 2), [[2, 1], [-2, 1]]);
  assert.equal(clipLine([0, 3], [1, 0], 2), null);
  assert.equal(clipLine([5, 0], [1, 1], 2), null);
  assert.equal(clipLine([0, 0], [0, 0], 2), null);
});

test("clipped lines stay on the line and end on the square", () => {
  const random = randomFrom(7);
  for (let round = 0; round < 300; round++) {
    const at = [4 * random() - 2, 4 * random() - 2];
    const angle = 2 * Math.PI * random();
    const along = [Math.cos(angle), Math.sin(angle)];
    const line = clipLine(at, along, 1);
    for (const p of line ?? []) {
      assert.ok(Math.abs(Math.max(Math.abs(p[0]), Math.abs(p[1])) - 1) < 1e-9, `round ${round}`);
      const off = (p[0] - at[0]) * along[1] - (p[1] - at[1]) * along[0];
      assert.ok(Math.abs(off) < 1e-9, `round ${round}`);
    }
    const crosses = Array.from({ length: 4001 }, (_, i) => (i - 2000) / 400).some((t) =>
      Math.abs(at[0] + t * along[0]) < 1 && Math.abs(at[1] + t * along[1]) < 1);
    if (crosses) assert.ok(line, `round ${round}`);
  }
});

test("turns are counter-clockwise and below a full turn", () => {
  assert.ok(Math.abs(turnBetween([1, 0], [0, 1]) - Math.PI / 2) < 1e-12);
  assert.ok(Math.abs(turnBetween([0, 1], [1, 0]) - 1.5 * Math.PI) < 1e-12);
  assert.equal(turnBetween([1, 0], [2, 0]), 0);
  const nearly = 2 * Math.PI - 2 * Math.atan(0.1);
  assert.ok(Math.abs(turnBetween([-1, -0.1], [-1, 0.1]) - nearly) < 1e-9);
});

test("arcs keep their distance to the centre, and have both ends", () => {
  const points = arcPoints([1, 2], [3, 2], [1, 4]);
  assert.deepEqual(points[0], [3, 2]);
  assert.deepEqual(points.at(-1), [1, 4]);
  assert.ok(points.length > 30);
  for (const [x, y] of points) assert.ok(Math.abs(Math.hypot(x - 1, y - 2) - 2) < 1e-12);
  const clockwise = points.slice(1).some(([x, y], i) =>
    (points[i][0] - 1) * (y - 2) - (points[i][1] - 2) * (x - 1) <= 0);
  assert.equal(clockwise, false);
});

test("the depth in a convex polygon is the distance to its nearest side", () => {
  assert.equal(depthInConvex(square(1), [0.25, 0.5]), 0.5);
  assert.equal(depthInConvex(square(1), [0.25, 2]), -1);
  assert.equal(depthInConvex([], [0, 0]), -Infinity);
  const sliver = [[-1, -1], [1, -1], [1, 1], [1 - 1e-8, 1 - 3e-8], [-1, 1]];
  assert.ok(Math.abs(depthInConvex(sliver, [0.25, 0.5]) - 0.5) < 1e-6);
});

test("steps of axes are 1, 2 or 5 times a power of ten", () => {
  assert.equal(niceStep(2.4, 4), 0.5);
  assert.equal(niceStep(30, 4), 10);
  assert.ok(Math.abs(niceStep(0.007, 3) - 0.002) < 1e-12);
  for (const wrong of [0, -1, NaN, Infinity]) assert.equal(niceStep(wrong, 3), 1);
});
