/** Shapes of goals and obstacles for tools: what is under a point, hulls, outlines. Pure. */

const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The distance from a point to a segment. */
export function distanceToSegment(p, a, b) {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const squared = x * x + y * y;
  const t = squared > 0 ? ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / squared : 0;
  const share = Math.min(1, Math.max(0, t));
  return near(p, [a[0] + share * x, a[1] + share * y]);
}

/** Whether a point is in a polygon (even-odd rule). */
export function isInPolygon(p, ring) {
  let inside = false;
  for (let i = 0, k = ring.length - 1; i < ring.length; k = i++) {
    const [a, b] = [ring[i], ring[k]];
    const crosses = a[1] > p[1] !== b[1] > p[1]
      && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0];
    if (crosses) inside = !inside;
  }
  return inside;
}

/** The distance from a point to a closed ring; 0 inside. */
export function distanceToRing(p, ring) {
  if (ring.length > 2 && isInPolygon(p, ring)) return 0;
  return ring.reduce((least, a, i) =>
    Math.min(least, distanceToSegment(p, a, ring[(i + 1) % ring.length])), Infinity);
}

/** The outlines of a goal: one, or those of the convex parts of a concave goal. */
export function goalOutlines(goal) {
  return goal.parts?.length > 0 ? goal.parts : [goal.points ?? []];
}

/** The distance from a point to a goal; 0 inside. A goal that is a direction is nowhere. */
export function distanceToGoal(p, goal) {
  if (goal.shape === "direction") return Infinity;
  return Math.min(...goalOutlines(goal).map((points) => {
    const distance = points.length === 1 ? near(p, points[0]) : distanceToRing(p, points);
    return Math.max(0, distance - (goal.radius || 0));
  }));
}

/** The distance from a point to the walls of an obstacle; 0 inside a closed one. */
export function distanceToObstacle(p, obstacle) {
  const walls = obstacle.walls ?? [];
  const least = walls.reduce((best, [x1, y1, x2, y2]) =>
    Math.min(best, distanceToSegment(p, [x1, y1], [x2, y2])), Infinity);
  const ring = walls.map(([x1, y1]) => [x1, y1]);
  return obstacle.kind !== "door" && ring.length > 2 && isInPolygon(p, ring) ? 0 : least;
}

/**
 * The nearest of some things, if it is near enough.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => number} distance
 * @param {number} most
 * @returns {T | null}
 */
export function nearest(things, distance, most) {
  let best = null;
  let least = most;
  for (const thing of things) {
    const d = distance(thing);
    if (d <= least) {
      best = thing;
      least = d;
    }
  }
  return best;
}

/** The reference point of a goal: as the engine says, else as the engine defines it. */
export function goalPoint(goal) {
  if (goal.at) return goal.at;
  const { points } = goal;
  return points.length <= 2 ? points[0] : centroid(points);
}

/** The centroid of a polygon. */
export function centroid(points) {
  let [x, y, area] = [0, 0, 0];
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length];
    const cross = a[0] * b[1] - b[0] * a[1];
    area += cross;
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  });
  return Math.abs(area) < 1e-12 ? middleOf(points) : [x / (3 * area), y / (3 * area)];
}

/** The mean of points. */
export function middleOf(points) {
  const sum = points.reduce(([x, y], p) => [x + p[0], y + p[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** The reference point of a moving obstacle. */
export function obstaclePoint(obstacle) {
  return obstacle.at ?? middleOf(obstacle.walls.map(([x, y]) => [x, y]));
}

/** The lines of a closed ring, moved by a vector. */
export function ringLines(points, by = [0, 0]) {
  return points.flatMap((a, i) => {
    const b = points[(i + 1) % points.length];
    return [a[0] + by[0], a[1] + by[1], b[0] + by[0], b[1] + by[1]];
  });
}

/** The corners of a box between two points, counter-clockwise. */
export function boxRing(a, b) {
  const [x0, x1] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
  const [y0, y1] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
  return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
}

/**
 * The convex hull of points, counter-clockwise (Andrew's monotone chain): moving obstacles are
 * convex.
 */
export function convexHull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const cross = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1 && cross(chain.at(-2), chain.at(-1), p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

/** The length of a path of points [x, y, ...]. */
export function pathLength(points) {
  return points.slice(1).reduce((sum, p, i) => sum + near(points[i], p), 0);
}
