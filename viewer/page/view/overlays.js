/**
 * Overlays: what panels and the engine draw on top of the world, in scenario coordinates.
 *
 * An overlay has any of: `lines` [x1, y1, x2, y2, ..], `points` [x, y, ..], `discs` [x, y, r, ..],
 * `polygons` [[[x, y], ..], ..], `labels` [{at: [x, y], text}], and `colour` (`#rrggbb`), `width`
 * (px), `dashed`, `fill` (opacity of polygons and discs), `layer` (one for all, or a list: of
 * lines, points and discs in this order), `under` (below the agents), `grids` (docs/viewer.md).
 */
import { circlePoints, Fills, Lines } from "./shapes.js";
import { fillRings } from "./fill.js";

const DASH = 8; // px
const DISC_PIECES = 36;
const FEW_DISCS = 400;

const flat = (list) => {
  if (!list) return [];
  return Array.isArray(list[0]) || ArrayBuffer.isView(list[0]) ? list.flatMap((one) => [...one])
    : list;
};

/** Splits an overlay into lines, dots and fills for each layer. */
export function collectOverlay(overlay, origin) {
  const layers = new Map();
  const at = (layer) => {
    if (!layers.has(layer)) {
      layers.set(layer, { lines: new Lines(origin), dots: new Lines(origin),
        fills: new Fills(origin) });
    }
    return layers.get(layer);
  };
  let next = 0;
  const layerOf = () => (Array.isArray(overlay.layer) ? overlay.layer[next++] ?? 0
    : overlay.layer ?? 0);
  const lines = flat(overlay.lines);
  for (let i = 0; i + 3 < lines.length; i += 4) {
    const layer = layerOf();
    at(layer).lines.add(lines[i], lines[i + 1], lines[i + 2], lines[i + 3], layer);
  }
  const points = flat(overlay.points);
  for (let i = 0; i + 1 < points.length; i += 2) {
    const layer = layerOf();
    at(layer).dots.dot(points[i], points[i + 1], layer);
  }
  const discs = flat(overlay.discs);
  const pieces = discs.length > 3 * FEW_DISCS ? 16 : DISC_PIECES;
  for (let i = 0; i + 2 < discs.length; i += 3) {
    const layer = layerOf();
    const ring = circlePoints(discs[i], discs[i + 1], discs[i + 2], pieces);
    at(layer).lines.path(ring, layer, true);
    if (overlay.fill) at(layer).fills.add(fillRings([ring]), layer);
  }
  for (const polygon of overlay.polygons ?? []) {
    const layer = Array.isArray(overlay.layer) ? 0 : overlay.layer ?? 0;
    at(layer).lines.path(polygon, layer, true);
    if (overlay.fill !== 0) at(layer).fills.add(fillRings([polygon]), layer);
  }
  return layers;
}

/* The largest value of all grids, so that they have the same scale. */
function topOf(grids) {
  let top = 0;
  for (const { values } of grids) for (const value of values) if (value > top) top = value;
  return top;
}

export class Overlays {
  constructor(shapes, grids, origin) {
    this.shapes = shapes;
    this.grids = grids;
    this.origin = origin;
    this.shown = new Map();
  }

  /** Shows an overlay under a name; null removes it. */
  set(name, overlay) {
    const before = this.shown.get(name);
    for (const parts of before?.layers.values() ?? []) {
      for (const batch of Object.values(parts)) this.shapes.free(batch);
    }
    for (const { texture } of before?.grids ?? []) this.grids.free(texture);
    this.shown.delete(name);
    if (!overlay) return;
    const layers = new Map();
    for (const [layer, { lines, dots, fills }] of collectOverlay(overlay, this.origin)) {
      layers.set(layer, { lines: this.shapes.uploadLines(lines),
        dots: this.shapes.uploadLines(dots), fills: this.shapes.uploadFills(fills) });
    }
    this.shown.set(name, { overlay, layers, grids: this.uploadGrids(overlay.grids ?? []) });
  }

  uploadGrids(grids) {
    const top = topOf(grids);
    if (!(top > 0)) return [];
    return grids.filter(({ values, columns, rows }) => values.length === columns * rows
      && columns > 0 && rows > 0).map(({ layer, low, cell, columns, rows, values }) => ({
      texture: this.grids.upload(values, columns, rows), layer, cell, columns, rows,
      factor: 1 / top, low: [low[0] - this.origin[0], low[1] - this.origin[1]] }));
  }

  /** The labels of all overlays, for view/labels.js. */
  get labels() {
    return [...this.shown.values()].flatMap(({ overlay }) => (overlay.labels ?? []).map(
      ({ at, text, colour, layer }) => ({ x: at[0], y: at[1], text, kind: "overlay",
        colour: colour ?? overlay.colour,
        layer: layer ?? (Array.isArray(overlay.layer) ? 0 : overlay.layer ?? 0) })));
  }

  /** Draws what lies under the agents of a layer, or above them. */
  draw(screen, layer, theme, under) {
    for (const { overlay, layers, grids } of this.shown.values()) {
      if (Boolean(overlay.under) !== under) continue;
      for (const grid of grids) {
        if (grid.layer === layer) this.grids.draw(screen, grid.texture, grid);
      }
      const parts = layers.get(layer);
      if (!parts) continue;
      const colour = overlay.colour ?? theme.overlay;
      const width = overlay.width ?? 1.6;
      const alpha = overlay.alpha ?? 1;
      this.shapes.drawFills(parts.fills, screen, { colour, alpha: overlay.fill ?? 0.12 });
      this.shapes.drawLines(parts.lines, screen, { colour, width, alpha,
        dash: overlay.dashed ? DASH : 0 });
      this.shapes.drawLines(parts.dots, screen, { colour, alpha,
        width: overlay.pointSize ?? width + 4 });
    }
  }
}
