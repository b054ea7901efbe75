/** The legend: what agents are coloured by, and what the colours mean. */
import { COLOURINGS } from "../colourings.js";
import { categoryName, coloursFor } from "../legend-colours.js";
import { make } from "./dom.js";

const MOST_ROWS = 14;
const RECORDED = new Set(["group", "speed", "density", "status", "activity"]);
const REFRESH_MS = 250;

/** How many agents have each value of a category, by value in ascending order. */
export function countValues(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => a[0] - b[0]);
}

/* Groups that have no agents now are listed too: their agents may have left. */
function withEmptyGroups(rows, colouring, state) {
  if (COLOURINGS[colouring].name !== "group") return rows;
  const known = new Map(rows);
  (state.groups ?? []).slice(0, MOST_ROWS).forEach((_, i) => {
    if (!known.has(i + 1)) known.set(i + 1, 0);
  });
  return [...known].sort((a, b) => a[0] - b[0]);
}

/** What the symbols on the ground mean: those that the world has. */
export function symbolsOf(state, theme) {
  const symbols = [];
  const add = (colour, text, isThere) => isThere && symbols.push({ colour, text });
  const goals = (state.goals ?? []).filter(({ shape }) => shape !== "direction");
  const doors = (state.obstacles ?? []).filter(({ kind }) => kind === "door");
  add(theme.goal, "goal · agents that arrived", goals.some(({ open }) => open !== false));
  add(theme.neutral, "closed goal", goals.some(({ open }) => open === false));
  add(theme.doorOpen, "open door", doors.some(({ closed }) => !closed));
  add(theme.door, "closed door", doors.some(({ closed }) => closed));
  add(theme.obstacle, "moving obstacle", doors.length < (state.obstacles ?? []).length);
  add(theme.belt, "queue", (state.queues ?? []).length > 0);
  add(theme.link, "area · agents inside", (state.areas ?? []).length > 0);
  return symbols;
}

export class Legend {
  constructor(app, element) {
    this.app = app;
    this.select = make("select", { "aria-label": "Colour agents by",
      onchange: () => app.setColouring(Number(this.select.value)) },
    ...COLOURINGS.map(({ label }, i) => make("option", { value: i }, label)));
    for (const option of this.select.options) option.hidden = !this.isOffered(option.index);
    this.body = make("div");
    element.append(make("div.legend-head", {}, make("label", {}, "Colour"), this.select),
      this.body);
    this.shown = "";
    this.time = 0;
    app.on("colouring", () => this.show(true));
    app.on("theme", () => this.show(true));
    app.on("runs", () => this.show(true));
    app.on("frame", () => this.show(false));
    app.on("layer", () => this.show(true));
    app.on("heat", () => this.show(true));
    app.on("show", () => this.show(true));
    app.on("play", () => this.show(true));
    this.show(true);
  }

  /* Trajectories do not hold everything. */
  isOffered(colouring) {
    return !this.app.run.description.recorded || RECORDED.has(COLOURINGS[colouring].name);
  }

  show(force) {
    const now = performance.now();
    if (!force && this.app.isPlaying && now - this.time < REFRESH_MS) return;
    this.time = now;
    const { app } = this;
    this.select.value = String(app.colouring);
    const { kind } = COLOURINGS[app.colouring];
    const parts = kind === "scale" ? [this.scale(COLOURINGS[app.colouring])] : this.categories();
    if (app.show.heat) parts.push(...this.heat());
    if (app.show.goals) parts.push(this.symbols());
    if (app.run.description.layers.length > 1) parts.push(this.storeys());
    const key = parts.map((part) => part.outerHTML).join("");
    if (key === this.shown) return;
    this.shown = key;
    const focused = document.activeElement?.dataset?.layer;
    this.body.replaceChildren(...parts);
    if (focused) this.body.querySelector(`[data-layer="${focused}"]`)?.focus();
  }

  ramp(colours) {
    const stops = Array.from({ length: 17 }, (_, i) => colours[Math.round((255 * i) / 16)]);
    return make("div.ramp", { style: `background: linear-gradient(90deg, ${stops.join(", ")})` });
  }

  scale({ top, unit }) {
    const more = top === 100 ? "" : " or more";
    return make("div", {}, this.ramp(this.app.theme.ramp), make("div.ticks", {},
      make("span", {}, "0"), make("span", {}, String(top / 2)),
      make("span", {}, `${top} ${unit}${more}`)));
  }

  categories() {
    const { app } = this;
    const { frame, state } = app.run;
    if (frame.colouring !== app.colouring) return [];
    const colours = coloursFor(app.colouring, app.theme);
    const rows = withEmptyGroups(countValues(frame.value), app.colouring, state);
    const list = rows.slice(0, MOST_ROWS).map(([value, count]) => make("li", {},
      make("span.swatch", { style: `background: ${colours[value % colours.length]}` }),
      make("span.name", {}, categoryName(app.colouring, value, state)),
      make("span.count", {}, String(count))));
    if (rows.length > MOST_ROWS) {
      list.push(make("li", {}, make("span.name", {}, `${rows.length - MOST_ROWS} more`)));
    }
    return [make("ul.legend-list", {}, ...list)];
  }

  symbols() {
    return make("ul.legend-list.symbols", {}, ...symbolsOf(this.app.run.state, this.app.theme)
      .map(({ colour, text }) => make("li", {}, make("span.swatch.bar",
        { style: `background: ${colour}` }), make("span.name", {}, text))));
  }

  heat() {
    const top = this.app.view.painter?.heat.top ?? 0;
    return [make("div.ticks", { style: "margin-top: 8px" }, make("span", {}, "mean density")),
      this.ramp(this.app.theme.ramp), make("div.ticks", {}, make("span", {}, "0"),
        make("span", {}, `${Number(top.toPrecision(2))} persons per m²`))];
  }

  storeys() {
    const { app } = this;
    return make("div.storeys", { role: "group", "aria-label": "Layers" },
      ...app.run.description.layers.map(({ name }, i) => {
        const visible = !app.hiddenLayers.has(i);
        return make("button.chip", { type: "button", "aria-pressed": String(visible),
          "data-layer": i, onclick: () => app.setLayer(i, app.hiddenLayers.has(i)) },
        name || `layer ${i}`);
      }));
  }
}
