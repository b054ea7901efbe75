/**
 * Places the labels of velocity space where there is room. Greedy: the marks that limit the choice
 * come first, and each label takes the free position that is farthest from the labels so far. A
 * mark without a free position gets no label; its title and its line in the list still name it.
 */

const CHARACTER = 5.6; /* width of a character, in units of the panel */
const HEIGHT = 12;
const POSITIONS = 14; /* along the line of a half-plane */
const MOST_LABELS = 16;
const LONGEST = 22;

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Box */

function boxAt(x, y, text) {
  const half = (text.length * CHARACTER) / 2 + 2;
  return { x0: x - half, y0: y - HEIGHT + 2, x1: x + half, y1: y + 3 };
}

const overlaps = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

function distanceToBoxes(x, y, boxes) {
  return boxes.reduce(
    (least, box) =>
      Math.min(least, Math.hypot(x - (box.x0 + box.x1) / 2, y - (box.y0 + box.y1) / 2)),
    1e6,
  );
}

/** Positions beside the line of a half-plane, on its forbidden side. */
function besideLine(shape, scale, text) {
  if (!shape.line) {
    return [];
  }
  const [from, to] = shape.line.map(scale.at);
  const normal = [-shape.normal[0], shape.normal[1]]; /* the panel's y axis points down */
  const away =
    5 + Math.abs(normal[0]) * ((text.length * CHARACTER) / 2) + Math.abs(normal[1]) * (HEIGHT / 2);
  return Array.from({ length: POSITIONS }, (_, i) => {
    const t = (i + 0.5) / POSITIONS;
    return [
      from[0] + t * (to[0] - from[0]) + normal[0] * away,
      from[1] + t * (to[1] - from[1]) + normal[1] * away + 4,
    ];
  });
}

function middleOf(points) {
  const middle = points[Math.floor(points.length / 2)];
  const other = points[Math.floor((points.length - 1) / 2)];
  return [(middle[0] + other[0]) / 2, (middle[1] + other[1]) / 2];
}

/** Positions inside a set: towards its middle from its point nearest to velocity zero. */
function insideSet(shape, scale) {
  const points = shape.area;
  const nearest = points.reduce((a, b) => (Math.hypot(...a) < Math.hypot(...b) ? a : b));
  const centre = points.reduce((sum, p) => [sum[0] + p[0], sum[1] + p[1]], [0, 0])
    .map((n) => n / points.length);
  const length = Math.hypot(centre[0] - nearest[0], centre[1] - nearest[1]) || 1;
  const along = [(centre[0] - nearest[0]) / length, (centre[1] - nearest[1]) / length];
  return [30, 60, 90, 130, 180].map((distance) => {
    const t = distance / scale.perUnit;
    return scale.at([nearest[0] + along[0] * t, nearest[1] + along[1] * t]);
  });
}

function aroundPoint([x, y]) {
  return [[x, y - 9], [x, y + 17], [x + 26, y + 4], [x - 26, y + 4]];
}

function positionsFor(shape, scale, text) {
  switch (shape.type) {
  case "half_plane":
    return besideLine(shape, scale, text);
  case "forbidden":
  case "allowed":
    return insideSet(shape, scale);
  case "preferred_line":
    return aroundPoint(scale.at(middleOf(shape.points)));
  case "force":
    return aroundPoint(scale.at(shape.to));
  default:
    return [];
  }
}

/** The text of a label: short, because the title of the mark has all of it. */
function labelText(shape) {
  const text = shape.text.replace(/^(.*: )?agent /, "").replace(/: .*$/, "");
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Boxes that labels must not cover: the velocities. */
function keptFree(scene, scale) {
  const velocities = [scene.now, ...scene.shapes.filter((s) => s.to && !s.from).map((s) => s.to)];
  return velocities.map((v) => {
    const [x, y] = scale.at(v);
    return { x0: x - 8, y0: y - 8, x1: x + 8, y1: y + 8 };
  });
}

function rank(shape) {
  if (shape.broken) return 0;
  if (shape.binding) return 1;
  return shape.type === "half_plane" ? 3 : 2;
}

/**
 * Finds positions for labels.
 * @param {ReturnType<typeof import("./scene.js").sceneOf>} scene
 * @param {{perUnit: number, at: (v: number[]) => number[]}} scale
 * @param {number} side of the panel
 * @returns {{x: number, y: number, text: string, id: string, type: string}[]}
 */
export function placeLabels(scene, scale, side) {
  const boxes = keptFree(scene, scale);
  const named = new Set();
  const labels = [];
  const inPanel = (box) => box.x0 > 2 && box.y0 > 2 && box.x1 < side - 2 && box.y1 < side - 2;
  const shapes = scene.shapes.filter((s) => s.text && positionsFor(s, scale, "").length > 0);
  for (const shape of shapes.sort((a, b) => rank(a) - rank(b) || a.index - b.index)) {
    const text = labelText(shape);
    if (named.has(shape.id + text) || labels.length >= MOST_LABELS) {
      continue;
    }
    const free = positionsFor(shape, scale, text).filter(([x, y]) => {
      const box = boxAt(x, y, text);
      return inPanel(box) && !boxes.some((other) => overlaps(box, other));
    });
    const score = ([x, y]) => distanceToBoxes(x, y, boxes);
    const best = free.reduce((a, b) => (a && score(a) >= score(b) ? a : b), null);
    if (best) {
      named.add(shape.id + text);
      boxes.push(boxAt(best[0], best[1], text));
      labels.push({ x: best[0], y: best[1], text, id: shape.id, type: shape.type });
    }
  }
  return labels;
}
