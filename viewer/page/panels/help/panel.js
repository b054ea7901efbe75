/** The help panel: a short tour, keys, and what colours and marks mean. */
import { button, el, fill } from "../common/dom.js";
import { colourOf } from "../common/colours.js";
import { PANEL_ICONS } from "../common/icons.js";
import { MARKS, MODE_KEYS, POINTER, THINGS, TOUR } from "./texts.js";

/** Names of keys for the user. */
const KEY_NAMES = { " ": "Space", Escape: "Esc", ArrowLeft: "←", ArrowRight: "→",
  ArrowUp: "↑", ArrowDown: "↓" };

/** A key of the list of keys in words. */
export function keyText(key) {
  const shift = key.startsWith("Shift+") ? "Shift + " : "";
  const bare = shift ? key.slice(6) : key;
  return shift + (KEY_NAMES[bare] ?? (/^[a-z]$/.test(bare) ? bare.toUpperCase() : bare));
}

/** The keys by section, in the order in which sections first appear. */
export function sectionsOf(list) {
  const sections = new Map();
  for (const { section, key, text } of list) {
    if (!text) continue;
    if (!sections.has(section)) sections.set(section, []);
    sections.get(section).push([keyText(key), text]);
  }
  return [...sections];
}

class HelpPanel {
  constructor(element, app) {
    this.app = app;
    this.tour = el("ol.tour");
    this.colours = el("div.help-colours");
    this.keys = el("div.help-keys");
    fill(element, el("h3", {}, "What am I looking at?"), this.tour, this.colours, this.keys);
    app.on("theme", () => this.drawColours());
  }

  show() {
    this.drawTour();
    this.drawColours();
    this.drawKeys();
  }

  drawTour() {
    fill(this.tour, TOUR.map(({ title, text, panel }) => el("li", {},
      el("strong", {}, `${title}. `), text, panel && [" ",
        button("Show", () => this.app.showPanel(panel), { "aria-label": `show: ${title}` })])));
  }

  drawColours() {
    const list = (items) => el("ul.marks", {}, items.map(({ colour, sample, title, text }) => {
      const shown = el(`span.sample.${sample}`, { "aria-hidden": "true" });
      shown.style.setProperty("--c", colourOf(this.app.theme, colour));
      return el("li", {}, shown, el("span", {}, el("strong", {}, title), text ? `: ${text}` : ""));
    }));
    fill(this.colours, el("h3", {}, "Colours of the scene"), list(THINGS),
      el("h3", {}, "Marks of the inspector"), list(MARKS));
  }

  drawKeys() {
    const table = (rows) => el("table.keys", {}, el("tbody", {}, rows.map(([key, text]) =>
      el("tr", {}, el("th", { scope: "row" }, el("kbd", {}, key)), el("td", {}, text)))));
    fill(this.keys, el("h3", {}, "Pointer"), table(POINTER),
      sectionsOf(this.app.keys.list).map(([section, rows]) => [el("h3", {}, `Keys: ${section}`),
        table(rows)]),
      el("h3", {}, "Keys of tools"), table(MODE_KEYS));
  }
}

export function addHelp(app) {
  let panel = null;
  app.addPanel({
    id: "help", title: "Help", icon: PANEL_ICONS.help, key: "?", order: 90,
    create: (element) => {
      panel = new HelpPanel(element, app);
    },
    show: () => panel.show(),
  });
}
