/** The panel of tools that change the world, and of those that ask questions about it. */
import { button, el, fill, menu } from "../common/dom.js";
import { PANEL_ICONS } from "../common/icons.js";
import { copyScenario, saveScenario } from "./scenario.js";
import { ToolSession } from "./session.js";
import { TOOLS } from "./tools/index.js";

const MOST_ADDED = 1000;
const MOST_DOORS = 100;

class EditPanel {
  constructor(element, app, session) {
    this.app = app;
    this.session = session;
    this.open = false;
    this.drawn = "";
    const parts = ["top", "tools", "options", "doors", "export"];
    this.parts = Object.fromEntries(parts.map((name) => [name, el(`div.edit-${name}`)]));
    fill(element, parts.map((name) => this.parts[name]));
    session.onChange(() => this.draw(true));
    app.on("state", (run) => run === app.run && this.draw(false));
    app.on("select", () => this.draw(true));
    app.on("runs", () => this.draw(true));
    this.drawExport();
  }

  show() {
    this.open = true;
    this.draw(true);
  }

  hide() {
    this.open = false;
  }

  get editable() {
    return this.app.run.description.editable;
  }

  draw(always) {
    if (!this.open || !this.app.run) return;
    const { state } = this.app.run;
    const key = JSON.stringify([state.changed, state.classes, state.obstacles
      .map(({ index, name, kind, closed }) => [index, name, kind, closed]),
    state.goals.map(({ index, name }) => [index, name]), state.profiles.length]);
    if (!always && key === this.drawn) return;
    this.drawn = key;
    this.drawTop();
    this.drawTools();
    this.drawOptions();
    this.drawDoors();
  }

  drawTop() {
    const { changed } = this.app.run.state;
    fill(this.parts.top, this.editable ? null : el("p.hint", {}, "This run cannot be changed."),
      changed && el("p.hint", {}, "The world has been changed: its hash is no longer that of the ",
        "scenario. Rewind to before the change to undo it."));
  }

  drawTools() {
    fill(this.parts.tools, TOOLS.map(({ title, tools, note }) => [el("h3", {}, title),
      el("div.tool-list", { role: "group", "aria-label": title }, tools.map((tool) =>
        button(tool.title, () => this.session.toggle(tool), {
          "aria-pressed": String(this.session.tool === tool), title: tool.hint,
          "data-tool": tool.id,
          disabled: tool.changes !== false && !this.editable }))),
      note && el("p.hint", {}, note)]));
  }

  drawOptions() {
    const id = this.session.tool?.id;
    const focus = document.activeElement?.getAttribute("aria-label");
    const isRoute = id === "route";
    const parts = id === "add-agents" ? this.addOptions() : isRoute ? this.routeOptions() : null;
    fill(this.parts.options, parts);
    const label = this.parts.options.contains(document.activeElement) ? null : focus;
    if (label && parts) this.parts.options.querySelector(`[aria-label="${label}"]`)?.focus();
  }

  number(label, name, most, step) {
    const { options } = this.session;
    return el("label.line", {}, label, el("input", { type: "number", min: step, max: most, step,
      value: options[name], "aria-label": label, onchange: (event) => {
        const value = Number(event.target.value);
        options[name] = Math.min(most, Math.max(step, Number.isFinite(value) ? value : step));
        event.target.value = options[name];
      } }));
  }

  addOptions() {
    const { options } = this.session;
    const { state } = this.app.run;
    const { selected } = this.app;
    const pick = (label, name, list, word) => el("label.line", {}, label, menu(label,
      list.map((item) => [String(item.index), item.name || `${word} ${item.index}`]),
      String(options[name]), (value) => {
        options[name] = Number(value);
      }));
    const like = el("label.line", {}, el("input", { type: "checkbox", checked: options.like,
      disabled: selected === null, "aria-label": "like the selected agent", onchange: (event) => {
        options.like = event.target.checked;
        this.drawOptions();
      } }), selected ? `like agent ${selected.key}` : "like the selected agent (none is selected)");
    return [this.number("How many", "count", MOST_ADDED, 1), like,
      !(options.like && selected) && [pick("Profile", "profile", state.profiles, "profile"),
        pick("Goal", "goal", state.goals, "goal")]];
  }

  routeOptions() {
    return this.number("Radius (m)", "radius", 10, 0.05);
  }

  drawDoors() {
    const { state, description } = this.app.run;
    const doors = state.obstacles.filter(({ kind }) => kind === "door").slice(0, MOST_DOORS);
    const toggle = (label, checked, message) => el("label.line", {}, el("input", {
      type: "checkbox", checked, disabled: !this.editable,
      onchange: (event) => this.app.change(message(event.target.checked)) }), label);
    const classes = (description.classes ?? []).map((item, i) => ({ ...item, i }))
      .filter(({ name, i }) => name && i > 0); // class 0 is always on
    fill(this.parts.doors,
      doors.length > 0 && [el("h3", {}, "Doors that are closed"), doors.map((door) =>
        el("div.highlightable", { onpointerenter: () => this.app.view.highlight([
          { kind: "obstacle", index: door.index }]),
        onpointerleave: () => this.app.view.highlight([]) },
        toggle(door.name || `door ${door.index}`, door.closed,
          (closed) => ({ do: "set_door", obstacle: door.index, closed }))))],
      classes.length > 0 && [el("h3", {}, "Obstacle classes"), classes.map(({ name, i }) =>
        toggle(name, state.classes[i], (on) => ({ do: "set_class", class: i, on })))]);
  }

  drawExport() {
    fill(this.parts.export, el("h3", {}, "As a scenario"),
      el("p.hint", {}, "What is on screen, as a file that the tool runs."),
      el("div.tool-list", {}, button("Copy", () => copyScenario(this.app)),
        button("Save as file", () => saveScenario(this.app))));
  }
}

/** The badge that says that the world differs from its scenario. */
function addBadge(app) {
  const badge = el("button.changed-badge", { type: "button", hidden: true,
    title: "The world has been changed by hand; its hash differs from that of the scenario",
    onclick: () => app.showPanel("edit") }, "changed");
  const update = () => {
    const parent = app.view?.element;
    if (parent && badge.parentElement !== parent) parent.append(badge); // of two, the active run
    badge.hidden = !app.run?.state?.changed;
  };
  app.on("state", update);
  app.on("runs", update);
  update();
}

export function addEdit(app) {
  const options = { count: 5, profile: 0, goal: 0, like: true, radius: 0.25 };
  const session = new ToolSession(app, options);
  let panel = null;
  app.addPanel({
    id: "edit", title: "Change", icon: PANEL_ICONS.edit, key: "e", order: 30,
    create: (element) => {
      panel = new EditPanel(element, app, session);
    },
    show: () => panel.show(),
    hide: () => panel.hide(),
  });
  for (const tool of TOOLS.flatMap(({ tools }) => tools)) {
    if (tool.key) {
      app.keys.add({ section: "Tools", key: tool.key, text: tool.title,
        run: () => session.toggle(tool) });
    }
  }
  addBadge(app);
}
