/** On which layer a point of the screen is. */

/** Whether a point is inside a ring (even-odd rule). */
export function isInside(ring, x, y) {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Whether a point is on the ground of a layer; unbounded layers have ground everywhere. */
export function isGround(layer, x, y) {
  const boundaries = layer.boundaries ?? [];
  if (boundaries.length === 0) return true;
  return boundaries.some((ring) => isInside(ring, x, y));
}

/**
 * The uppermost of the visible layers that has ground at a point of the screen, with the point in
 * the world; the lowest visible layer if none has.
 */
export function groundAt(layers, visible, toWorld) {
  for (const index of [...visible].reverse()) {
    const point = toWorld(index);
    if (isGround(layers[index], point.x, point.y)) return { ...point, layer: index };
  }
  const lowest = visible[0] ?? 0;
  return { ...toWorld(lowest), layer: lowest };
}
