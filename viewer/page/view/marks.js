/** What is highlighted: the selected agent, the one under the pointer, and what panels point at. */
import { Lines } from "./shapes.js";
import { goalOutline } from "./things.js";

const RING = 1.5; // px between an agent and its ring

/** Lines around highlighted things, by layer. */
export function collectMarks(items, frame, state, origin, { remaining, scale }) {
  const layers = new Map();
  const at = (layer) => {
    if (!layers.has(layer)) layers.set(layer, new Lines(origin));
    return layers.get(layer);
  };
  for (const item of items) {
    if (item.kind === "agent") {
      const agent = frame.agent(item.slot, remaining);
      if (!agent) continue;
      const radius = Math.max(agent.radius, 2 / scale) + (RING + 1.5) / scale;
      at(agent.layer).circle(agent.x, agent.y, radius, agent.layer, 28);
    } else if (item.kind === "goal") {
      const goal = state.goals?.find(({ index }) => index === item.index);
      if (!goal) continue;
      const { points, isClosed } = goalOutline(goal);
      if (points.length === 1) at(goal.layer).circle(...points[0], 10 / scale, goal.layer);
      else at(goal.layer).path(points, goal.layer, isClosed);
    } else if (item.kind === "segment") {
      const [ax, ay, bx, by] = item.points;
      at(item.layer ?? 0).add(ax, ay, bx, by, item.layer ?? 0);
    } else if (item.kind === "obstacle") {
      const obstacle = state.obstacles?.find(({ index }) => index === item.index);
      for (const [ax, ay, bx, by] of obstacle?.walls ?? []) {
        at(obstacle.layer ?? 0).add(ax, ay, bx, by, obstacle.layer ?? 0);
      }
    }
  }
  return layers;
}

/** Draws highlighted things in one colour. */
export class Marks {
  constructor(shapes) {
    this.shapes = shapes;
    this.batches = new Map();
  }

  /** @param {Map<number, Lines>} layers from collectMarks */
  update(layers) {
    for (const [layer, batch] of this.batches) if (!layers.has(layer)) batch.count = 0;
    for (const [layer, lines] of layers) {
      this.batches.set(layer, this.shapes.uploadLines(lines, this.batches.get(layer) ?? null));
    }
  }

  draw(screen, layer, styles) {
    const batch = this.batches.get(layer);
    for (const style of styles) this.shapes.drawLines(batch, screen, style);
  }
}
