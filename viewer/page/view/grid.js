/** The lines of the grid, at round distances, on what is visible of the ground. */
import { Lines } from "./shapes.js";
import { roundDistance } from "./labels.js";

const LEAST_PX = 70; // px between two lines
const MOST_LINES = 200;

/** The distance between lines for a scale in px per m. */
export function gridStep(scale) {
  return roundDistance(LEAST_PX / scale);
}

/** The box of the world that is visible on a layer. */
export function visibleBox(screen, layer) {
  const corners = [[0, 0], [screen.width, 0], [0, screen.height], [screen.width, screen.height]]
    .map(([px, py]) => screen.toWorld(px, py, layer));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
}

/** Grid lines inside a box. */
export function gridLines({ low, high }, step, layer, origin) {
  const lines = new Lines(origin);
  const first = low.map((value) => Math.ceil(value / step) * step);
  for (let x = first[0], i = 0; x <= high[0] && i < MOST_LINES; x += step, i++) {
    lines.add(x, low[1], x, high[1], layer);
  }
  for (let y = first[1], i = 0; y <= high[1] && i < MOST_LINES; y += step, i++) {
    lines.add(low[0], y, high[0], y, layer);
  }
  return lines;
}
