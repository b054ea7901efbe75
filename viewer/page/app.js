/** The page as a whole: its runs, what is selected, and the events that its parts listen to. */
import { Emitter } from "./events.js";
import { EngineOverlays } from "./engine-overlays.js";
import { layerSpacing } from "./layer-stack.js";
import { Link } from "./link.js";
import { Player } from "./player.js";
import { Run } from "./run.js";
import { nameRuns } from "./run-names.js";
import { Sidebar } from "./ui/sidebar.js";
import { Keys } from "./ui/keys.js";
import { ThemeChoice } from "./ui/theme-choice.js";
import { toast } from "./ui/toast.js";
import { View } from "./view/view.js";
import { Camera } from "./view/camera.js";
import { COLOURINGS } from "./colourings.js";

const TILT = (52 * Math.PI) / 180;
const TURN = (-24 * Math.PI) / 180;

/**
 * Events: `state` (a new state is shown), `frame` (a new frame is shown), `select`, `change` (a
 * message has changed the world), `theme`, `layer` (layers were shown or hidden), `show` (what is
 * drawn has changed), `colouring`, `play`, `runs` (a run was added or removed, or another one is
 * active), `panel`, `drawer` (its size has changed), `restart`,
 * `speed`, `camera`, `follow`, `tool`, `pointer`.
 */
export class App extends Emitter {
  /** @param {HTMLElement} root the element with the shell (page/index.html) */
  constructor(root) {
    super();
    this.root = root;
    this.link = new Link();
    this.themes = new ThemeChoice(this);
    this.colouring = 0;
    /** @type {Run[]} one, or two in compare mode */
    this.runs = [];
    /** @type {View[]} the view of each run */
    this.views = [];
    this.active = 0;
    /** @type {{key: string, slot: number} | null} */
    this.selected = null;
    this.camera = new Camera();
    /** Whether the camera shows everything, and goes on to do so when the window changes. */
    this.fitted = false;
    /** Layers that are not shown, by index. */
    this.hiddenLayers = new Set();
    /** What is drawn; `trails` is their length in s. */
    this.show = { agents: true, goals: true, names: true, grid: false, heat: false, trails: 0 };
    this.player = new Player(this);
    this.overlays = new EngineOverlays(this);
    this.keys = new Keys(this);
    this.on("drawer", () => this.runs.length > 1 && this.layoutViews());
    this.sidebar = new Sidebar(this, root);
  }

  /** The run that panels show. */
  get run() {
    return this.runs[this.active];
  }

  /** The view of that run. */
  get view() {
    return this.views[this.active];
  }

  /** @type {import("./theme.js").Theme} */
  get theme() {
    return this.themes.theme;
  }

  /** Opens a run and shows it in a view of its own. */
  async addRun(host, name) {
    const run = await new Run(host, name).open(this.colouring);
    this.runs.push(run);
    this.views.push(new View(this, run, this.root.querySelector("#views")));
    host.onclose = (reason) => this.toast(`The run has ended: ${reason}`, "error");
    this.runsChanged();
    return run;
  }

  /* Names the views, and reports that runs have changed. */
  runsChanged() {
    this.nameViews();
    this.layoutViews();
    this.emit("runs");
    this.shown(this.run);
  }

  /* Two views lie beside or above each other, whichever shows more. */
  layoutViews() {
    const { low, high } = this.run.description;
    const stage = this.root.querySelector("#stage");
    const [width, height] = [high[0] - low[0], high[1] - low[1]];
    const beside = Math.min(stage.clientWidth / 2 / width, stage.clientHeight / height);
    const above = Math.min(stage.clientWidth / width, stage.clientHeight / 2 / height);
    this.root.querySelector("#views").classList.toggle("stacked", this.runs.length > 1
      && above > beside);
  }

  nameViews() {
    const names = nameRuns(this.runs);
    this.views.forEach((view, i) => view.setName(names[i], i === this.active));
  }

  /** Closes a run that is not the only one. */
  removeRun(index) {
    if (this.runs.length < 2) return;
    const [run] = this.runs.splice(index, 1);
    const [view] = this.views.splice(index, 1);
    this.active = 0;
    view.close();
    run.close();
    this.select(null);
    this.runsChanged();
  }

  /** Makes a run the one that panels show. */
  activate(index) {
    if (index === this.active || !this.runs[index]) return;
    this.active = index;
    this.select(null);
    this.runsChanged();
  }

  /** Reports that a run shows another state and frame. */
  shown(run) {
    if (this.runs.length > 1) this.nameViews();
    this.emit("state", run);
    this.emit("frame", run);
  }

  /** Selects an agent of the active run; null: none. */
  select(agent) {
    if (agent?.slot === this.selected?.slot && agent?.key === this.selected?.key) return;
    this.selected = agent;
    this.link.set("agent", agent ? agent.key : null);
    this.emit("select", agent);
  }

  /** Selects the agent in a slot, if there is one. */
  async selectSlot(slot) {
    const run = this.run;
    try {
      const key = await run.keyOf(slot);
      if (run === this.run && key !== null) this.select({ key, slot });
    } catch (error) {
      this.toast(error.message, "error");
    }
  }

  /** Changes what is drawn, such as {grid: true}. */
  setShow(changes) {
    Object.assign(this.show, changes);
    this.emit("show", this.show);
  }

  /** Shows or hides a layer; the last one that is shown stays. */
  setLayer(index, visible) {
    if (visible) this.hiddenLayers.delete(index);
    else if (this.hiddenLayers.size + 1 < this.run.description.layers.length) {
      this.hiddenLayers.add(index);
    }
    this.emit("layer");
  }

  /** What the legend covers at the lower left of a view, px; null: nothing. */
  legendBox(view) {
    const legend = this.root.querySelector("#legend");
    if (view !== this.views[0] || !legend || legend.offsetWidth === 0) return null;
    return { width: legend.offsetWidth, height: legend.offsetHeight };
  }

  /** The height of what panels cover at the bottom of a view, px: of sheets on small screens. */
  sheetHeight(view) {
    const sheet = this.root.querySelector("#drawer");
    const stage = this.root.querySelector("#stage");
    const isOver = sheet.offsetWidth > 0.8 * stage.offsetWidth;
    return isOver ? Math.max(0, sheet.offsetHeight - stage.offsetHeight + view.element.offsetTop
      + view.height) : 0;
  }

  /** What the buttons of the camera cover at the right of a view, px; on small screens, little. */
  zoomWidth(view) {
    const isWide = view === this.views.at(-1) && view.width > 700;
    return isWide ? this.root.querySelector("#zoom").offsetWidth : 0;
  }

  /** Whether things may move on screen for the sake of looks. */
  get isAnimated() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** The height of a layer above the one below, m: so that both can be seen. */
  get layerSpacing() {
    return layerSpacing(this.run.description.layers);
  }

  /** Whether the view is tilted, or about to be. */
  get wantsTilt() {
    return (this.camera.motion?.to ?? this.camera).tilt > 0;
  }

  /** Looks from above (false), or from the side, with layers above each other (true). */
  setTilted(tilted, animated = this.isAnimated) {
    const { camera } = this;
    camera.spacing = this.layerSpacing;
    camera.change(() => {
      camera.set({ tilt: tilted ? TILT : 0, turn: tilted ? TURN : 0 });
      this.view.fit();
    }, animated);
    this.emit("camera");
  }

  /** Reports that the user has moved the camera. */
  cameraMoved() {
    this.fitted = false;
    this.emit("camera");
  }

  /** Adds a second run, equal to the one that is shown, for comparison. */
  async compare() {
    if (this.runs.length > 1) return;
    await this.pause();
    try {
      const host = await this.run.host.clone();
      await host.load(await this.run.host.save());
      await this.addRun(host, "");
      this.view.fit(this.isAnimated);
    } catch (error) {
      this.toast(error.message, "error");
    }
  }

  /**
   * Sends a message to the active run. An error is shown as a toast.
   * @param {object} message docs/viewer.md, Messages
   * @returns {Promise<object | null>} the answer, or null after an error
   */
  async ask(message) {
    const run = this.run;
    try {
      const answer = await run.ask(message);
      await this.player.refresh(run);
      return answer;
    } catch (error) {
      this.toast(error.message, "error");
      return null;
    }
  }

  /** Sends a message that changes the world, and reports the event `change` if it succeeds. */
  async change(message) {
    const answer = await this.ask(message);
    if (answer !== null) this.emit("change", message);
    return answer;
  }

  /** Shows a short text for a while. `kind` is `info` or `error`. */
  toast(text, kind = "info") {
    toast(this.root, text, kind);
  }

  get isPlaying() {
    return this.player.playing;
  }
  play() {
    this.player.play();
  }
  pause() {
    return this.player.pause();
  }
  /** Goes to a step exactly, backwards or forwards. */
  seek(step) {
    return this.player.seek(step);
  }

  /** Colours agents by a colouring (docs/viewer.md, Frames). */
  async setColouring(colouring) {
    if (!COLOURINGS[colouring] || colouring === this.colouring) return;
    this.colouring = colouring;
    this.link.set("colour", colouring === 0 ? null : COLOURINGS[colouring].name);
    this.emit("colouring", colouring);
    for (const run of this.runs) await this.player.refresh(run);
  }

  /**
   * Adds a panel to the side bar.
   * @param {{id: string, title: string, icon?: string, key?: string, order?: number,
   *   create: (element: HTMLElement, app: App) => void, show?: () => void,
   *   hide?: () => void}} panel `icon` is the content of an SVG of 24 x 24; `key` opens the panel
   */
  addPanel(panel) {
    this.sidebar.add(panel);
  }

  /** Shows a panel, or hides the panel that is shown (null). */
  showPanel(id) {
    this.sidebar.show(id);
  }
}
