/** What changes in a world, apart from agents: goals, doors, obstacles, queues and areas. */
import { circlePoints, Fills, Lines } from "./shapes.js";
import { fillRings, middleOf } from "./fill.js";

const ARROW = 0.45; // m

/**
 * The outline of a goal.
 * @returns {{points: number[][], isClosed: boolean}}
 */
export function goalOutline({ shape, points, radius = 0 }) {
  if (points.length === 0) return { points: [], isClosed: false };
  if (shape === "disc") {
    return { points: circlePoints(points[0][0], points[0][1], Math.max(radius, 0.05), 48),
      isClosed: true };
  }
  if (shape === "box" && points.length === 2) {
    const [[x0, y0], [x1, y1]] = points;
    return { points: [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], isClosed: true };
  }
  return { points, isClosed: points.length > 2 };
}

/** A star around a point, for goals that are points. */
function starPoints(x, y, size) {
  return Array.from({ length: 10 }, (_, i) => {
    const angle = Math.PI / 2 + (Math.PI * i) / 5;
    const r = i % 2 === 0 ? size : 0.42 * size;
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

/* Batches of one style and layer. */
class Group {
  constructor(origin) {
    this.lines = new Lines(origin);
    this.fills = new Fills(origin);
  }
}

/** What is drawn of a state, by layer and style: plain data, so that it can be tested. */
export function collectThings(state, origin, starSize) {
  const groups = new Map();
  const labels = [];
  const group = (layer, style) => {
    const name = `${layer} ${style}`;
    if (!groups.has(name)) groups.set(name, { layer, style, ...new Group(origin) });
    return groups.get(name);
  };
  for (const goal of state.goals ?? []) addGoal(goal, group, labels, starSize);
  for (const obstacle of state.obstacles ?? []) addObstacle(obstacle, group, labels);
  for (const queue of state.queues ?? []) addQueue(queue, group, labels);
  for (const area of state.areas ?? []) {
    if (area.points.length < 3) continue;
    group(area.layer, "area").lines.path(area.points, area.layer, true);
    group(area.layer, "area").fills.add(fillRings([area.points]), area.layer);
    const [x, y] = middleOf(area.points);
    labels.push({ x, y, layer: area.layer, kind: "area", text: area.name, count: area.count });
  }
  return { groups: [...groups.values()], labels };
}

/**
 * The edges of convex parts that are not shared by two of them: the outline of the whole.
 * @returns {number[][]} [ax, ay, bx, by]
 */
export function outerEdges(parts) {
  const edges = new Map();
  for (const points of parts) {
    points.forEach(([ax, ay], i) => {
      const [bx, by] = points[(i + 1) % points.length];
      const reverse = `${bx},${by},${ax},${ay}`;
      if (edges.has(reverse)) edges.delete(reverse);
      else edges.set(`${ax},${ay},${bx},${by}`, [ax, ay, bx, by]);
    });
  }
  return [...edges.values()];
}

function addParts({ parts, layer = 0 }, target) {
  for (const [ax, ay, bx, by] of outerEdges(parts)) target.lines.add(ax, ay, bx, by, layer);
  for (const points of parts) target.fills.add(fillRings([points]), layer);
}

function addGoal(goal, group, labels, starSize) {
  if (goal.points.length === 0 || goal.shape === "direction") return;
  const style = goal.open === false ? "goal-closed" : "goal";
  const { layer = 0 } = goal;
  const target = group(layer, style);
  const { points, isClosed } = goalOutline(goal);
  if (goal.parts?.length > 0) {
    addParts(goal, target);
  } else if (points.length === 1) {
    const [[x, y]] = points;
    target.fills.add(fillRings([starPoints(x, y, starSize)]), layer);
    target.lines.path(starPoints(x, y, starSize), layer, true);
    if (goal.radius > 0) target.lines.circle(x, y, goal.radius, layer);
  } else {
    target.lines.path(points, layer, isClosed);
    if (isClosed) target.fills.add(fillRings([points]), layer);
  }
  const [x, y] = middleOf(points);
  labels.push({ x, y, layer, kind: "goal", text: goal.name || "goal",
    count: goal.arrived ?? 0, closed: goal.open === false, isPoint: points.length === 1 });
}

function addObstacle(obstacle, group, labels) {
  const isDoor = obstacle.kind === "door";
  const style = isDoor ? (obstacle.closed ? "door" : "door-open") : "obstacle";
  const { layer = 0, walls = [] } = obstacle;
  const { lines } = group(layer, style);
  for (const [ax, ay, bx, by] of walls) lines.add(ax, ay, bx, by, layer);
  if (!isDoor || walls.length === 0) return;
  const [x, y] = middleOf(walls.flatMap(([ax, ay, bx, by]) => [[ax, ay], [bx, by]]));
  labels.push({ x, y, layer, kind: "door", text: obstacle.name, closed: obstacle.closed });
}

function addQueue(queue, group, labels) {
  const places = queue.places ?? [];
  for (const [x, y, layer = 0] of places) group(layer, "queue").lines.circle(x, y, 0.25, layer, 16);
  if (places.length === 0) return;
  const [x, y, layer = 0] = places[0];
  labels.push({ x, y, layer, kind: "queue", text: queue.name, count: queue.count });
}

/** The head of an arrow at (x, y), as lines. */
export function addArrowHead(lines, ax, ay, x, y, layer, size = ARROW) {
  const length = Math.hypot(x - ax, y - ay);
  if (length < 1e-6) return;
  const [ux, uy] = [(x - ax) / length, (y - ay) / length];
  for (const side of [-1, 1]) {
    lines.add(x, y, x - size * (ux + 0.6 * side * uy), y - size * (uy - 0.6 * side * ux), layer);
  }
}

export class Things {
  constructor(shapes, origin) {
    this.shapes = shapes;
    this.origin = origin;
    this.batches = new Map();
    this.labels = [];
    this.state = null;
    this.starSize = 0;
  }

  /** Takes a state. `starSize` is the size of points that are goals, m. */
  update(state, starSize) {
    const isSameSize = Math.abs(starSize - this.starSize) < 0.1 * this.starSize;
    if (state === this.state && isSameSize) return;
    this.state = state;
    this.starSize = starSize;
    const { groups, labels } = collectThings(state, this.origin, starSize);
    this.labels = labels;
    const used = new Set();
    for (const { layer, style, lines, fills } of groups) {
      const name = `${layer} ${style}`;
      used.add(name);
      const batch = this.batches.get(name) ?? { layer, style };
      batch.lines = this.shapes.uploadLines(lines, batch.lines ?? null);
      batch.fills = this.shapes.uploadFills(fills, batch.fills ?? null);
      this.batches.set(name, batch);
    }
    for (const [name, batch] of this.batches) {
      if (used.has(name)) continue;
      batch.lines.count = 0;
      batch.fills.count = 0;
    }
  }

  styles(theme, scale) {
    const thick = Math.min(6, Math.max(2.5, 0.12 * scale));
    return {
      area: { line: { colour: theme.link, width: 1.2, dash: 9, alpha: 0.8 }, fill: 0.06 },
      goal: { line: { colour: theme.goal, width: thick * 0.7 }, fill: 0.22 },
      "goal-closed": { line: { colour: theme.neutral, width: thick * 0.7, dash: 10 }, fill: 0.12 },
      queue: { line: { colour: theme.belt, width: 1.2, alpha: 0.8 }, fill: 0 },
      obstacle: { line: { colour: theme.obstacle, width: thick * 0.8 }, fill: 0 },
      door: { line: { colour: theme.door, width: thick }, fill: 0 },
      "door-open": { line: { colour: theme.doorOpen, width: thick * 0.6, dash: 9 }, fill: 0 },
    };
  }

  /** Draws the things of one layer that have one of the styles. */
  draw(screen, layer, theme, wanted) {
    const styles = this.styles(theme, screen.scale);
    for (const name of wanted) {
      const batch = this.batches.get(`${layer} ${name}`);
      if (!batch) continue;
      const { line, fill } = styles[name];
      if (fill > 0) {
        this.shapes.drawFills(batch.fills, screen, { colour: line.colour, alpha: fill });
      }
      this.shapes.drawLines(batch.lines, screen, line);
    }
  }
}
