/**
 * Draws velocity space as SVG: axes, rings of equal speed, constraints, forces and velocities.
 * Every shape carries the object that it refers to (`data-subject`), so that views can be linked.
 */

import { niceStep } from "./geometry.js";
import { placeLabels } from "./labels.js";
import { svg } from "../common/dom.js";
import { fixed, short } from "../common/format.js";

/** The panel in units of its view box. */
export const SIDE = 400;
const HALF = SIDE / 2;

/**
 * Functions that convert between velocities and positions in the panel.
 * @param {number} reach m/s at the edge
 */
export function scaleOf(reach) {
  const perUnit = HALF / reach;
  return {
    perUnit,
    at: (v) => [HALF + v[0] * perUnit, HALF - v[1] * perUnit],
    velocity: (x, y) => [(x - HALF) / perUnit, (HALF - y) / perUnit],
  };
}

const number = (value) => String(Math.round(value * 100) / 100);

/** The data of a path through points of velocity space. */
function pathData(scale, points, closed) {
  const parts = points.map((point, i) => {
    const [x, y] = scale.at(point);
    return `${i === 0 ? "M" : "L"}${number(x)} ${number(y)}`;
  });
  return parts.join("") + (closed ? "Z" : "");
}

function drawRings(scene, scale) {
  const step = niceStep(scene.reach, 3.2);
  const rings = [];
  for (let speed = step; speed < scene.reach * 0.98; speed += step) {
    const radius = speed * scale.perUnit;
    rings.push(svg("circle", { class: "ring", cx: HALF, cy: HALF, r: number(radius) }));
    rings.push(
      svg("text", { class: "tick", x: HALF + 3, y: number(HALF - radius - 2) }, short(speed, 2)),
    );
  }
  return svg(
    "g", { class: "axes", "aria-hidden": "true" },
    svg("path", { class: "axis", d: `M0 ${HALF}H${SIDE}M${HALF} 0V${SIDE}` }), rings,
    svg("text", { class: "tick", x: SIDE - 4, y: HALF - 5, "text-anchor": "end" }, "m/s"),
  );
}

function drawTooFast(scene, scale) {
  if (scene.maxSpeed === null || scene.maxSpeed >= scene.reach) {
    return null;
  }
  const r = number(scene.maxSpeed * scale.perUnit);
  const disc = `M${HALF - r} ${HALF}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  return [
    svg("path", {
      class: "too-fast", "fill-rule": "evenodd", d: `M0 0H${SIDE}V${SIDE}H0Z${disc}`,
    }),
    svg("circle", { class: "max-speed", cx: HALF, cy: HALF, r }),
  ];
}

/** The areas of one type. Together they have one opacity, so that overlaps do not get darker. */
function drawAreas(scene, scale, type) {
  const shapes = scene.shapes.filter((shape) => shape.type === type && shape.area.length > 2);
  return svg(
    "g", { class: `areas ${type}` },
    shapes.map((shape) =>
      svg("path", {
        d: pathData(scale, shape.area, true), "data-subject": shape.id, class: "area",
      }),
    ),
  );
}

function drawOutline(shape, scale) {
  const points = shape.type === "half_plane" ? shape.line : shape.points;
  if (!points) {
    return null;
  }
  const d = pathData(scale, points, shape.closed);
  const state = shape.broken ? " broken" : shape.binding ? " binding" : shape.thin ? " thin" : "";
  return svg(
    "g", { class: `mark ${shape.type}${state}`, "data-subject": shape.id,
      "data-index": shape.index },
    svg("path", { class: "outline", d }), svg("path", { class: "reach", d }),
    svg("title", {}, shape.text),
  );
}

function arrowHead(from, to, size) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 1) {
    return "";
  }
  const head = Math.min(size, 0.6 * length);
  const x = ((to[0] - from[0]) / length) * head, y = ((to[1] - from[1]) / length) * head;
  const corner = (side) =>
    `${number(to[0] - x - side * 0.45 * y)} ${number(to[1] - y + side * 0.45 * x)}`;
  return `M${corner(1)}L${number(to[0])} ${number(to[1])}L${corner(-1)}Z`;
}

function drawArrow(shape, scale) {
  const from = scale.at(shape.from || [0, 0]), to = scale.at(shape.to);
  const line = `M${number(from[0])} ${number(from[1])}L${number(to[0])} ${number(to[1])}`;
  const title = [shape.text, shape.value].filter(Boolean).join(": ");
  return svg(
    "g", { class: `mark ${shape.type}`, "data-subject": shape.id, "data-index": shape.index },
    svg("path", { class: "outline", d: line }), svg("path", { class: "reach", d: line }),
    svg("path", { class: "head", d: arrowHead(from, to, 10) }), svg("title", {}, title),
  );
}

function drawVelocity(type, velocity, scale, text) {
  const [x, y] = scale.at(velocity);
  const hollow = type !== "velocity";
  return svg(
    "g", { class: `mark ${type}`, "data-velocity": velocity.join(" ") },
    svg("path", { class: "outline", d: `M${HALF} ${HALF}L${number(x)} ${number(y)}` }),
    svg("circle", { class: "dot", cx: number(x), cy: number(y), r: hollow ? 4.5 : 5.5 }),
    svg("title", {}, text),
  );
}

function drawVelocities(scene, scale) {
  const parts = [drawVelocity("now", scene.now, scale, "velocity now")];
  for (const type of ["preferred", "velocity"]) {
    for (const shape of scene.shapes.filter((s) => s.type === type)) {
      const text = shape.text || (type === "velocity" ? "chosen velocity" : "preferred velocity");
      parts.push(drawVelocity(type, shape.to, scale, text));
    }
  }
  return parts;
}

function drawLabels(scene, scale) {
  return placeLabels(scene, scale, SIDE).map((label) =>
    svg(
      "text",
      {
        class: `label ${label.type}`, x: number(label.x), y: number(label.y),
        "text-anchor": "middle", "data-subject": label.id,
      },
      label.text,
    ),
  );
}

/** The sentence that describes the panel to a screen reader. */
function describe(scene) {
  const speed = scene.chosen ? fixed(Math.hypot(...scene.chosen)) : "-";
  return `Velocity space up to ${fixed(scene.reach)} m/s; the chosen speed is ${speed} m/s.`;
}

/**
 * Draws a scene.
 * @param {ReturnType<typeof import("./scene.js").sceneOf>} scene
 * @returns {SVGElement}
 */
export function drawVelocitySpace(scene) {
  const scale = scaleOf(scene.reach);
  const outlines = ["allowed", "forbidden", "half_plane", "preferred_line"].map((type) =>
    scene.shapes.filter((s) => s.type === type).map((shape) => drawOutline(shape, scale)),
  );
  const feasible = scene.feasible && scene.feasible.length > 2
    ? svg("path", { class: "feasible", d: pathData(scale, scene.feasible, true) }) : null;
  return svg(
    "svg",
    {
      class: "velocity-space", viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img",
      "aria-label": describe(scene),
    },
    svg("rect", { class: "ground", width: SIDE, height: SIDE }),
    drawAreas(scene, scale, "allowed"), drawAreas(scene, scale, "forbidden"),
    drawAreas(scene, scale, "half_plane"), feasible, drawTooFast(scene, scale),
    drawRings(scene, scale),
    scene.preferredSpeed !== null &&
      svg("circle", {
        class: "preferred-speed", cx: HALF, cy: HALF,
        r: number(scene.preferredSpeed * scale.perUnit),
      }),
    outlines,
    scene.shapes.filter((s) => s.type === "force").map((shape) => drawArrow(shape, scale)),
    drawVelocities(scene, scale), drawLabels(scene, scale),
    svg("rect", { class: "frame", x: 0.5, y: 0.5, width: SIDE - 1, height: SIDE - 1 }),
  );
}
