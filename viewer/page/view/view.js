/** A view: one run, drawn on one canvas. */
export class View {
  constructor(app, run, parent) {
    this.app = app;
    this.run = run;
    this.tool = null;
    this.overlays = new Map();
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    parent.append(this.canvas);
  }

  /** Shows something that a panel draws, in world coordinates; null removes it. */
  setOverlay(name, overlay) {
    if (overlay === null) this.overlays.delete(name);
    else this.overlays.set(name, overlay);
  }

  highlight(items) {
    this.highlighted = items;
  }

  setTool(tool) {
    this.tool = tool;
    this.canvas.style.cursor = tool?.cursor ?? "";
  }

  get width() {
    return this.canvas.clientWidth;
  }
  get height() {
    return this.canvas.clientHeight;
  }

  toScreen(x, y, layer = 0) {
    return this.app.camera.toScreen(x, y, layer, this.width, this.height);
  }

  toWorld(px, py) {
    return { ...this.app.camera.toWorld(px, py, 0, this.width, this.height), layer: 0 };
  }

  follow(slot) {
    this.followed = slot;
  }

  fit() {
    const { low, high } = this.run.description;
    this.app.camera.fit(low, high, this.width, this.height);
  }

  snapshotPNG() {
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  /** Draws with the 2-D context until the drawing with WebGL2 is there. */
  draw() {
    const { canvas, run } = this;
    canvas.width = this.width * devicePixelRatio;
    canvas.height = this.height * devicePixelRatio;
    const context = canvas.getContext("2d");
    context.scale(devicePixelRatio, devicePixelRatio);
    const remaining = this.app.player.remaining(run);
    for (let i = 0; i < run.frame.count; i++) {
      const agent = run.frame.agent(run.frame.slots[i], remaining);
      const at = this.toScreen(agent.x, agent.y, agent.layer);
      context.fillStyle = this.app.theme.category(agent.value - 1);
      context.beginPath();
      context.arc(at.x, at.y, agent.radius * this.app.camera.scale, 0, 7);
      context.fill();
    }
  }

  close() {
    this.canvas.remove();
  }
}
