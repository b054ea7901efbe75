/**
 * Triangles that fill polygons, for the graphics processor.
 *
 * A horizontal line sweeps over the rings. Between the heights of two successive vertices, the
 * edges that it crosses are sorted by x; the area between the first and the second, the third and
 * the fourth, and so on, is inside (even-odd rule). So holes need no special case, and rings that
 * touch or repeat points do no harm. A trapezoid goes on through further heights as long as its two
 * sides do. Where edges cross between two heights, the area is wrong there by a sliver; spaces have
 * no such edges.
 *
 * Cost: O(n log n + sum of crossed edges over all heights) for n vertices.
 */

/** Trapezoids reach this far over their ends, m, so that no gap shows between them. */
const OVERLAP = 1e-3;

function edgesOf(rings) {
  const edges = [];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) {
      const p = ring[i];
      const q = ring[(i + 1) % ring.length];
      if (p[1] === q[1] || ![...p, ...q].every(Number.isFinite)) continue;
      edges.push(p[1] < q[1] ? { low: p, high: q } : { low: q, high: p });
    }
  }
  return edges.sort((a, b) => a.low[1] - b.low[1]);
}

const xAt = ({ low, high }, y) =>
  low[0] + ((high[0] - low[0]) * (y - low[1])) / (high[1] - low[1]);

function addTrapezoid(out, { left, right, from }, to) {
  const y0 = from - OVERLAP;
  const y1 = to + OVERLAP;
  const inside = (edge, y) => xAt(edge, Math.min(edge.high[1], Math.max(edge.low[1], y)));
  const [a, b, c, d] = [inside(left, y0), inside(right, y0), inside(left, y1), inside(right, y1)];
  out.push(a, y0, b, y0, c, y1, c, y1, b, y0, d, y1);
}

/* Closes the trapezoids that do not go on, and opens those that are new. */
function carryOn(open, pairs, y, out) {
  const kept = new Map();
  for (const [left, right] of pairs) {
    const before = open.get(left);
    if (before && before.right === right) {
      open.delete(left);
      kept.set(left, before);
    } else {
      kept.set(left, { left, right, from: y });
    }
  }
  for (const trapezoid of open.values()) addTrapezoid(out, trapezoid, y);
  return kept;
}

/**
 * Fills the area inside rings by the even-odd rule.
 * @param {number[][][]} rings each a list of points [x, y]; the last is joined to the first
 * @returns {number[]} triangles: x, y of each vertex
 */
export function fillRings(rings) {
  const edges = edgesOf(rings);
  const heights = [...new Set(edges.flatMap(({ low, high }) => [low[1], high[1]]))]
    .sort((a, b) => a - b);
  const out = [];
  let active = [];
  let open = new Map();
  let next = 0;
  heights.forEach((y, i) => {
    active = active.filter((edge) => edge.high[1] > y);
    while (next < edges.length && edges[next].low[1] <= y) active.push(edges[next++]);
    const middle = i + 1 < heights.length ? (y + heights[i + 1]) / 2 : y;
    const sorted = active.map((edge) => ({ edge, x: xAt(edge, middle) }))
      .sort((a, b) => a.x - b.x);
    const pairs = [];
    for (let k = 0; k + 1 < sorted.length; k += 2) {
      pairs.push([sorted[k].edge, sorted[k + 1].edge]);
    }
    open = carryOn(open, pairs, y, out);
  });
  return out;
}

/** The area of triangles as fillRings gives them, m2. */
export function areaOf(triangles) {
  let area = 0;
  for (let i = 0; i + 5 < triangles.length; i += 6) {
    const [ax, ay, bx, by, cx, cy] = triangles.slice(i, i + 6);
    area += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
  }
  return area;
}

/** The middle of the bounding box of points: where a name is written. */
export function middleOf(points) {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const point of points) {
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], point[k]);
      high[k] = Math.max(high[k], point[k]);
    }
  }
  return [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
}
