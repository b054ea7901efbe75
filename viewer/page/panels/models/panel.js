/**
 * The panel of models: which entries the agents use at each stage, and their parameters. All menus
 * and controls come from the message `entries`; nothing is listed here.
 */
import { button, el, fill, menu } from "../common/dom.js";
import { plain } from "../common/format.js";
import { PANEL_ICONS } from "../common/icons.js";
import { tryChange } from "../common/change.js";
import {
  STAGES, actsOn, chooseEntry, chooseModifiers, chooseSetting, concerned, differ, modifierList,
  modifiersOf, settingsOf, valueOf,
} from "./choices.js";
import { parameterRow } from "./controls.js";

class ModelsPanel {
  constructor(element, app) {
    this.app = app;
    this.open = false;
    /** The profile that is edited; null: all. */
    this.profile = null;
    this.entries = new Map();
    this.drawn = "";
    this.expanded = new Set(["steering"]);
    this.top = el("div.models-top");
    this.stages = el("div.models-stages");
    fill(element, this.top, this.stages);
    app.on("state", (run) => run === app.run && this.draw());
    app.on("runs", () => this.restart());
  }

  show() {
    this.open = true;
    this.restart();
  }

  hide() {
    this.open = false;
  }

  async restart() {
    this.drawn = "";
    if (!this.open) return;
    const { run } = this.app;
    if (!this.entries.has(run)) {
      try {
        this.entries.set(run, (await run.ask({ do: "entries" })).entries);
      } catch (error) {
        fill(this.top, el("p.fault", { role: "alert" }, error.message));
        return;
      }
    }
    this.draw();
  }

  get list() {
    return this.entries.get(this.app.run) ?? [];
  }

  find(kind, name) {
    return this.list.find((entry) => entry.kind === kind && entry.name === name) ?? null;
  }

  draw() {
    const { run } = this.app;
    if (!this.open || !this.entries.has(run)) return;
    const { profiles } = run.state;
    const key = JSON.stringify([this.profile, profiles.map(({ agents, ...rest }) => rest)]);
    if (key === this.drawn) return;
    this.drawn = key;
    if (!profiles.some(({ index }) => index === this.profile)) this.profile = null;
    const chosen = concerned(profiles, this.profile);
    const focus = this.focusPath();
    this.drawTop(profiles);
    fill(this.stages, chosen.length > 0 ? STAGES.map((stage) => this.stage(stage, chosen)) : null);
    this.restoreFocus(focus);
  }

  /** Where the focus is, so that it survives that the panel is drawn again. */
  focusPath() {
    const active = document.activeElement;
    if (!this.stages.contains(active)) return null;
    const stage = active.closest("[data-kind]")?.dataset.kind;
    const parameter = active.closest("[data-parameter]")?.dataset.parameter;
    const inside = parameter ? ` [data-parameter="${parameter}"]` : "";
    return `[data-kind="${stage}"]${inside} ${active.tagName.toLowerCase()}${
      active.tagName === "INPUT" ? `[type="${active.type}"]` : ""}`;
  }

  restoreFocus(path) {
    if (!path) return;
    try {
      this.stages.querySelector(path)?.focus();
    } catch {
      // the name of a parameter is no selector: the focus stays where the browser puts it
    }
  }

  drawTop(profiles) {
    const { editable } = this.app.run.description;
    const options = [["", "all profiles"], ...profiles.map(({ index, name, agents }) =>
      [String(index), `${name || `profile ${index}`} (${agents} agents)`])];
    const value = this.profile === null ? "" : String(this.profile);
    const choice = menu("profile", options, value, (text) => {
      this.profile = text === "" ? null : Number(text);
      this.draw();
    });
    fill(this.top, profiles.length > 1 && el("label.line", {}, "For", choice),
    el("p.hint", {}, editable ? actsOn(this.app) : "This run cannot be changed; the settings are only shown."));
  }

  stage(stage, chosen) {
    const { kind, key, title } = stage;
    const body = kind === "modifier" ? this.modifiers(chosen) : this.entry(stage, chosen);
    return el("fieldset.stage", { "data-kind": kind, disabled: !this.app.run.description.editable },
      el("legend", {}, title), body,
      differ(chosen, key) && el("p.hint", {}, "Profiles differ: the first one is shown."));
  }

  menuOf(kind, title, value, onchange) {
    const options = this.list.filter((entry) => entry.kind === kind)
      .map(({ name }) => [name, plain(name)]);
    if (value && !options.some(([name]) => name === value)) options.unshift([value, value]);
    return menu(title, options, value, onchange);
  }

  entry({ kind, key, title }, chosen) {
    const [profile] = chosen;
    const name = profile[key];
    const fault = el("p.fault", { role: "alert", hidden: true });
    const choice = this.menuOf(kind, title, name, async (next) => {
      const error = await tryChange(this.app, chooseEntry(this.profile, kind, next));
      fault.textContent = error ?? "";
      fault.hidden = !error;
      if (error) choice.value = name;
    });
    const found = this.find(kind, name);
    return [choice, fault, this.about(found), found && this.parameters(found, kind,
      settingsOf(profile, kind), (param, value) =>
        tryChange(this.app, chooseSetting(this.profile, kind, name, param, value)))];
  }

  about(entry) {
    if (!entry) return null;
    return [el("p.summary", {}, entry.summary),
      entry.citation && el("p.citation", {}, entry.citation)];
  }

  parameters(entry, id, settings, send) {
    if (entry.params.length === 0) return el("p.hint", {}, "No parameters.");
    const names = (this.app.run.description.maps ?? []).map((map) => map.name);
    const rows = () => entry.params.map((param) => parameterRow({ param, names,
      value: valueOf(settings, param), send: (value) => send(param.name, value),
      disabled: !this.app.run.description.editable }));
    const box = el("details", { open: this.expanded.has(id), ontoggle: () => {
      if (box.open) this.expanded.add(id);
      else this.expanded.delete(id);
      if (box.open && box.children.length === 1) box.append(...rows());
    } }, el("summary", {}, `Parameters (${entry.params.length})`));
    if (box.open) box.append(...rows());
    return box;
  }

  modifiers(chosen) {
    const [profile] = chosen;
    const list = modifierList(profile);
    const fault = el("p.fault", { role: "alert", hidden: true });
    const send = async (changed) => {
      const error = await tryChange(this.app, chooseModifiers(this.profile, changed));
      fault.textContent = error ?? "";
      fault.hidden = !error;
      return error;
    };
    const rows = modifiersOf(profile).map((name, at) =>
      this.modifier(name, at, list, profile, send));
    const add = this.menuOf("modifier", "add a modifier", "", (name) =>
      send([...list, { name, settings: {} }]));
    const invitation = rows.length > 0 ? "add another…" : "none; add one…";
    add.prepend(el("option", { value: "" }, invitation));
    add.value = "";
    return [rows, add, fault];
  }

  modifier(name, at, list, profile, send) {
    const found = this.find("modifier", name);
    const without = list.filter((_, i) => i !== at);
    const replace = (param, value) => send(list.map((item, i) => (i === at
      ? { name, settings: { ...item.settings, [param]: value } } : item)));
    return el("div.modifier", {}, el("div.parameter-head", {}, el("strong", {}, plain(name)),
      button("Remove", () => send(without), { "aria-label": `remove ${name}` })),
    this.about(found), found && this.parameters(found, `modifier:${name}`,
      settingsOf(profile, "modifier", at), replace));
  }
}

export function addModels(app) {
  let panel = null;
  app.addPanel({
    id: "models", title: "Models", icon: PANEL_ICONS.models, key: "m", order: 20,
    create: (element) => {
      panel = new ModelsPanel(element, app);
    },
    show: () => panel.show(),
    hide: () => panel.hide(),
  });
}
