/**
 * Draws the marks and the route of an agent in the world view. `worldOverlays` is pure: it turns an
 * explanation into overlays; `showOverlays` gives them to the view.
 */
import { isCandidate, itemsOf } from "./marks.js";
import { lengthOf } from "../common/format.js";

const PREFIX = "inspector-";
/** m: the longest arrow of a force; an arrow is 1 m long for 1 m/s². */
const LONGEST_ARROW = 4;
const MOST_LABELS = 8;
const NAMES = ["route", "portals", "corridor", "path", "regions", "discs", "options", "forces",
  "preferred", "chosen"];

function arrow(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const lines = [...from, ...to];
  if (length > 0.05) {
    const head = Math.min(0.18, 0.4 * length);
    const x = ((to[0] - from[0]) / length) * head;
    const y = ((to[1] - from[1]) / length) * head;
    for (const side of [0.5, -0.5]) {
      lines.push(...to, to[0] - x - side * y, to[1] - y + side * x);
    }
  }
  return lines;
}

const ahead = (from, v, time = 1) => [from[0] + v[0] * time, from[1] + v[1] * time];

function routeOverlays(route, layer) {
  const lines = [];
  const points = route?.points ?? [];
  for (let i = 1; i < points.length; i++) {
    if (points[i - 1][2] === layer || points[i][2] === layer) {
      lines.push(points[i - 1][0], points[i - 1][1], points[i][0], points[i][1]);
    }
  }
  return {
    route: { lines, colour: "overlay", width: 2 },
    portals: { lines: (route?.portals ?? []).flat(), colour: "link", width: 2 },
    corridor: { discs: (route?.discs ?? []).flat(), colour: "overlay", width: 1 },
  };
}

function forceLines(items, position) {
  return items.filter(({ mark }) => mark.kind === "force" && mark.space === "world")
    .flatMap(({ mark }) => {
      const length = lengthOf(mark.b);
      const time = length > LONGEST_ARROW ? LONGEST_ARROW / length : 1;
      return arrow(position, ahead(position, mark.b, time));
    });
}

/** Regions that are no options. Of portals only the first one: the route shows the others. */
function shownRegions(items) {
  const regions = items.filter(({ mark }) => mark.kind === "region" && !isCandidate(mark));
  const portals = regions.filter(({ mark }) => mark.subject?.kind === "portal")
    .map(({ mark }) => mark.subject.index);
  return regions.filter(({ mark }) => mark.subject?.kind !== "portal"
    || mark.subject.index === Math.min(...portals));
}

function markOverlays(explanation, items) {
  const world = items.filter(({ mark }) => mark.space === "world");
  const of = (kind) => world.filter(({ mark }) => mark.kind === kind);
  const regions = shownRegions(world);
  const isPoint = ({ mark }) => mark.a[0] === mark.b[0] && mark.a[1] === mark.b[1];
  return {
    path: { lines: of("path").flatMap(({ mark }) => [...mark.a, ...mark.b]), colour: "overlay",
      width: 2, dashed: true },
    regions: {
      lines: regions.filter((item) => !isPoint(item)).flatMap(({ mark }) => [...mark.a, ...mark.b]),
      points: regions.filter(isPoint).flatMap(({ mark }) => mark.a),
      labels: regions.filter(({ mark }) => mark.label).slice(0, MOST_LABELS)
        .map(({ mark }) => ({ at: mark.b, text: mark.label })),
      colour: "goal", width: 4,
    },
    discs: { discs: of("disc").flatMap(({ mark }) => [...mark.a, Math.abs(mark.b[0])]),
      colour: "overlay", width: 1 },
    options: { points: world.filter(({ mark }) => isCandidate(mark)).flatMap(({ mark }) => mark.a),
      colour: "goal", width: 2 },
    forces: { lines: forceLines(items, explanation.position), colour: "force", width: 2 },
  };
}

/**
 * The overlays of an explanation: name to overlay; colours are names of the theme.
 * @param {any} explanation
 * @returns {Object<string, any>}
 */
export function worldOverlays(explanation) {
  const items = itemsOf(explanation.marks ?? []);
  const from = explanation.position;
  const velocity = (v, colour) =>
    v ? { lines: arrow(from, ahead(from, v)), colour, width: 2.5 } : { lines: [], colour };
  return {
    ...routeOverlays(explanation.route, explanation.layer),
    ...markOverlays(explanation, items),
    preferred: velocity(explanation.preferred, "preferred"),
    chosen: velocity(explanation.chosen, "chosen"),
  };
}

const isEmpty = (overlay) => ["lines", "points", "discs", "labels", "polygons"]
  .every((part) => !overlay[part]?.length);

/**
 * Shows the overlays of an explanation in a view, and removes those that are empty.
 * @param {any} view app.view
 * @param {any} explanation null: removes all
 * @param {(name: string) => string} colourOf the colour of a name of the theme
 */
export function showOverlays(view, explanation, colourOf) {
  const overlays = explanation ? worldOverlays(explanation) : {};
  for (const name of NAMES) {
    const overlay = overlays[name];
    view.setOverlay(PREFIX + name, overlay && !isEmpty(overlay)
      ? { ...overlay, colour: colourOf(overlay.colour), layer: explanation.layer } : null);
  }
}
