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
