/** The controls of the page that are not in panels, and their keys. */
import { addAboutPanel } from "./about-panel.js";
import { addComparePanel } from "./compare-panel.js";
import { addHeader } from "./header.js";
import { addRulers } from "./rulers.js";
import { addShownPanel } from "./shown-panel.js";
import { addSummary } from "./summary.js";
import { iconButton, make } from "./dom.js";
import { ICONS } from "./icons.js";
import { Legend } from "./legend.js";
import { TimeBar } from "./timebar.js";

const ZOOM = 1.4;
const PAN_PX = 60;
const SPEED_FACTOR = 10 ** 0.25;

function zoomBy(app, factor) {
  const { view, camera } = app;
  camera.change(() => camera.zoom(factor, view.width / 2, view.height / 2, view.width, view.height),
    app.isAnimated);
  app.cameraMoved();
}

function addZoom(app, element) {
  const tilt = iconButton(ICONS.tilt, "Tilted view (t)", () => app.setTilted(!app.camera.isTilted),
    { "aria-pressed": "false" });
  const follow = iconButton(ICONS.follow, "Follow the selected agent", () => toggleFollow(app),
    { "aria-pressed": "false", disabled: true });
  element.append(iconButton(ICONS.plus, "Zoom in (+)", () => zoomBy(app, ZOOM)),
    iconButton(ICONS.minus, "Zoom out (-)", () => zoomBy(app, 1 / ZOOM)),
    iconButton(ICONS.fit, "Show everything (f)", () => app.view.fit(app.isAnimated)), tilt, follow);
  const show = () => {
    tilt.setAttribute("aria-pressed", String(app.wantsTilt));
    follow.disabled = app.selected === null;
    follow.setAttribute("aria-pressed", String(app.view.followed !== null));
  };
  for (const name of ["camera", "select", "follow", "runs"]) app.on(name, show);
}

function toggleFollow(app) {
  const { view, selected } = app;
  view.follow(view.followed === null && selected ? selected.slot : null);
}

function addKeys(app) {
  const { player } = app;
  const add = (section, key, text, run) => app.keys.add({ section, key, text, run });
  add("Time", " ", "play or pause", () => (app.isPlaying ? app.pause() : app.play()));
  add("Time", "ArrowRight", "one step on", () => player.step(1));
  add("Time", "ArrowLeft", "one step back", () => player.step(-1));
  add("Time", "PageDown", "ten seconds on", () => player.skip(10));
  add("Time", "PageUp", "ten seconds back", () => player.skip(-10));
  add("Time", "Home", "start again", () => player.restart());
  add("Time", ".", "faster", () => player.setSpeed(player.clock.speed * SPEED_FACTOR));
  add("Time", ",", "slower", () => player.setSpeed(player.clock.speed / SPEED_FACTOR));
  add("View", "+", "zoom in", () => zoomBy(app, ZOOM));
  add("View", "-", "zoom out", () => zoomBy(app, 1 / ZOOM));
  add("View", "f", "show everything", () => app.view.fit(app.isAnimated));
  add("View", "t", "look from above, or from the side", () => app.setTilted(!app.wantsTilt));
  for (const [key, dx, dy] of [["ArrowLeft", 1, 0], ["ArrowRight", -1, 0], ["ArrowUp", 0, 1],
    ["ArrowDown", 0, -1]]) {
    add("View", `Shift+${key}`, "move the view", () => {
      app.view.follow(null);
      app.camera.pan(PAN_PX * dx, PAN_PX * dy);
      app.cameraMoved();
    });
  }
  add("View", "#", "grid and coordinates", () => app.setShow({ grid: !app.show.grid }));
  add("View", "h", "heat map", () => app.setShow({ heat: !app.show.heat }));
  add("View", "d", "light or dark", () => app.themes.toggle());
  add("Agents", "y", "follow the selected agent", () => toggleFollow(app));
  add("Agents", "Escape", "select nothing, close the panel", () => {
    if (app.selected) app.select(null);
    else app.showPanel(null);
  });
}

export function addControls(app) {
  const find = (id) => app.root.querySelector(`#${id}`);
  addHeader(app, find("top"));
  app.legend = new Legend(app, find("legend"));
  app.timeBar = new TimeBar(app, find("timebar"));
  addZoom(app, find("zoom"));
  addRulers(app, find("rulers"));
  addSummary(app, find("summary"));
  addShownPanel(app);
  addComparePanel(app);
  addAboutPanel(app);
  addKeys(app);
  find("rail").append(make("span.spring"), Object.assign(iconButton(ICONS.theme,
    "Light or dark (d)", () => app.themes.toggle()), { style: "order: 99" }));
}
