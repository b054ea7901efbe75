/** Parts of the inspector that are made again for each explanation. */
import { el, fill, svg } from "../common/dom.js";
import { fixed, plain } from "../common/format.js";
import { candidatesOf, choicesText, drawChoices, movesOf } from "./choices.js";
import { gapTo } from "./facts.js";
import { effectText, subjectText } from "./marks.js";
import { readoutText } from "./readout.js";
import { legendOf, remarkOf } from "./scene.js";
import { SIDE, drawVelocitySpace, scaleOf } from "./velocity.js";

const MOST_ROWS = 40;
const MOST_NEAR = 200;
const NEAR = 4; // m
const CURVE = { width: 300, height: 48 };

/** The agents around one, for the drawing of options. */
function nearAgents(frame, { position, layer, slot }) {
  const near = [];
  for (let i = 0; i < frame.count && near.length < MOST_NEAR; i++) {
    const [x, y] = [frame.x[i], frame.y[i]];
    const isClose = Math.abs(x - position[0]) < NEAR && Math.abs(y - position[1]) < NEAR;
    if (isClose && frame.layer[i] === layer && frame.slots[i] !== slot) {
      near.push({ x, y, radius: frame.radius[i] });
    }
  }
  return near;
}

function velocitySpace(scene) {
  const drawing = drawVelocitySpace(scene);
  const readout = el("output.readout", {}, readoutText(scene, scene.chosen));
  drawing.addEventListener("pointermove", (event) => {
    const box = drawing.getBoundingClientRect();
    const to = (at, from, size) => ((at - from) / size) * SIDE;
    const v = scaleOf(scene.reach).velocity(to(event.clientX, box.left, box.width),
      to(event.clientY, box.top, box.height));
    readout.textContent = readoutText(scene, v, true);
  });
  drawing.addEventListener("pointerleave", () => {
    readout.textContent = readoutText(scene, scene.chosen);
  });
  const remark = remarkOf(scene);
  return [el("h3", {}, "Velocity space"), drawing, readout, remark && el("p.hint", {}, remark)];
}

/** Fills an element with velocity space and, if a model has them, options; the main one first. */
export function fillDrawing(element, scene, explanation, frame) {
  const options = candidatesOf(scene.items);
  const space = velocitySpace(scene);
  const choices = options.length > 0 && [el("h3", {}, "Options"),
    drawChoices(options, explanation, nearAgents(frame, explanation), movesOf(scene.items)),
    el("p.hint", {}, choicesText(options))];
  const isMain = options.some(({ stage }) => stage === "steering");
  fill(element, isMain ? [choices, space] : [space, choices]);
}

/** Fills an element with the legend of what is drawn. */
export function fillLegend(element, scene) {
  fill(element, el("ul.legend", {}, legendOf(scene).map(({ type, sample, text }) =>
    el("li", {}, el(`span.sample.${sample}.${type}`, { "aria-hidden": "true" }), text))));
}

function effectRow(effect, explanation, frame, nameOf) {
  const { subject } = effect;
  const name = subjectText(subject, nameOf) || effect.label;
  const isAgent = subject.kind === "agent";
  const gap = isAgent ? gapTo(frame, subject.slot, explanation) : null;
  const states = ["broken", "binding", "forbids"].filter((state) => effect[state]);
  const title = isAgent ? "inspect this agent" : effect.label;
  return el("tr", { "data-subject": effect.id, class: states[0] ?? null },
    el("td", {}, el("button.link", { type: "button", title }, name)),
    el("td.number", {}, gap === null ? "" : `${fixed(gap)} m`), el("td", {}, effectText(effect)));
}

/** Fills an element with the list of what acts on an agent. */
export function fillEffects(element, effects, explanation, frame, nameOf) {
  const rows = effects.slice(0, MOST_ROWS).map((effect) =>
    effectRow(effect, explanation, frame, nameOf));
  const more = effects.length - rows.length;
  const head = ["what", "gap", "effect"].map((name) => el("th", { scope: "col" }, name));
  fill(element, el("h3", {}, "What acts on it"),
    rows.length > 0 ? el("table.effects", {}, el("thead", {}, el("tr", {}, head)),
      el("tbody", {}, rows)) : el("p.hint", {}, "Nothing that its models report."),
    more > 0 && el("p.hint", {}, `and ${more} more`));
}

/** Fills an element with the recent past of an agent. */
export function fillPast(element, history, maxSpeed) {
  const most = Math.max(0.1, maxSpeed ?? 0, ...history.samples.map((sample) => sample.speed));
  const changes = history.changes().slice(0, 6);
  fill(element, el("h3", {}, "Last 30 s"),
    svg("svg", { class: "curve", viewBox: `0 0 ${CURVE.width} ${CURVE.height}`, role: "img",
      "aria-label": "speed during the last 30 s" },
    svg("polyline", { points: history.curve(CURVE.width, CURVE.height, most) })),
    el("p.hint", {}, `speed, up to ${fixed(most)} m/s`),
    changes.length > 0 && el("ul.changes", {}, changes.map(({ time, from, to }) =>
      el("li", {}, `${fixed(time, 1)} s: ${plain(from)} → ${plain(to)}`))));
}
