/** Triangles that fill polygons, compared with areas from the shoelace formula. */
import test from "node:test";
import assert from "node:assert/strict";
import { areaOf, fillRings, middleOf } from "../../page/view/fill.js";
import { isInside } from "../../page/view/ground.js";
import { labelPoint } from "../../page/view/place.js";

const box = (x0, y0, x1, y1) => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

function shoelace(ring) {
  let twice = 0;
  ring.forEach(([x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length];
    twice += x * v - u * y;
  });
  return Math.abs(twice) / 2;
}

/* Trapezoids reach 1 mm over their ends: relative to the area this is at most `part`. */
function assertArea(rings, expected, part = 0.01) {
  const area = areaOf(fillRings(rings));
  assert.ok(Math.abs(area - expected) <= part * expected, `${area}, not ${expected}`);
}

/* mulberry32 */
function makeRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/* A ring around the origin: simple, but not convex. */
function star(random, corners, scale = 10) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const radius = scale * (0.3 + 0.7 * random());
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

test("fills a box with two triangles", () => {
  const triangles = fillRings([box(1, 2, 4, 6)]);
  assert.equal(triangles.length, 12);
  assertArea([box(1, 2, 4, 6)], 12);
});

test("leaves holes out, and fills what lies in them", () => {
  assertArea([box(0, 0, 10, 10), box(2, 2, 8, 8)], 64);
  assertArea([box(0, 0, 10, 10), box(2, 2, 8, 8), box(4, 4, 6, 6)], 68);
});

test("fills shapes that are not convex, in both directions", () => {
  const ell = [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]];
  assertArea([ell], 20);
  assertArea([[...ell].reverse()], 20);
});

test("fills random simple rings with the area of the shoelace formula", () => {
  const random = makeRandom(7);
  for (let round = 0; round < 60; round++) {
    const ring = star(random, 3 + Math.floor(40 * random()), 100);
    assertArea([ring], shoelace(ring));
  }
});

test("covers exactly the points that are inside", () => {
  const random = makeRandom(11);
  const ring = star(random, 24);
  const triangles = fillRings([ring]);
  const covers = (x, y) => {
    for (let i = 0; i < triangles.length; i += 6) {
      const [ax, ay, bx, by, cx, cy] = triangles.slice(i, i + 6);
      const sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax),
        (cx - bx) * (y - by) - (cy - by) * (x - bx), (ax - cx) * (y - cy) - (ay - cy) * (x - cx)];
      if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) return true;
    }
    return false;
  };
  let inside = 0;
  for (let i = 0; i < 2000; i++) {
    const [x, y] = [20 * random() - 10, 20 * random() - 10];
    const near = ring.some(([px, py], k) => {
      const [qx, qy] = ring[(k + 1) % ring.length];
      const t = Math.max(0, Math.min(1, ((x - px) * (qx - px) + (y - py) * (qy - py))
        / ((qx - px) ** 2 + (qy - py) ** 2)));
      return Math.hypot(x - px - t * (qx - px), y - py - t * (qy - py)) < 0.05;
    });
    if (near) continue;
    assert.equal(covers(x, y), isInside(ring, x, y), `at ${x}, ${y}`);
    inside += isInside(ring, x, y) ? 1 : 0;
  }
  assert.ok(inside > 200);
});

test("survives rings without area, repeated points and values that are no numbers", () => {
  assert.deepEqual(fillRings([]), []);
  assert.deepEqual(fillRings([[]]), []);
  assert.equal(areaOf(fillRings([[[0, 0], [5, 0]]])), 0);
  assertArea([[[0, 0], [0, 0], [4, 0], [4, 0], [4, 4], [0, 4], [0, 4]]], 16);
  const broken = fillRings([[[0, 0], [NaN, 3], [4, Infinity], [4, 0]]]);
  assert.ok(broken.every(Number.isFinite));
});

test("fills a ring of 20,000 corners without quadratic cost in its trapezoids", () => {
  const ring = star(makeRandom(3), 20000, 1000);
  const triangles = fillRings([ring]);
  assert.ok(triangles.length / 12 < 40000, `${triangles.length / 12} trapezoids`);
});

test("middleOf is the middle of the bounding box", () => {
  assert.deepEqual(middleOf([[0, 0], [4, 0], [4, 10]]), [2, 5]);
});

test("names are written inside the area, away from what covers it", () => {
  const ell = [[0, 0], [10, 0], [10, 2], [2, 2], [2, 10], [0, 10]];
  assert.ok(isInside(ell, ...labelPoint([ell])));
  const [x] = labelPoint([box(0, 0, 10, 4)], [box(0, 0, 7, 4)]);
  assert.ok(x > 7.5, `${x}`);
  const [left] = labelPoint([box(0, 0, 10, 4)], [], [box(-5, -5, 3, 9)]);
  assert.ok(left < 2.5, `${left}`);
  const [holeX, holeY] = labelPoint([box(0, 0, 9, 9), box(2, 2, 7, 7)]);
  assert.ok(!isInside(box(2, 2, 7, 7), holeX, holeY));
  assert.ok(labelPoint([[[1, 1]]]).every(Number.isFinite));
});
