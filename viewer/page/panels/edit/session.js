/**
 * The tool in use: it gets the pointer and the keys of the view, draws a preview, and sends
 * changes. A small bar over the view names the tool and what it has done, and ends it.
 */
import { el, fill } from "../common/dom.js";
import { colourOf } from "../common/colours.js";

const PREFIX = "tool-";
/** px: how near to a thing the pointer must be. */
const REACH = 10;

export class ToolSession {
  /**
   * @param {any} app
   * @param {Object<string, any>} options what the panel sets: count, profile, goal, like, radius
   */
  constructor(app, options) {
    this.app = app;
    this.options = options;
    this.tool = null;
    this.view = null;
    this.names = new Set();
    this.listeners = new Set();
    this.text = el("output.tool-text", { "aria-live": "polite" });
    this.bar = el("div.tool-bar", { hidden: true, role: "status" });
    app.root.querySelector("#stage").append(this.bar);
    app.on("runs", () => this.end());
  }

  /** Calls a function whenever another tool is in use. */
  onChange(listener) {
    this.listeners.add(listener);
  }

  /** Starts a tool, or ends it if it is in use. */
  toggle(tool) {
    if (this.tool === tool) this.end();
    else this.start(tool);
  }

  start(tool) {
    this.end();
    const { app } = this;
    this.tool = tool;
    this.view = app.view;
    const handlers = tool.start({
      app, options: this.options, reach: () => this.reach(), say: (text) => this.say(text),
      overlay: (name, overlay, colour) => this.overlay(name, overlay, colour),
      change: (message) => app.change(message),
    });
    this.view.setTool({ name: tool.id, cursor: tool.cursor, ...handlers,
      key: (event) => this.key(event, handlers) });
    fill(this.bar, el("strong", {}, tool.title), this.text,
      el("button.button", { type: "button", onclick: () => this.end() }, "Done (Esc)"));
    this.bar.hidden = false;
    this.say(tool.hint);
    this.listeners.forEach((listener) => listener());
  }

  key(event, handlers) {
    if (handlers.key?.(event)) return true;
    if (event.key !== "Escape") return false;
    this.end();
    return true;
  }

  end() {
    if (!this.tool) return;
    this.tool = null;
    this.view.setTool(null);
    for (const name of this.names) this.view.setOverlay(name, null);
    this.names.clear();
    this.bar.hidden = true;
    this.listeners.forEach((listener) => listener());
  }

  say(text) {
    this.text.textContent = text;
  }

  /** The reach of the pointer in m. */
  reach() {
    const a = this.view.toWorld(0, 0);
    const b = this.view.toWorld(REACH, 0);
    return Math.max(0.05, Math.hypot(b.x - a.x, b.y - a.y));
  }

  /** Shows a preview; `colour` is a name of the theme. null removes it. */
  overlay(name, overlay, colour = "overlay") {
    const full = PREFIX + name;
    if (overlay && this.tool) this.names.add(full);
    else this.names.delete(full);
    this.view.setOverlay(full, overlay && this.tool
      ? { width: 2, ...overlay, colour: colourOf(this.app.theme, colour) } : null);
  }
}
