/** The header: what the scenario is called, and its figures now. */
import { make } from "./dom.js";

const LOGO = '<path d="M4 24c6 0 6-16 12-16s6 16 12 16" fill="none" stroke="#0072b2" '
  + 'stroke-width="4" stroke-linecap="round"/><circle cx="27" cy="24" r="4" fill="#d55e00"/>';

/** The figures of a run, each with a text. `minor` ones are left out on small screens. */
export function figuresOf(state) {
  const figures = [
    { id: "agents", name: "agents", value: String(state.agents) },
    { id: "arrived", name: "arrived", value: String(state.arrived) },
    { id: "speed", name: "m/s mean speed", value: (state.mean_speed ?? 0).toFixed(2), minor: true },
  ];
  if (state.waiting_to_enter > 0) {
    figures.splice(1, 0, { id: "waiting", name: "to enter", minor: true,
      value: String(state.waiting_to_enter) });
  }
  if (state.overlaps > 0) {
    figures.push({ id: "overlaps", name: "overlaps", value: String(state.overlaps), minor: true,
      title: "Pairs of agents that overlap now" });
  }
  return figures;
}

/** The comment at the beginning of a scenario file: what there is to see. */
export function introductionOf(text) {
  const lines = [];
  for (const line of text.split("\n", 40)) {
    if (!line.startsWith("#")) break;
    lines.push(line.replace(/^#+\s*/, "").trim());
  }
  const words = lines.join(" ").replace(/^Look for: /, "").replaceAll("`", "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function addHeader(app, top) {
  const logo = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  logo.setAttribute("viewBox", "0 0 32 32");
  logo.setAttribute("aria-hidden", "true");
  logo.innerHTML = LOGO;
  const title = make("h1");
  const figures = make("div.figures");
  const about = make("p.about-line");
  top.append(make("div.brand", {}, logo, title), about, figures);
  const shown = new Map();

  function showState(run) {
    if (run !== app.run) return;
    const list = figuresOf(run.state);
    if (list.map(({ id }) => id).join() !== [...shown.keys()].join()) {
      shown.clear();
      figures.replaceChildren(...list.map(({ id, name, minor, title = null }) => {
        const value = make("b");
        shown.set(id, value);
        return make(`div.figure${minor ? ".minor" : ""}`, { title }, value, make("span", {}, name));
      }));
    }
    for (const { id, value } of list) {
      if (shown.get(id).textContent !== value) shown.get(id).textContent = value;
    }
  }

  function showRun() {
    title.textContent = app.run.description.title || "untitled scenario";
    document.title = `${title.textContent} · wend`;
    about.textContent = introductionOf(app.run.description.text ?? "");
    about.title = about.textContent;
    showState(app.run);
  }
  app.on("runs", showRun);
  app.on("state", showState);
  showRun();
}
