/** How far layers are apart in a tilted view: as little as shows all of them. */

const LEAST = 2.5; // m
const SHARE = 0.6; // of the depth of what would cover each other

/** The box of a layer, or null if it is unbounded. */
export function boxOf(layer) {
  const points = (layer.boundaries ?? []).flat();
  if (points.length === 0) return null;
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const point of points) {
    for (const k of [0, 1]) {
      low[k] = Math.min(low[k], point[k]);
      high[k] = Math.max(high[k], point[k]);
    }
  }
  return { low, high };
}

/* The depth of the ground that two layers share, seen from the side, for each layer between. */
function sharedDepth(a, b, apart) {
  const size = [0, 1].map((k) => Math.min(a.high[k], b.high[k]) - Math.max(a.low[k], b.low[k]));
  if (size[0] <= 0.1 || size[1] <= 0.1) return 0;
  return (size[1] + 0.4 * size[0]) / apart;
}

/** The height of a layer above the one below, m. */
export function layerSpacing(layers) {
  const boxes = layers.map(boxOf);
  let depth = 0;
  for (let i = 0; i < boxes.length; i++) {
    for (let j = i + 1; j < boxes.length; j++) {
      if (boxes[i] && boxes[j]) depth = Math.max(depth, sharedDepth(boxes[i], boxes[j], j - i));
    }
  }
  return Math.max(LEAST, SHARE * depth);
}

const ROOM = 1; // m around agents and goals

/**
 * What there is to see: the box of the space or, without walls, that of the agents and goals too.
 * Agents that are there from the start enter after the space was described.
 */
export function boxToShow({ description, frame, state }) {
  const { low, high, layers } = description;
  const hasWalls = layers.some(({ boundaries = [], solids = [], open_walls: open = [] }) =>
    boundaries.length + solids.length + open.length > 0);
  if (hasWalls || !frame) return { low, high };
  const box = { low: [...low], high: [...high] };
  const add = (x, y) => [x, y].forEach((at, axis) => {
    box.low[axis] = Math.min(box.low[axis], at - ROOM);
    box.high[axis] = Math.max(box.high[axis], at + ROOM);
  });
  for (let i = 0; i < frame.count; i++) add(frame.x[i], frame.y[i]);
  for (const { points = [] } of state?.goals ?? []) for (const [x, y] of points) add(x, y);
  return box;
}
