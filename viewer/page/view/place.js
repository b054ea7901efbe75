/** Where to write the name of an area: a point well inside it. */
import { isInside } from "./ground.js";

const CELLS = 10; // along each side, in each round
const ROUNDS = 3;
const MOST_CORNERS = 100;
const MOST_COVERS = 30;

function distanceToRing(ring, x, y) {
  let least = Infinity;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[(i + 1) % ring.length];
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const t = length > 0 ? ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length : 0;
    const at = Math.max(0, Math.min(1, t));
    least = Math.min(least, Math.hypot(x - ax - at * (bx - ax), y - ay - at * (by - ay)));
  }
  return least;
}

/* How good a point is: its distance to the rings, negative outside of the area. */
function rate(rings, covers, frames, x, y) {
  const inside = rings.reduce((is, ring) => is !== isInside(ring, x, y), false);
  const isFree = inside && !covers.some((ring) => isInside(ring, x, y))
    && (frames.length === 0 || frames.some((ring) => isInside(ring, x, y)));
  const distances = [...rings, ...covers, ...frames].map((ring) => distanceToRing(ring, x, y));
  return isFree ? Math.min(...distances) : -1;
}

/* At most MOST_CORNERS corners of each ring. */
function thinOut(rings) {
  return rings.filter(({ length }) => length > 0).map((ring) => {
    const every = Math.ceil(ring.length / MOST_CORNERS);
    return ring.filter((_, i) => i % every === 0);
  });
}

/**
 * A point of the area inside rings (even-odd rule) that is far from its edges: the best of a grid,
 * which is then made finer around it. `covers` are rings that hide a part of the area, `frames`
 * rings outside of which it is hidden; not more than MOST_COVERS of each count.
 * @returns {number[]} [x, y]
 */
export function labelPoint(rings, covers = [], frames = []) {
  const thin = thinOut(rings);
  const over = thinOut(covers.slice(0, MOST_COVERS));
  const around = thinOut(frames.slice(0, MOST_COVERS));
  const xs = thin[0].map((p) => p[0]);
  const ys = thin[0].map((p) => p[1]);
  let low = [Math.min(...xs), Math.min(...ys)];
  let size = [Math.max(...xs) - low[0], Math.max(...ys) - low[1]];
  const middle = [0, 1].map((k) => low[k] + size[k] / 2);
  let best = { value: rate(thin, over, around, ...middle), x: middle[0], y: middle[1] };
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i <= CELLS; i++) {
      for (let j = 0; j <= CELLS; j++) {
        const [x, y] = [low[0] + (size[0] * i) / CELLS, low[1] + (size[1] * j) / CELLS];
        const value = rate(thin, over, around, x, y);
        if (value > best.value + 1e-9) best = { value, x, y };
      }
    }
    size = size.map((length) => (2 * length) / CELLS);
    low = [best.x - size[0] / 2, best.y - size[1] / 2];
  }
  return [best.x, best.y];
}
