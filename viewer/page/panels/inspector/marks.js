/**
 * What the marks of an explanation mean: sets with their boundaries, the objects that marks refer
 * to, and how strongly each of these objects limits the chosen velocity. Pure functions.
 */

import { SHORTEST, arcPoints, depthInConvex } from "./geometry.js";
import { fixed, lengthOf, plain } from "../common/format.js";

/** m/s: a constraint with less slack than this limits the chosen velocity, as in the sentence. */
export const BINDING = 0.01;
/** m/s: rounding. */
const INSIDE = 1e-4;
/** m/s, m: numbers beyond this come from a faulty model, and are not drawn. */
const LARGEST = 1e9;

/** @typedef {{kind: string, key?: string, slot?: number, index?: number, part?: number}} Subject */

/**
 * True if all numbers of a mark are finite and not huge.
 * @param {any} mark
 */
export function isSound(mark) {
  return [mark.a, mark.b, mark.c].every(
    (v) => !v || (Array.isArray(v) && v.every((n) => Math.abs(n) < LARGEST)),
  );
}

/**
 * A text that identifies the object of a mark, for links between views: "agent:7", "wall:3". Marks
 * without an object are known by their label.
 * @param {any} mark
 * @returns {string}
 */
export function subjectId(mark) {
  const subject = mark.subject || { kind: "none" };
  switch (subject.kind) {
  case "agent":
    return `agent:${subject.key}`;
  case "obstacle":
    return `obstacle:${subject.index}:${subject.part || 0}`;
  case "none":
    return `none:${mark.label || mark.kind}`;
  default:
    return `${subject.kind}:${subject.index || 0}`;
  }
}

/**
 * The object of a mark in words.
 * @param {Subject} subject
 * @param {(kind: string, index: number) => string|null} [nameOf] names of goals and obstacles
 */
export function subjectText(subject, nameOf = () => null) {
  const index = subject.index || 0;
  switch (subject.kind) {
  case "agent":
    return `agent ${subject.key}`;
  case "none":
    return "";
  case "goal":
  case "obstacle":
    return nameOf(subject.kind, index) || `${subject.kind} ${index}`;
  case "portal":
    return `portal ${index} of the route`;
  case "point":
    return `point ${index} of the route`;
  default:
    return `${subject.kind} ${index}`;
  }
}

/**
 * The label of a mark: its own label, followed by the object that it refers to.
 * @param {any} mark
 */
export function markText(mark, nameOf) {
  const object = subjectText(mark.subject || { kind: "none" }, nameOf);
  const label = mark.label || "";
  if (mark.subject && mark.subject.kind === "agent" && label === "neighbour") {
    return object;
  }
  if (!label || !object || object.startsWith(label)) return object || label;
  return `${label}: ${object}`;
}

const isBoundary = (mark) =>
  mark.kind === "boundary_segment" || mark.kind === "boundary_arc";

/**
 * The outline of a set from its boundary marks, counter-clockwise.
 * @param {any[]} pieces
 */
export function outlineOf(pieces) {
  const points = [];
  for (const piece of pieces) {
    const part = piece.kind === "boundary_arc" ? arcPoints(piece.c, piece.a, piece.b)
                                                   : [piece.a, piece.b];
    for (const point of part) {
      const last = points[points.length - 1];
      if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) > SHORTEST) {
        points.push(point);
      }
    }
  }
  return points;
}

/**
 * A mark with its place in the list, and the outline if it is a set.
 * @typedef {{mark: any, index: number, id: string, outline?: number[][]}} Item
 */

/**
 * Turns the list of marks into items: boundary marks become the outline of their set; unsound marks
 * are left out.
 * @param {any[]} marks
 * @returns {Item[]}
 */
export function itemsOf(marks) {
  const items = [];
  for (let i = 0; i < marks.length; i++) {
    const mark = marks[i];
    if (isBoundary(mark)) {
      continue;
    }
    const item = { mark, index: i, id: subjectId(mark) };
    if (mark.kind === "forbidden" || mark.kind === "allowed") {
      let end = i + 1;
      while (end < marks.length && isBoundary(marks[end])) {
        end++;
      }
      const pieces = marks.slice(i + 1, end);
      if (pieces.length === 0 || !pieces.every(isSound)) {
        continue;
      }
      item.outline = outlineOf(pieces);
    }
    if (isSound(mark)) {
      items.push(item);
    }
  }
  return items;
}

function slackInCone(mark, chosen) {
  const [x, y] = [chosen[0] - mark.a[0], chosen[1] - mark.a[1]];
  const inward = (side, turn) => turn * (side[0] * y - side[1] * x);
  const turn = Math.sign(mark.b[0] * mark.c[1] - mark.b[1] * mark.c[0]) || 1;
  return -Math.min(inward(mark.b, turn), inward(mark.c, -turn));
}

/**
 * How far the chosen velocity is from breaking a constraint, in m/s: negative if it breaks it, null
 * if the mark is not a constraint.
 * @param {Item} item
 * @param {number[]|null} chosen
 * @returns {number|null}
 */
export function slackOf(item, chosen) {
  const mark = item.mark;
  if (!chosen || mark.space !== "velocity") {
    return null;
  }
  switch (mark.kind) {
  case "half_plane": {
    const length = lengthOf(mark.b);
    const depth =
      (chosen[0] - mark.a[0]) * mark.b[0] + (chosen[1] - mark.a[1]) * mark.b[1];
    return length > 0 ? depth / length : null;
  }
  case "cone":
    return slackInCone(mark, chosen);
  case "forbidden":
    return -depthInConvex(item.outline, chosen);
  case "allowed":
    return depthInConvex(item.outline, chosen);
  default:
    return null;
  }
}

/**
 * True for marks that are one of several options with a number in `c`: steps, cells, candidates.
 * @param {any} mark
 */
export function isCandidate(mark) {
  return (
    mark.kind === "region" && mark.space === "world" && mark.a[0] === mark.b[0] &&
    mark.a[1] === mark.b[1] && mark.c && (mark.c[0] !== 0 || mark.c[1] !== 0)
  );
}

/**
 * How strongly an object affects the choice.
 * @typedef {{id: string, subject: Subject, label: string, entry: string, stage: string,
 *     slack: number|null, force: number|null, other: string[], binding: boolean,
 *     broken: boolean}} Effect
 */

function addToEffect(effect, item, chosen, preferred) {
  const slack = slackOf(item, chosen);
  const wanted = slackOf(item, preferred);
  effect.forbids ||= wanted !== null && wanted < -INSIDE;
  if (slack !== null) {
    effect.slack = effect.slack === null ? slack : Math.min(effect.slack, slack);
  } else if (item.mark.kind === "force") {
    effect.force = (effect.force || 0) + lengthOf(item.mark.b);
  } else {
    effect.other.push(plain(item.mark.kind));
  }
}

function strengthOf(effect) {
  if (effect.slack === null) {
    return effect.force !== null ? effect.force : -1;
  }
  const isFirst = effect.binding || effect.broken;
  return (isFirst ? 3e6 : effect.forbids ? 2e6 : 1e6) - effect.slack;
}

/** Of the portals of a route that only say where it leads, the first one is enough. */
function withoutLaterPortals(effects) {
  const isPlain = ({ subject, slack, force }) =>
    subject.kind === "portal" && slack === null && force === null;
  const first = Math.min(...effects.filter(isPlain).map(({ subject }) => subject.index));
  return effects.filter((effect) => !isPlain(effect) || effect.subject.index === first);
}

/**
 * The objects that the marks refer to, strongest effect first. Constraints come before forces,
 * those with the least slack first. Candidates, and marks that only show the path, are left out.
 * @param {Item[]} items
 * @param {number[]|null} chosen
 * @param {number[]|null} [preferred]
 * @returns {Effect[]}
 */
export function effectsOf(items, chosen, preferred = null) {
  const effects = new Map();
  for (const item of items) {
    const mark = item.mark;
    const slack = slackOf(item, chosen);
    const isObject = mark.subject && mark.subject.kind !== "none";
    if (isCandidate(mark) || (!isObject && slack === null && mark.kind !== "force")) {
      continue;
    }
    if (!effects.has(item.id)) {
      effects.set(item.id, {
        id: item.id, subject: mark.subject || { kind: "none" }, label: mark.label || "",
        entry: mark.entry, stage: mark.stage, slack: null, force: null, other: [],
        binding: false, broken: false, forbids: false,
      });
    }
    addToEffect(effects.get(item.id), item, chosen, preferred);
  }
  const list = withoutLaterPortals([...effects.values()]);
  for (const effect of list) {
    effect.binding = effect.slack !== null && Math.abs(effect.slack) < BINDING;
    effect.broken = effect.slack !== null && effect.slack <= -BINDING;
  }
  return list.sort((a, b) => strengthOf(b) - strengthOf(a) || (a.id < b.id ? -1 : 1));
}

/**
 * What an effect does to the choice, in a few words.
 * @param {Effect} effect
 */
export function effectText(effect) {
  if (effect.broken) {
    return `not kept, by ${fixed(-effect.slack)} m/s`;
  }
  if (effect.binding) {
    return "limits the choice";
  }
  if (effect.forbids) {
    return "forbids what it prefers";
  }
  if (effect.slack !== null) {
    return `${fixed(effect.slack)} m/s to spare`;
  }
  if (effect.force !== null) {
    return `pushes with ${fixed(effect.force)}`;
  }
  if (["goal", "portal", "point"].includes(effect.subject.kind)) return "it heads there";
  return [...new Set(effect.other)].join(", ");
}

/**
 * The velocity that a kind of mark reports, or null: the last one counts, like in the engine.
 * @param {Item[]} items
 * @param {"velocity"|"preferred"} kind
 */
export function reportedVelocity(items, kind) {
  const found = items.filter((item) => item.mark.kind === kind);
  return found.length > 0 ? found[found.length - 1].mark.b : null;
}
