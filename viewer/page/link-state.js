/**
 * What a link says about the page, both ways: `step` or `t` (s), `agent` (a key), `cam` (x, y,
 * scale and, if tilted, angles), `colour`, `show`, `hide` (layers), `overlays`, `panel`, `speed`.
 */
import { colouringByName } from "./colourings.js";
import { parseNumbers } from "./link.js";

const FLAGS = ["agents", "goals", "names", "grid", "heat"];
const LONGEST_TRAIL = 60;

/** What is drawn as text: what is on, and the length of trails. */
export function formatShow(show) {
  return [...FLAGS.filter((name) => show[name]), `trails:${show.trails}`].join(",");
}

/** The opposite of formatShow; unknown names are left out. */
export function parseShow(text) {
  const names = text.split(",");
  const show = Object.fromEntries(FLAGS.map((name) => [name, names.includes(name)]));
  const trails = Number(names.find((name) => name.startsWith("trails:"))?.slice(7) ?? 0);
  show.trails = trails >= 0 && trails <= LONGEST_TRAIL ? trails : 0;
  return show;
}

/** The camera as text. */
export function formatCamera({ x, y, scale, tilt, turn }) {
  const short = (value) => String(Number(value.toFixed(2)));
  const numbers = [x, y, scale];
  if (tilt > 0) numbers.push(tilt, turn);
  return numbers.map(short).join(",");
}

/** The opposite of formatCamera, or null. */
export function parseCamera(text) {
  const numbers = parseNumbers(text, 3) ?? parseNumbers(text, 5);
  if (!numbers || numbers[2] <= 0) return null;
  const [x, y, scale, tilt = 0, turn = 0] = numbers;
  return { x, y, scale, tilt, turn };
}

async function applyTime(app) {
  const { link, run } = app;
  const time = Number(link.get("t") ?? NaN);
  const step = Number(link.get("step") ?? Math.round(time / run.description.dt));
  if (Number.isSafeInteger(step) && step >= 0 && step !== run.state.step) await app.seek(step);
}

async function applyAgent(app) {
  const key = app.link.get("agent");
  if (!key || !/^\d{1,20}$/.test(key) || app.selected?.key === key) return;
  try {
    const { slot } = await app.run.ask({ do: "explain", key });
    app.select({ key, slot });
  } catch {
    app.toast(`There is no agent with the key ${key} at this time.`);
  }
}

/** Applies the link to the page. */
export async function applyLink(app) {
  const { link } = app;
  const show = link.get("show");
  if (show !== null) app.setShow(parseShow(show));
  const speed = Number(link.get("speed") ?? NaN);
  if (speed > 0) app.player.setSpeed(speed);
  for (const text of (link.get("hide") ?? "").split(",")) {
    if (/^\d{1,3}$/.test(text)) app.setLayer(Number(text), false);
  }
  const camera = parseCamera(link.get("cam") ?? "");
  if (camera) {
    app.camera.spacing = app.layerSpacing;
    app.camera.set(camera);
    app.cameraMoved();
  }
  const colouring = colouringByName(link.get("colour") ?? "");
  if (colouring >= 0) await app.setColouring(colouring);
  await applyTime(app);
  await applyAgent(app);
  const known = new Set((app.run.description.overlays ?? []).map(({ name }) => name));
  for (const name of (link.get("overlays") ?? "").split(",")) {
    if (known.has(name)) await app.overlays.toggle(name, true);
  }
  if (link.get("panel")) app.showPanel(link.get("panel"));
}

/** Keeps the link up to date with what a user does. */
export function keepLink(app) {
  const { link } = app;
  app.on("camera", () => link.set("cam", app.fitted && !app.wantsTilt ? null
    : formatCamera(app.camera.motion?.to ?? app.camera)));
  app.on("show", (show) => link.set("show", formatShow(show)));
  app.on("layer", () => link.set("hide", [...app.hiddenLayers].join(",") || null));
  app.on("speed", (speed) => link.set("speed", speed === 1 ? null : speed));
  app.on("state", (run) => {
    if (run !== app.run || app.isPlaying) return;
    link.set("t", null);
    link.set("step", run.state.step <= 1 ? null : run.state.step);
  });
  addEventListener("hashchange", () => {
    link.read();
    applyLink(app);
  });
}
