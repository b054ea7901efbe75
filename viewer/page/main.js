/** Starts the page with hosts that are open. */
import { App } from "./app.js";
import { colouringByName } from "./colourings.js";
import { applyLink, keepLink } from "./link-state.js";
import { addPanels } from "./panels/index.js";
import { addControls } from "./ui/controls.js";

const FEW_AGENTS = 400; // so few have trails from the start
const TRAILS = 3; // s

/* Layers above each other are best seen from the side. */
function isStack({ layers }) {
  return layers.length > 1;
}

function drawForever(app) {
  const draw = (now) => {
    app.player.tick(now / 1000);
    app.camera.tick(now);
    for (const view of app.views) view.draw(now);
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}

/**
 * @param {{host: object, name: string}[]} opened one or two
 * @returns {Promise<App>}
 */
export async function start(opened) {
  const app = new App(document.body);
  globalThis.wend = app; // for tests, and for those that look under the bonnet
  app.colouring = Math.max(0, colouringByName(app.link.get("colour") ?? ""));
  for (const { host, name } of opened) await app.addRun(host, name);
  await app.player.enter();
  if (app.player.isAttached) await app.player.attached.begin();
  if (app.run.description.note) app.toast(app.run.description.note);
  if (app.run.frame.count <= FEW_AGENTS) app.show.trails = TRAILS;
  addControls(app);
  addPanels(app);
  if (isStack(app.run.description)) app.setTilted(true, false);
  else app.view.fit();
  app.setShow({});
  drawForever(app);
  await applyLink(app);
  keepLink(app);
  document.documentElement.dataset.ready = "true";
  requestAnimationFrame(() => {
    app.readyAt = performance.now(); // ms from the start of the page to its first picture
  });
  return app;
}
