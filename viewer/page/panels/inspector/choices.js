/**
 * Draws the options of models that compare positions instead of velocities: steps, cells and
 * candidates on the route. A map of the ground around the agent, with the number of each option.
 */

import { isCandidate } from "./marks.js";
import { niceStep } from "./geometry.js";
import { svg } from "../common/dom.js";
import { fixed, short } from "../common/format.js";

const SIDE = 400;
const HALF = SIDE / 2;
const MOST_NUMBERS = 24;

/**
 * The options among items. An option whose label begins with "chosen" is the choice of its entry.
 * @param {import("./marks.js").Item[]} items
 */
export function candidatesOf(items) {
  return items.filter((item) => isCandidate(item.mark)).map(({ mark, index }) => ({
    index, label: mark.label || "", at: mark.a, value: mark.c[0], second: mark.c[1],
    blocked: /blocked|occupied/.test(mark.label || ""),
    chosen: /^chosen/.test(mark.label || ""), entry: mark.entry, stage: mark.stage,
  }));
}

/**
 * The movement that the model of the options makes now: its path marks in world coordinates.
 * @param {import("./marks.js").Item[]} items
 */
export function movesOf(items) {
  return items
    .filter(({ mark }) => mark.kind === "path" && mark.space === "world"
      && mark.stage === "steering")
    .map(({ mark }) => ({ from: mark.a, to: mark.b, label: mark.label || "" }));
}

/**
 * Half of the ground that is shown, in m, so that all options are visible.
 * @param {{at: number[]}[]} options
 * @param {number[]} centre
 * @param {number} radius
 */
export function extentOf(options, centre, radius) {
  const most = options.reduce(
    (m, o) => Math.max(m, Math.abs(o.at[0] - centre[0]), Math.abs(o.at[1] - centre[1])),
    2 * radius,
  );
  return Math.min(most, 1000) * 1.25;
}

function drawOption(option, at, share, showNumber) {
  const [x, y] = at(option.at);
  const text = `${option.label}: ${short(option.value)}, ${short(option.second)}`;
  const cross = `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`;
  return svg(
    "g",
    {
      class: `option${option.blocked ? " blocked" : ""}${option.chosen ? " chosen" : ""}`,
      "data-index": option.index, "data-value": option.value,
    },
    option.blocked ? svg("path", { class: "cross", d: cross })
      : svg("circle", { class: "dot", cx: x, cy: y, r: 7, "fill-opacity": 0.2 + 0.8 * share }),
    option.chosen && svg("circle", { class: "pick", cx: x, cy: y, r: 11 }),
    showNumber && svg("text", { class: "tick", x, y: y - 12, "text-anchor": "middle" },
      short(option.value, 3)),
    svg("title", {}, text),
  );
}

function drawNeighbours(agents, at, perUnit) {
  return agents.map((agent) => {
    const [x, y] = at([agent.x, agent.y]);
    return svg("circle", {
      class: "near-agent", cx: x, cy: y, r: Math.max(2, agent.radius * perUnit),
      "data-subject": agent.key ? `agent:${agent.key}` : null,
    });
  });
}

function drawMove(move, at) {
  const [x0, y0] = at(move.from), [x1, y1] = at(move.to);
  return svg("g", { class: "move" }, svg("path", { d: `M${x0} ${y0}L${x1} ${y1}` }),
    svg("circle", { cx: x1, cy: y1, r: 4 }), svg("title", {}, move.label));
}

/**
 * Draws the options.
 * @param {ReturnType<typeof candidatesOf>} options
 * @param {{position: number[], radius: number}} self
 * @param {{x: number, y: number, radius: number, key?: string}[]} agents on the same layer
 * @param {ReturnType<typeof movesOf>} moves
 */
export function drawChoices(options, self, agents, moves) {
  const extent = extentOf(options, self.position, self.radius);
  const perUnit = HALF / extent;
  const at = (p) => [
    Math.round((HALF + (p[0] - self.position[0]) * perUnit) * 100) / 100,
    Math.round((HALF - (p[1] - self.position[1]) * perUnit) * 100) / 100,
  ];
  const values = options.filter((o) => !o.blocked).map((o) => o.value);
  const low = Math.min(...values), high = Math.max(...values);
  const share = (value) => (high > low ? (value - low) / (high - low) : 1);
  const bar = niceStep(2 * extent, 5);
  return svg(
    "svg",
    {
      class: "choices", viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img",
      "aria-label": `${options.length} options around the agent, values from ${fixed(low)} `
        + `to ${fixed(high)}`,
    },
    svg("rect", { class: "ground", width: SIDE, height: SIDE }),
    drawNeighbours(agents, at, perUnit),
    svg("circle", { class: "self", cx: HALF, cy: HALF, r: Math.max(2, self.radius * perUnit) }),
    moves.map((move) => drawMove(move, at)),
    options.map((o) => drawOption(o, at, share(o.value), options.length <= MOST_NUMBERS)),
    svg("path", { class: "bar", d: `M12 ${SIDE - 12}h${bar * perUnit}` }),
    svg("text", { class: "tick", x: 12, y: SIDE - 18 }, `${short(bar)} m`),
    svg("rect", { class: "frame", x: 0.5, y: 0.5, width: SIDE - 1, height: SIDE - 1 }),
  );
}

/**
 * Explains the drawing in one sentence.
 * @param {ReturnType<typeof candidatesOf>} options
 */
export function choicesText(options) {
  const values = options.filter((o) => !o.blocked).map((o) => o.value);
  const blocked = options.length - values.length;
  const chosen = options.find((o) => o.chosen);
  const parts = [`${options.length} options of "${options[0].entry}"`];
  if (values.length > 0) {
    const [low, high] = [Math.min(...values), Math.max(...values)].map((n) => short(n, 3));
    parts.push(`values ${low} to ${high} (full colour)`);
  }
  if (blocked > 0) {
    parts.push(`${blocked} blocked`);
  }
  const choice = chosen ? `; the ring marks the choice (${short(chosen.value, 3)})` : "";
  return `${parts.join(", ")}${choice}.`;
}
