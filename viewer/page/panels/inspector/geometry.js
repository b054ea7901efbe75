/**
 * Geometry of velocity space: half-planes, convex polygons, arcs. Points are pairs [x, y]. Angles
 * are counter-clockwise.
 */

const FULL_TURN = 2 * Math.PI;
/** Shorter sides of polygons have no direction, because numbers have single precision. */
export const SHORTEST = 1e-5;

/**
 * Clips a convex polygon by a half-plane (Sutherland and Hodgman, one edge).
 * @param {number[][]} polygon counter-clockwise
 * @param {number[]} at a point on the boundary line
 * @param {number[]} normal points to the side that is kept
 * @returns {number[][]} possibly empty
 */
export function clipByHalfPlane(polygon, at, normal) {
  const depth = (p) => (p[0] - at[0]) * normal[0] + (p[1] - at[1]) * normal[1];
  const kept = [];
  for (let i = 0; i < polygon.length; i++) {
    const from = polygon[i], to = polygon[(i + 1) % polygon.length];
    const a = depth(from), b = depth(to);
    if (a >= 0) {
      kept.push(from);
    }
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
      const share = a / (a - b);
      kept.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
  }
  return kept.length > 2 ? kept : [];
}

/**
 * A regular polygon around the origin that contains a disc's centre and has its corners on its
 * circle.
 * @param {number} radius
 * @param {number} [corners]
 */
export function discPolygon(radius, corners = 128) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (FULL_TURN * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * The square from -reach to reach, counter-clockwise.
 * @param {number} reach
 */
export function square(reach) {
  return [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]];
}

/**
 * The velocities that satisfy all half-planes and the maximum speed.
 * @param {{at: number[], normal: number[]}[]} planes
 * @param {number} maxSpeed
 * @returns {number[][]} a convex polygon, empty if there is no such velocity
 */
export function feasibleRegion(planes, maxSpeed) {
  return planes.reduce(
    (polygon, plane) => clipByHalfPlane(polygon, plane.at, plane.normal),
    discPolygon(maxSpeed),
  );
}

/**
 * The part of a line that lies in the square from -reach to reach.
 * @param {number[]} at a point of the line
 * @param {number[]} along its direction
 * @param {number} reach
 * @returns {[number[], number[]]|null} end points, or null if the line misses the square
 */
export function clipLine(at, along, reach) {
  let low = -Infinity, high = Infinity;
  for (const axis of [0, 1]) {
    if (Math.abs(along[axis]) < 1e-12) {
      if (Math.abs(at[axis]) > reach) {
        return null;
      }
      continue;
    }
    const a = (-reach - at[axis]) / along[axis], b = (reach - at[axis]) / along[axis];
    low = Math.max(low, Math.min(a, b));
    high = Math.min(high, Math.max(a, b));
  }
  if (!(low < high) || !Number.isFinite(low) || !Number.isFinite(high)) {
    return null;
  }
  const point = (t) => [at[0] + t * along[0], at[1] + t * along[1]];
  return [point(low), point(high)];
}

/**
 * The angle from one direction to another, counter-clockwise: at least 0, less than a full turn.
 * @param {number[]} from
 * @param {number[]} to
 */
export function turnBetween(from, to) {
  const turn = Math.atan2(to[1], to[0]) - Math.atan2(from[1], from[0]);
  return turn < 0 ? turn + FULL_TURN : turn;
}

/**
 * Points along an arc, counter-clockwise from `from` to `to` around `centre`, ends included.
 * @param {number[]} centre
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} [largest] the largest angle between two points
 */
export function arcPoints(centre, from, to, largest = 0.05) {
  const start = [from[0] - centre[0], from[1] - centre[1]];
  const turn = turnBetween(start, [to[0] - centre[0], to[1] - centre[1]]);
  const count = Math.max(1, Math.ceil(turn / largest));
  const points = [from];
  for (let i = 1; i < count; i++) {
    const c = Math.cos((turn * i) / count), s = Math.sin((turn * i) / count);
    points.push([
      centre[0] + c * start[0] - s * start[1],
      centre[1] + s * start[0] + c * start[1],
    ]);
  }
  points.push(to);
  return points;
}

/**
 * The signed distance from a point to the boundary of a convex polygon, positive inside. Far away
 * from corners only the sides matter, which is enough to say how deep a velocity is in a set.
 * @param {number[][]} polygon counter-clockwise
 * @param {number[]} p
 */
export function depthInConvex(polygon, p) {
  let least = Infinity;
  for (let i = 0; i < polygon.length; i++) {
    const a = polygon[i], b = polygon[(i + 1) % polygon.length];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length > SHORTEST) {
      const cross = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
      least = Math.min(least, cross / length);
    }
  }
  return Number.isFinite(least) ? least : -Infinity;
}

/**
 * A step of 1, 2 or 5 times a power of ten, so that about `count` steps fill `length`.
 * @param {number} length
 * @param {number} count
 */
export function niceStep(length, count) {
  const rough = length / count;
  if (!(rough > 0) || !Number.isFinite(rough)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}
