/** Names, the grid's coordinates and the scale bar: text on a 2-D canvas above the drawing. */
import { withAlpha } from "../theme.js";

/* Labels that come first are shown if labels would cover each other. */
const ORDER = ["overlay", "goal", "door", "queue", "layer", "area", "terrain"];
const PADDING = 3; // px between labels
const MOST = 400;
const FONT = '500 12px system-ui, -apple-system, "Segoe UI", sans-serif';

/** A round distance (1, 2 or 5 times a power of ten) of at least `least`. */
export function roundDistance(least) {
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= least * 0.9999);
}

/** A length in m as text, with its unit. */
export function lengthText(metres) {
  if (metres >= 1000) return `${metres / 1000} km`;
  return metres >= 1 ? `${metres} m` : `${Math.round(metres * 1000) / 10} cm`;
}

/**
 * Chooses the labels that are shown: no two cover each other.
 * @param {{px: number, py: number, width: number, height: number}[]} boxes in order of importance
 * @returns {boolean[]}
 */
export function chooseLabels(boxes) {
  const taken = [];
  return boxes.map((box) => {
    const [left, top] = [box.px - box.width / 2 - PADDING, box.py - box.height / 2 - PADDING];
    const [right, bottom] = [left + box.width + 2 * PADDING, top + box.height + 2 * PADDING];
    const isFree = taken.every((other) => right <= other.left || left >= other.right
      || bottom <= other.top || top >= other.bottom);
    if (isFree) taken.push({ left, top, right, bottom });
    return isFree;
  });
}

function textOf(label) {
  if (label.kind === "goal") {
    const closed = label.closed ? " (closed)" : "";
    return label.count > 0 ? `${label.text} · ${label.count}${closed}` : `${label.text}${closed}`;
  }
  if (label.kind === "door") return `${label.text}${label.closed ? " · closed" : " · open"}`;
  if (label.count > 0) return `${label.text} · ${label.count}`;
  return label.text;
}

function colourOf(label, theme) {
  if (label.colour) return label.colour;
  const colours = { goal: label.closed ? theme.faint : theme.goalText,
    door: label.closed ? theme.door : theme.doorOpen, area: theme.link, queue: theme.belt,
    terrain: theme.faint, layer: theme.text };
  return colours[label.kind] ?? theme.text;
}

export class Labels {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  /**
   * Draws all labels.
   * @param {object} screen view/screen.js
   * @param {{x, y, layer, text, kind}[]} labels
   * @param {{theme: object, grid: boolean}} look
   */
  draw(screen, labels, look) {
    const { context, canvas } = this;
    const { width, height, pixel } = screen;
    canvas.width = Math.round(width * pixel);
    canvas.height = Math.round(height * pixel);
    context.scale(pixel, pixel);
    context.font = FONT;
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.lineJoin = "round";
    if (look.grid) this.drawCoordinates(screen, look);
    this.drawNames(screen, labels, look.theme);
  }

  drawNames(screen, labels, theme) {
    const { context } = this;
    const boxes = [];
    const sorted = labels.filter(({ text }) => text).sort((a, b) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)).slice(0, MOST);
    for (const label of sorted) {
      const at = screen.toPx(label.x, label.y, label.layer);
      if (Math.abs(at.x - screen.width / 2) > screen.width / 2 + 80) continue;
      if (Math.abs(at.y - screen.height / 2) > screen.height / 2 + 20) continue;
      const text = textOf(label);
      const up = label.kind === "door" || label.kind === "queue" ? 14 : label.isPoint ? -18 : 0;
      const { width } = context.measureText(text);
      const half = width / 2 + 4;
      const px = Math.min(screen.width - half, Math.max(half, at.x));
      boxes.push({ label, text, px, py: at.y - up, width, height: 14 });
    }
    const shown = chooseLabels(boxes);
    boxes.forEach(({ label, text, px, py }, i) => {
      if (!shown[i]) return;
      context.strokeStyle = withAlpha(theme.halo, 0.85);
      context.lineWidth = 3.5;
      context.strokeText(text, px, py);
      context.fillStyle = colourOf(label, theme);
      context.fillText(text, px, py);
    });
  }

  drawCoordinates(screen, { theme, step, insets }) {
    if (screen.rise > 0) return;
    const { context } = this;
    context.fillStyle = theme.faint;
    context.font = '11px system-ui, -apple-system, "Segoe UI", sans-serif';
    const a = screen.toWorld(0, screen.height, 0);
    const b = screen.toWorld(screen.width, 0, 0);
    const digits = step < 1 ? 1 : 0;
    for (let x = Math.ceil(a.x / step) * step; x <= b.x; x += step) {
      context.fillText(x.toFixed(digits), screen.toPx(x, 0, 0).x, insets.top + 8);
    }
    context.textAlign = "left";
    for (let y = Math.ceil(a.y / step) * step; y <= b.y; y += step) {
      context.fillText(y.toFixed(digits), insets.left + 4, screen.toPx(0, y, 0).y);
    }
    context.textAlign = "center";
    context.font = FONT;
  }
}
