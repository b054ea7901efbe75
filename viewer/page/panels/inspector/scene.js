/**
 * What is drawn in velocity space: a list of shapes in m/s, made from an explanation. The drawing
 * in velocity.js only has to turn them into SVG.
 */

import { clipByHalfPlane, clipLine, arcPoints, feasibleRegion, square } from "./geometry.js";
import { BINDING, itemsOf, markText, reportedVelocity, slackOf } from "./marks.js";
import { lengthOf } from "../common/format.js";

/** m/s: the panel shows at least this. */
const LEAST_REACH = 0.5;
const MOST_REACH = 1e4;
/** The panel extends beyond the largest velocity by this factor. */
const MARGIN = 1.18;
/** s: forces are drawn as the change of velocity in one of these times, the longest that fits. */
const FORCE_TIMES = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];

const LINE_KINDS = new Set(["preferred_segment", "preferred_arc", "region", "path"]);
const VELOCITY_KINDS = new Set(["velocity", "preferred"]);

/** @typedef {{type: string, id: string, text: string, index: number, binding?: boolean,
 *     broken?: boolean, at?: number[], normal?: number[], line?: number[][], area?: number[][],
 *     points?: number[][], from?: number[], to?: number[], value?: string}} Shape */

/**
 * The speed at the edge of the panel.
 * @param {any} explanation
 * @param {import("./marks.js").Item[]} items
 */
export function reachOf(explanation, items) {
  let most = Math.max(
    LEAST_REACH, explanation.max_speed || 0, lengthOf(explanation.velocity || [0, 0]),
    explanation.preferred_speed || 0,
  );
  for (const { mark } of items) {
    if (mark.space === "velocity" && (LINE_KINDS.has(mark.kind) || VELOCITY_KINDS.has(mark.kind))) {
      most = Math.max(most, lengthOf(mark.b), LINE_KINDS.has(mark.kind) ? lengthOf(mark.a) : 0);
    }
  }
  return Math.min(most, MOST_REACH) * MARGIN;
}

function halfPlaneShape(item, reach) {
  const { a, b } = item.mark;
  const length = lengthOf(b);
  if (!(length > 0)) {
    return null;
  }
  const normal = [b[0] / length, b[1] / length];
  return {
    type: "half_plane", at: a, normal, line: clipLine(a, [-normal[1], normal[0]], reach),
    area: clipByHalfPlane(square(reach), a, [-normal[0], -normal[1]]),
  };
}

function coneShape(item, reach) {
  const { a, b, c } = item.mark;
  const far = 4 * (reach + lengthOf(a));
  const along = (d, t) => [a[0] + d[0] * t, a[1] + d[1] * t];
  const outline = [along(b, far), a, along(c, far)];
  return {
    type: "forbidden", points: outline,
    area: [...outline, along([b[0] + c[0], b[1] + c[1]], 4 * far)],
  };
}

function lineShape(item) {
  const { kind, a, b } = item.mark;
  return {
    type: "preferred_line",
    points: kind === "preferred_arc" ? arcPoints([0, 0], a, b) : [a, b],
    thin: !item.mark.label,
  };
}

function shapeOf(item, reach) {
  switch (item.mark.kind) {
  case "half_plane":
    return halfPlaneShape(item, reach);
  case "cone":
    return coneShape(item, reach);
  case "forbidden":
  case "allowed":
    return { type: item.mark.kind, area: item.outline, points: item.outline, closed: true };
  case "velocity":
  case "preferred":
    return { type: item.mark.kind, to: item.mark.b };
  case "preferred_segment":
  case "preferred_arc":
  case "region":
  case "path":
    return lineShape(item);
  default:
    return null;
  }
}

/**
 * The time (s) for which forces act in the drawing: the longest one for which their arrows fit.
 * @param {number[][]} forces
 * @param {number[]} from where the arrows start
 * @param {number} reach
 */
export function forceTime(forces, from, reach) {
  const most = Math.max(0, ...forces.map(lengthOf));
  const room = Math.max(0.45 * reach, reach - lengthOf(from));
  return FORCE_TIMES.find((time) => most * time <= room) || FORCE_TIMES[FORCE_TIMES.length - 1];
}

function forceShapes(items, explanation, reach) {
  const forces = items.filter((item) => item.mark.kind === "force");
  const from = explanation.velocity || [0, 0];
  const time = forceTime(forces.map((item) => item.mark.b), from, reach);
  const shapes = forces.map((item) => ({
    type: "force", from,
    to: [from[0] + item.mark.b[0] * time, from[1] + item.mark.b[1] * time],
    value: lengthOf(item.mark.b).toFixed(2),
  }));
  return { forces, shapes, time };
}

/** Adds the velocities of the explanation for which its marks have none. */
function addReported(shapes, explanation) {
  const { preferred, chosen } = explanation;
  for (const [type, to] of [["preferred", preferred], ["velocity", chosen]]) {
    if (to?.every(Number.isFinite) && !shapes.some((shape) => shape.type === type)) {
      shapes.push({ type, to, id: `none:${type}`, index: -1, text: "", slack: null });
    }
  }
}

/** Those that limit the choice are drawn last, so that they are on top. */
const layerOf = (shape) => (shape.broken ? 2 : shape.binding ? 1 : 0);

/**
 * The scene of an explanation.
 * @param {any} explanation
 * @param {(kind: string, index: number) => string|null} [nameOf]
 */
export function sceneOf(explanation, nameOf) {
  const items = itemsOf(explanation.marks || []);
  const reach = reachOf(explanation, items);
  const chosen = reportedVelocity(items, "velocity") || explanation.chosen || null;
  const shapes = [];
  const add = (item, shape) => {
    const slack = slackOf(item, chosen);
    shapes.push({
      ...shape, id: item.id, index: item.index, text: markText(item.mark, nameOf),
      entry: item.mark.entry, slack,
      binding: slack !== null && Math.abs(slack) < BINDING,
      broken: slack !== null && slack <= -BINDING,
    });
  };
  for (const item of items) {
    const shape = item.mark.space === "velocity" ? shapeOf(item, reach) : null;
    if (shape) {
      add(item, shape);
    }
  }
  const { forces, shapes: arrows, time } = forceShapes(items, explanation, reach);
  forces.forEach((item, i) => add(item, arrows[i]));
  addReported(shapes, explanation);
  const planes = shapes.filter((shape) => shape.type === "half_plane");
  const maxSpeed = explanation.max_speed || null;
  return {
    items, reach, chosen, maxSpeed, preferredSpeed: explanation.preferred_speed || null,
    now: explanation.velocity || [0, 0],
    shapes: shapes.sort((a, b) => layerOf(a) - layerOf(b) || a.index - b.index),
    feasible: planes.length > 0 ? feasibleRegion(planes, maxSpeed || reach) : null,
    forceTime: arrows.length > 0 ? time : null,
  };
}

/** What each type of shape means, in the order of the legend: class, sample, text. */
const LEGEND = [
  ["velocity", "arrow", "chosen velocity"],
  ["preferred", "ring", "preferred velocity"],
  ["now", "ring", "velocity now"],
  ["preferred_line", "line", "equally preferred velocities"],
  ["half_plane", "area", "forbidden by a half-plane"],
  ["binding", "line", "constraint that limits the choice"],
  ["broken", "line", "constraint that is not kept"],
  ["forbidden", "area", "velocity obstacle: leads to a collision"],
  ["allowed", "area", "goal velocity obstacle: leads to the goal"],
  ["feasible", "area", "velocities that all half-planes allow"],
  ["force", "arrow", "push"],
  ["max_speed", "area", "faster than the maximum speed"],
  ["preferred_speed", "line", "preferred speed"],
];

/**
 * The legend of a scene: only what is drawn.
 * @param {ReturnType<typeof sceneOf>} scene
 * @returns {{type: string, sample: string, text: string}[]}
 */
export function legendOf(scene) {
  const types = new Set(["now", ...scene.shapes.map((shape) => shape.type)]);
  const has = {
    binding: scene.shapes.some((shape) => shape.binding),
    broken: scene.shapes.some((shape) => shape.broken),
    feasible: scene.feasible !== null && scene.feasible.length > 0,
    max_speed: scene.maxSpeed !== null && scene.maxSpeed < scene.reach,
    preferred_speed: scene.preferredSpeed !== null,
  };
  const push = `push: its arrow is its change of velocity in ${scene.forceTime} s`;
  return LEGEND.filter(([type]) => types.has(type) || has[type]).map(([type, sample, text]) => ({
    type, sample, text: type === "force" ? push : text,
  }));
}

/**
 * What is remarkable about a scene, in one sentence, or "".
 * @param {ReturnType<typeof sceneOf>} scene
 */
export function remarkOf(scene) {
  if (scene.feasible && scene.feasible.length === 0) {
    return "No velocity satisfies all half-planes.";
  }
  return scene.shapes.some((shape) => shape.type !== "velocity")
    ? ""
    : "This model gives no marks in velocity space.";
}
