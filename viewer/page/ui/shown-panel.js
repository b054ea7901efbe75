/** The panel that chooses what is drawn: trails, heat map, grid, names, and overlays. */
import { ICONS } from "./icons.js";
import { make } from "./dom.js";

const LONGEST_TRAIL = 60; // s

class ShownPanel {
  constructor(app, element) {
    this.app = app;
    this.element = element;
    this.build();
    app.on("show", () => this.update());
    app.on("runs", () => this.build());
    app.on("overlays", () => this.update());
    app.on("theme", () => this.build());
  }

  check(label, read, write, extra = null) {
    const box = make("input", { type: "checkbox", onchange: () => write(box.checked) });
    this.boxes.push({ box, read });
    return make("div.row", {}, make("label", {}, box, label), extra);
  }

  build() {
    const { app } = this;
    this.boxes = [];
    const flag = (name, label) => this.check(label, () => app.show[name],
      (on) => app.setShow({ [name]: on }));
    this.length = make("input", { type: "range", min: 0, max: LONGEST_TRAIL, step: 1,
      "aria-label": "Length of trails", oninput: () =>
        app.setShow({ trails: Number(this.length.value) }) });
    this.lengthValue = make("output");
    const trails = make("div.row", {}, make("label", {}, "Trails"), this.length, this.lengthValue);
    this.element.replaceChildren(
      make("div.rows", {}, flag("agents", "Agents"), trails, flag("heat", "Heat map of the "
        + "mean density"), flag("goals", "Goals and areas"), flag("names", "Names"),
      flag("grid", "Grid and coordinates")),
      ...this.overlays());
    this.update();
  }

  overlays() {
    const { app } = this;
    const list = app.run.description.overlays ?? [];
    if (list.length === 0) return [];
    return [make("h3", {}, "Maps, fields and walls"), make("div.rows", {},
      ...list.map(({ name, label }) => this.check(label || name, () => app.overlays.has(name),
        (on) => app.overlays.toggle(name, on), make("span.swatch.bar",
          { style: `background: ${app.overlays.colourOf(name)}` }))))];
  }

  update() {
    for (const { box, read } of this.boxes) box.checked = read();
    this.length.value = String(this.app.show.trails);
    this.lengthValue.value = this.app.show.trails === 0 ? "off" : `${this.app.show.trails} s`;
  }
}

export function addShownPanel(app) {
  app.addPanel({ id: "shown", title: "What is drawn", icon: ICONS.layers, key: "l", order: 60,
    create: (element) => new ShownPanel(app, element) });
}
