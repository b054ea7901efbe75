/** A view: one run, drawn on one canvas, with labels above it. Panels draw and ask through it. */
import { make } from "../ui/dom.js";
import { COLOURINGS } from "../colourings.js";
import { coloursFor } from "../legend-colours.js";
import { boxOf, boxToShow } from "../layer-stack.js";
import { gridStep } from "./grid.js";
import { groundAt } from "./ground.js";
import { Labels } from "./labels.js";
import { Painter } from "./painter.js";
import { Pointer } from "./pointer.js";
import { Presence } from "./presence.js";
import { screenOf } from "./screen.js";

const MARGIN = 34; // px around everything that is shown

/**
 * The margin around the world: beside or above the legend, whichever lets the world be larger.
 * @param {{width: number, height: number} | null} legend what it covers at the lower left, px
 * @param {number} right what is covered at the right, px
 * @param {(margin) => number} scaleOf the scale for a margin
 */
export function chooseMargin(legend, right, scaleOf) {
  const plain = { top: MARGIN, right: MARGIN + right, bottom: MARGIN, left: MARGIN };
  if (!legend) return plain;
  const beside = { ...plain, left: legend.width + MARGIN };
  const above = { ...plain, bottom: legend.height + MARGIN };
  return scaleOf(beside) > scaleOf(above) ? beside : above;
}

export class View {
  /** @param {import("../app.js").App} app */
  constructor(app, run, parent) {
    this.app = app;
    this.run = run;
    this.canvas = make("canvas.world", { tabindex: "0", role: "application",
      "aria-roledescription": "map", "aria-describedby": "summary" });
    this.labelCanvas = make("canvas.labels", { "aria-hidden": "true" });
    this.caption = make("div.view-name", { hidden: true });
    this.tooltip = make("div.tooltip", { hidden: true, role: "tooltip" });
    this.element = make("section.view", {}, this.canvas, this.labelCanvas, this.caption,
      this.tooltip);
    parent.append(this.element);
    const { low, high, layers } = run.description;
    this.presence = new Presence(low, high, layers.length);
    this.labels = new Labels(this.labelCanvas);
    this.tool = null;
    this.highlighted = [];
    this.followed = null;
    this.hovered = null;
    this.overlays = new Map();
    this.dirty = true;
    this.drawn = "";
    this.frames = 0;
    this.usePainter();
    this.pointer = new Pointer(this);
    this.listen();
  }

  usePainter() {
    this.painter = new Painter(this.canvas, this.run, this.presence);
    this.painter.heat.onscale = () => this.app.emit("heat");
    for (const [name, overlay] of this.overlays) this.painter.overlays.set(name, overlay);
    this.applyLook();
  }

  listen() {
    const { app, canvas } = this;
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.painter = null;
    });
    canvas.addEventListener("webglcontextrestored", () => this.usePainter());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.element);
    const refresh = () => {
      this.dirty = true;
    };
    this.off = [
      app.on("frame", (run) => run === this.run && this.take()),
      app.on("theme", () => this.applyLook()),
      app.on("colouring", () => {
        this.painter?.trails.clear();
        this.applyLook();
      }),
      app.on("show", () => this.applyLook()),
      app.on("drawer", () => app.fitted && app.view === this && this.fit()),
      app.on("select", refresh),
      app.on("layer", refresh),
      app.on("restart", () => this.painter?.trails.clear()),
    ];
    this.resize();
  }

  resize() {
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    this.dirty = true;
    if (this.app.fitted && this.app.view === this && this.width > 0) this.fit();
  }

  /** Takes the frame that the run shows now. */
  take() {
    this.presence.add(this.run.frame);
    this.dirty = true;
  }

  /** Applies theme, colouring and what is shown. */
  applyLook() {
    const { app, painter } = this;
    painter?.setColours(coloursFor(app.colouring, app.theme), app.theme);
    painter?.trails.setLength(app.show.trails);
    this.drawn = "";
    this.dirty = true;
  }

  /** Shows the name of the run, if there are two. */
  setName(name, isActive) {
    this.caption.hidden = name === "";
    if (this.caption.textContent !== name) this.caption.textContent = name;
    this.element.classList.toggle("active", isActive);
  }

  /** Indices of the layers that are shown, from below. */
  get visibleLayers() {
    const hidden = this.app.hiddenLayers;
    return this.run.description.layers.map((_, i) => i).filter((i) => !hidden.has(i));
  }

  get screen() {
    return screenOf(this.app.camera, this.width, this.height, devicePixelRatio,
      this.run.description.origin);
  }

  /**
   * Shows something in scenario coordinates under a name: see view/overlays.js. null removes it.
   */
  setOverlay(name, overlay) {
    if (overlay) this.overlays.set(name, overlay);
    else this.overlays.delete(name);
    this.painter?.overlays.set(name, overlay);
    this.dirty = true;
  }

  /**
   * Highlights things until the next call.
   * @param {({kind: "agent", slot: number} | {kind: "goal", index: number}
   *   | {kind: "segment", points: number[]} | {kind: "obstacle", index: number})[]} items
   */
  highlight(items) {
    this.highlighted = items ?? [];
    this.dirty = true;
  }

  /**
   * Gives the pointer to a tool; null gives it back.
   * @param {{name: string, cursor?: string, down?, move?, up?, key?} | null} tool its functions get
   *   the point {x, y, layer, px, py} and the event. `down` returns false for what it does not
   *   handle; `key` returns true for keys that it handles.
   */
  setTool(tool) {
    this.tool = tool;
    this.canvas.style.cursor = tool?.cursor ?? "";
    this.app.emit("tool", tool);
  }

  /** Scenario coordinates to px of CSS from the top left of the view. */
  toScreen(x, y, layer = 0) {
    return this.app.camera.toScreen(x, y, layer, this.width, this.height);
  }

  /** px of the view to scenario coordinates, on the uppermost layer that has ground there. */
  toWorld(px, py) {
    return groundAt(this.run.description.layers, this.visibleLayers,
      (layer) => this.app.camera.toWorld(px, py, layer, this.width, this.height));
  }

  /** Keeps the agent in a slot in the middle of the screen; null ends this. */
  follow(slot) {
    this.followed = slot;
    this.dirty = true;
    this.app.emit("follow", slot);
  }

  /** Shows everything. */
  fit(animated = false) {
    this.follow(null);
    this.app.fitted = true;
    const { layers } = this.run.description;
    const { low, high } = boxToShow(this.run);
    const { app } = this;
    const { camera } = app;
    const stacked = camera.isTilted ? layers.length : 1;
    const { width, height } = this;
    const before = camera.values;
    const sheet = app.sheetHeight(this);
    const legend = sheet > 0 ? null : app.legendBox(this);
    const margin = chooseMargin(legend, app.zoomWidth(this), (candidate) => {
      camera.fit(low, high, width, height, candidate, stacked);
      return camera.scale;
    });
    margin.bottom += sheet;
    camera.set(before);
    camera.change(() => camera.fit(low, high, width, height, margin, stacked), animated);
  }

  /** The picture as PNG, with labels. */
  async snapshotPNG() {
    const sheet = this.composite();
    return new Promise((resolve) => sheet.toBlob(resolve, "image/png"));
  }

  /** A canvas with drawing and labels; `target` is used again if given. */
  composite(target = document.createElement("canvas")) {
    this.dirty = true;
    this.draw(performance.now());
    target.width = this.canvas.width;
    target.height = this.canvas.height;
    const context = target.getContext("2d");
    context.drawImage(this.canvas, 0, 0);
    context.drawImage(this.labelCanvas, 0, 0);
    return target;
  }

  /** Draws if something has changed. `now` is the time on the wall, ms. */
  draw(now) {
    const { app, painter, run } = this;
    if (!painter || this.width === 0 || this.height === 0) return;
    const remaining = app.player.remaining(run);
    this.keepFollowing(remaining);
    this.pointer.hover(remaining);
    const { version } = app.camera;
    if (!this.dirty && !app.isPlaying && version === this.cameraVersion) return;
    this.dirty = false;
    this.cameraVersion = version;
    this.frames++;
    const { screen } = this;
    painter.paint(screen, { theme: app.theme, remaining, shown: run.frame.time - remaining,
      isScale: COLOURINGS[app.colouring].kind === "scale", layers: this.visibleLayers,
      show: app.show, highlighted: [...this.highlighted, ...this.hoveredItems()],
      selected: app.selected && run === app.run ? [{ kind: "agent", ...app.selected }] : [], now });
    this.drawLabels(screen);
  }

  hoveredItems() {
    return this.hovered === null ? [] : [{ kind: "agent", slot: this.hovered }];
  }

  keepFollowing(remaining) {
    if (this.followed === null || this.run !== this.app.run) return;
    const agent = this.run.agentBySlot(this.followed, remaining);
    if (!agent) return;
    const { camera } = this.app;
    const lift = (camera.layerRise * agent.layer) / (camera.scale * Math.cos(camera.tilt) || 1);
    const x = agent.x - Math.sin(camera.turn) * lift;
    const y = agent.y + Math.cos(camera.turn) * lift;
    if (Math.hypot(x - camera.x, y - camera.y) * camera.scale > 0.05) camera.set({ x, y });
  }

  /* Labels change less often than the drawing. */
  drawLabels(screen) {
    const { app, painter } = this;
    const visible = new Set(this.visibleLayers);
    const labels = [...painter.overlays.labels, ...(app.show.names ? this.names() : [])]
      .filter(({ layer }) => visible.has(layer));
    const key = JSON.stringify([this.app.camera.version, this.width, this.height, devicePixelRatio,
      app.show.grid, labels.map(({ x, y, text, count, closed }) => [x, y, text, count, closed])]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.labels.draw(screen, labels, { theme: app.theme, grid: app.show.grid,
      step: gridStep(screen.scale), insets: { top: 2, left: 2 } });
    app.emit("scale", screen.scale);
  }

  names() {
    const { things, scene } = this.painter;
    const layers = scene.layers.flatMap((layer) => layer.labels);
    return [...(this.app.show.goals ? things.labels : []), ...layers, ...this.layerNames()];
  }

  layerNames() {
    const { layers, low } = this.run.description;
    if (layers.length < 2 || !this.app.camera.isTilted) return [];
    return layers.map((layer, i) => {
      const corner = boxOf(layer)?.low ?? low;
      return { x: corner[0], y: corner[1], layer: i, kind: "layer",
        text: layer.name || `layer ${i}` };
    });
  }

  close() {
    for (const off of this.off) off();
    this.observer.disconnect();
    this.painter?.gl.getExtension("WEBGL_lose_context")?.loseContext();
    this.painter = null;
    this.element.remove();
  }
}
