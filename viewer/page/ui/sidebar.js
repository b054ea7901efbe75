/** The side bar: a rail of buttons, and the panel that one of them shows. */
import { iconButton, make } from "./dom.js";
import { ICONS } from "./icons.js";

export class Sidebar {
  constructor(app, root) {
    this.app = app;
    this.rail = root.querySelector("#rail");
    this.drawer = root.querySelector("#drawer");
    this.panels = new Map();
    this.shown = null;
    new ResizeObserver(() => app.emit("drawer")).observe(this.drawer);
  }

  add(panel) {
    const hint = panel.key ? `${panel.title} (${panel.key})` : panel.title;
    const button = iconButton(panel.icon ?? ICONS.panel, hint, () => this.toggle(panel.id), {
      "aria-pressed": "false", "aria-controls": `panel-${panel.id}`, "data-panel": panel.id });
    button.style.order = panel.order ?? 50;
    const body = make("div.panel-body");
    const element = make("section.panel", { id: `panel-${panel.id}`, "aria-label": panel.title,
      hidden: true }, make("header.panel-head", {}, make("h2", {}, panel.title),
      iconButton(ICONS.close, `Close ${panel.title}`, () => this.show(null))), body);
    this.rail.append(button);
    this.drawer.append(element);
    this.panels.set(panel.id, { panel, button, element, body, created: false });
    if (panel.key) {
      this.app.keys.add({ key: panel.key, text: panel.title, run: () => this.toggle(panel.id) });
    }
  }

  toggle(id) {
    this.show(this.shown === id ? null : id);
  }

  /** Shows a panel instead of the one that is shown; null: none. */
  show(id) {
    if (id === this.shown || (id !== null && !this.panels.has(id))) return;
    const before = this.panels.get(this.shown);
    if (before) {
      before.element.hidden = true;
      before.button.setAttribute("aria-pressed", "false");
      before.panel.hide?.();
      if (id === null && before.element.contains(document.activeElement)) before.button.focus();
    }
    this.shown = id;
    this.drawer.hidden = id === null;
    if (id !== null) this.open(this.panels.get(id));
    this.app.link.set("panel", id);
    this.app.emit("panel", id);
  }

  open(entry) {
    if (!entry.created) {
      entry.created = true;
      entry.panel.create(entry.body, this.app);
    }
    entry.element.hidden = false;
    entry.button.setAttribute("aria-pressed", "true");
    entry.panel.show?.();
  }
}
