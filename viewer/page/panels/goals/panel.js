/** The panel of goals and groups: what the scene holds, with the present counts. */
import { el, fill } from "../common/dom.js";
import { short, withUnit } from "../common/format.js";
import { PANEL_ICONS } from "../common/icons.js";
import { COLOURINGS } from "../../colourings.js";
import { countValues, tablesOf } from "./tables.js";

const LEAST_WAIT = 200; // ms
const MOST_ROWS = 200;

class GoalsPanel {
  constructor(element, app) {
    this.app = app;
    this.open = false;
    this.timer = 0;
    this.pinned = null;
    this.shape = "";
    this.cells = [];
    this.figures = el("p.figures");
    this.tables = el("div.goal-tables");
    fill(element, this.figures, this.tables,
      el("p.hint", {}, "Point at a line to see it in the view; click to keep it lit."));
    app.on("frame", (run) => run === app.run && this.later());
    app.on("runs", () => this.later());
  }

  show() {
    this.open = true;
    this.draw();
  }

  hide() {
    this.open = false;
    this.pinned = null;
    this.app.view.highlight([]);
  }

  later() {
    if (!this.open || this.timer !== 0) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.open) this.draw();
    }, LEAST_WAIT);
  }

  draw() {
    const { state, finish } = this.app.run;
    fill(this.figures, `${state.agents} agents, ${state.arrived} arrived; mean speed `,
      `${withUnit(state.mean_speed, "m/s")}, largest density `,
      `${short(state.max_density, 3)} per m²${finish ? `; ${finish}` : ""}`);
    const tables = tablesOf(state);
    this.addGroupCounts(tables);
    const shape = JSON.stringify(tables.map(({ title, rows }) => [title, rows.map((r) =>
      r.cells[0])]));
    if (shape !== this.shape) this.build(tables, shape);
    else this.update(tables);
  }

  /** Groups are counted from the frame while agents are coloured by group. */
  addGroupCounts(tables) {
    const groups = tables.find(({ title }) => title === "Groups");
    if (!groups || COLOURINGS[this.app.colouring].name !== "group") return;
    const counts = countValues(this.app.run.frame.value);
    for (const row of groups.rows) row.cells[1] = counts.get(row.group + 1) ?? 0;
  }

  build(tables, shape) {
    this.shape = shape;
    this.cells = [];
    fill(this.tables, tables.map((table) => {
      const rows = table.rows.slice(0, MOST_ROWS).map((row) => this.row(row));
      this.cells.push(rows.map(({ cells }) => cells));
      return [el("h3", {}, table.title), el("table.goals", {}, el("thead", {}, el("tr", {},
        table.columns.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map(({ element }) => element)))];
    }));
  }

  row(row) {
    const [first, ...rest] = row.cells;
    const lit = row.highlight.length > 0;
    const name = lit ? el("button.link", { type: "button", "aria-pressed": "false",
      onclick: (event) => this.pin(row, event.currentTarget) }, first) : first;
    const cells = rest.map((value) => el("td.number", {}, value));
    const element = el("tr", lit ? { onpointerenter: () => this.app.view.highlight(row.highlight),
      onpointerleave: () => this.app.view.highlight(this.pinned?.highlight ?? []) } : {},
    el("td", {}, name), cells);
    return { element, cells };
  }

  pin(row, control) {
    for (const other of this.tables.querySelectorAll("[aria-pressed=true]")) {
      other.setAttribute("aria-pressed", "false");
    }
    this.pinned = this.pinned?.cells[0] === row.cells[0] ? null : row;
    if (this.pinned) control.setAttribute("aria-pressed", "true");
    this.app.view.highlight(this.pinned?.highlight ?? []);
  }

  update(tables) {
    tables.forEach((table, t) => table.rows.slice(0, MOST_ROWS).forEach((row, r) =>
      row.cells.slice(1).forEach((value, c) => {
        const cell = this.cells[t][r][c];
        if (cell.textContent !== String(value)) cell.textContent = value;
      })));
  }
}

export function addGoals(app) {
  let panel = null;
  app.addPanel({
    id: "goals", title: "Goals and groups", icon: PANEL_ICONS.goals, key: "q", order: 35,
    create: (element) => {
      panel = new GoalsPanel(element, app);
    },
    show: () => panel.show(),
    hide: () => panel.hide(),
  });
}
