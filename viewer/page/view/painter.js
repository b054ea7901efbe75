/** Paints one picture of a run with WebGL2. Everything on the graphics processor belongs to it. */
import { AgentRenderer } from "./agents.js";
import { gridLines, gridStep, visibleBox } from "./grid.js";
import { GridRenderer } from "./grids.js";
import { Heat } from "./heat.js";
import { collectMarks, Marks } from "./marks.js";
import { Overlays } from "./overlays.js";
import { Scene } from "./scene.js";
import { ShapeRenderer } from "./shapes.js";
import { Things } from "./things.js";
import { Trails } from "./trails.js";
import { toRGB } from "../theme.js";

const STAR_PX = 11;

export class Painter {
  /** @throws {Error} if the browser has no WebGL2 */
  constructor(canvas, run, presence) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false, depth: true,
      stencil: true, preserveDrawingBuffer: false, powerPreference: "high-performance" });
    if (!gl) throw new Error("this browser offers no WebGL2, which the page needs for drawing");
    this.gl = gl;
    this.canvas = canvas;
    this.run = run;
    this.origin = run.description.origin;
    this.shapes = new ShapeRenderer(gl);
    this.scene = new Scene(this.shapes, run.description);
    this.things = new Things(this.shapes, this.origin);
    this.agents = new AgentRenderer(gl);
    this.trails = new Trails(gl, this.shapes);
    this.grids = new GridRenderer(gl);
    this.heat = new Heat(this.grids, presence, this.origin);
    this.overlays = new Overlays(this.shapes, this.grids, this.origin);
    this.highlights = new Marks(this.shapes);
    this.selection = new Marks(this.shapes);
    this.grid = null;
    this.gridKey = "";
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthFunc(gl.LEQUAL);
  }

  /** Sets the colours of agents, by value. */
  setColours(colours, theme) {
    this.agents.setColours(colours);
    this.grids.setColours(theme.ramp);
  }

  /* The same number of pixels as the screen has for the canvas. */
  resize({ width, height, pixel }) {
    const [w, h] = [width, height].map((size) => Math.max(1, Math.round(size * pixel)));
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
    this.gl.viewport(0, 0, w, h);
  }

  /**
   * @param {object} screen view/screen.js
   * @param {object} look what to show: theme, remaining (s before the frame), shown (s), isScale
   *   (of the colouring), layers (those that are visible), show (app.show), highlighted, selected,
   *   now (ms)
   */
  paint(screen, look) {
    const { gl, run } = this;
    const { theme } = look;
    this.resize(screen);
    const isOpen = this.scene.layers.every((layer) => !layer.isBounded);
    gl.clearColor(...toRGB(isOpen ? theme.ground : theme.page), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    this.agents.setFrame(run.frame);
    this.trails.add(run.frame);
    this.things.update(run.state, STAR_PX / screen.scale);
    const how = { remaining: look.remaining, scale: screen.scale };
    this.highlights.update(collectMarks(look.highlighted, run.frame, run.state, this.origin, how));
    this.selection.update(collectMarks(look.selected, run.frame, run.state, this.origin, how));
    this.updateGrid(screen, look);
    for (const layer of look.layers) this.paintLayer(screen, layer, look);
    this.scene.drawJoints(screen, theme);
  }

  updateGrid(screen, { show, layers }) {
    if (!show.grid) return;
    const step = gridStep(screen.scale);
    const boxes = layers.map((layer) => this.gridBox(screen, layer));
    const key = JSON.stringify([step, boxes]);
    if (key === this.gridKey) return;
    this.gridKey = key;
    for (const batch of this.grid?.values() ?? []) this.shapes.free(batch);
    this.grid = new Map(layers.map((layer, i) => [layer,
      this.shapes.uploadLines(gridLines(boxes[i], step, layer, this.origin))]));
  }

  /* Layers above each other have a grid on their own ground only. */
  gridBox(screen, layer) {
    const box = visibleBox(screen, layer);
    if (screen.rise === 0) return box;
    const { low, high } = this.run.description;
    const limit = (value, k) => Math.min(high[k], Math.max(low[k], value));
    return { low: box.low.map(limit), high: box.high.map(limit) };
  }

  paintLayer(screen, layer, look) {
    const { theme, show } = look;
    const { classes } = this.run.state;
    this.scene.drawGround(screen, layer, theme);
    if (show.heat) this.heat.draw(screen, layer, look.now);
    if (show.grid) {
      this.shapes.drawLines(this.grid.get(layer), screen, { colour: theme.grid, width: 1,
        alpha: 0.09 });
    }
    if (show.goals) this.things.draw(screen, layer, theme, ["area", "goal", "goal-closed"]);
    this.overlays.draw(screen, layer, theme, true);
    this.trails.draw(screen, { layer, now: look.shown, colours: this.agents.texture,
      isScale: look.isScale });
    this.scene.drawWalls(screen, layer, theme, classes);
    this.things.draw(screen, layer, theme, ["queue", "obstacle", "door-open", "door"]);
    if (show.agents) {
      this.agents.draw(screen, { remaining: look.remaining, layer, isScale: look.isScale,
        rim: theme.rim, mark: theme.mark });
    }
    this.overlays.draw(screen, layer, theme, false);
    this.highlights.draw(screen, layer, [{ colour: theme.highlight, width: 3 }]);
    this.selection.draw(screen, layer, [{ colour: theme.halo, width: 5, alpha: 0.9 },
      { colour: theme.select, width: 2.4 }]);
  }
}
