/**
 * The inspector: why an agent does what it does. It asks for an explanation of the selected agent
 * whenever the world changes, and only while it is open.
 */
import { button, el, factTable, fill } from "../common/dom.js";
import { colourOf } from "../common/colours.js";
import { ACTIVITIES } from "../../frame.js";
import { factsOf } from "./facts.js";
import { AgentHistory } from "./history.js";
import { highlightsOf, lightUp, subjectAt } from "./links.js";
import { effectsOf } from "./marks.js";
import { showOverlays } from "./overlay.js";
import { fillDrawing, fillEffects, fillLegend, fillPast } from "./parts.js";
import { sceneOf } from "./scene.js";
import { KeyboardSteering } from "./steering.js";

/** ms between two explanations while the world runs. */
const LEAST_WAIT = 80;

export class Inspector {
  constructor(element, app) {
    this.app = app;
    this.element = element;
    this.open = false;
    this.asking = false;
    this.again = false;
    this.lastAsked = 0;
    this.explanation = null;
    this.scene = null;
    this.lit = null;
    this.history = new AgentHistory();
    this.steering = new KeyboardSteering(app, () => this.drawActions());
    this.build();
    app.on("select", () => this.selected());
    app.on("frame", (run) => run === app.run && this.moved());
    app.on("change", () => this.request());
    app.on("theme", () => this.drawWorld());
    app.on("runs", () => this.selected());
  }

  build() {
    const parts = ["empty", "sentence", "actions", "drawing", "legend", "effects", "facts", "past"];
    this.parts = Object.fromEntries(parts.map((name) => [name, el(`div.inspector-${name}`)]));
    fill(this.parts.empty,
      el("p", {}, "Click an agent to see why it moves as it does: what its models see, ",
        "which velocities they forbid, and which one it has chosen."),
      button("Pick the agent in the middle", () => this.pickAny()));
    this.drawing = el("div");
    this.parts.sentence.setAttribute("aria-live", "polite");
    this.enlarge = button("Enlarge", () => this.setLarge(!this.isLarge),
      { class: "small enlarge" });
    fill(this.parts.drawing, this.enlarge, this.drawing);
    this.parts.drawing.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isLarge) return;
      event.stopPropagation();
      this.setLarge(false);
    });
    this.listen();
    this.content = el("div.inspector-content", { hidden: true },
      parts.slice(1).map((name) => this.parts[name]));
    fill(this.element, this.parts.empty, this.content);
    const focused = () => (this.content.contains(document.activeElement)
      ? subjectAt(document.activeElement) : null);
    const point = (event) => this.light(subjectAt(event.target) ?? focused());
    for (const type of ["pointerover", "focusin"]) this.content.addEventListener(type, point);
    for (const type of ["pointerleave", "focusout"]) {
      this.content.addEventListener(type, () => this.light(focused()));
    }
  }

  /** Lines of the list are made again at every step, so presses count, not clicks. */
  listen() {
    const { effects } = this.parts;
    const act = (event) => {
      const id = event.target.closest("button") ? subjectAt(event.target) : null;
      const subject = this.effects?.get(id)?.subject;
      if (subject?.kind === "agent" && subject.slot !== undefined) {
        this.app.select({ key: subject.key, slot: subject.slot });
      }
    };
    effects.addEventListener("pointerdown", act);
    effects.addEventListener("click", (event) => event.detail === 0 && act(event));
  }

  get isLarge() {
    return this.parts.drawing.classList.contains("large");
  }

  /** Shows velocity space over the page, or in its place in the panel. */
  setLarge(large) {
    this.parts.drawing.classList.toggle("large", large);
    this.enlarge.textContent = large ? "Close" : "Enlarge";
  }

  show() {
    this.open = true;
    this.selected();
  }

  hide() {
    this.open = false;
    this.steering.stop();
    this.setLarge(false);
    this.history.clear(null);
    this.explanation = null;
    this.light(null);
    this.drawWorld();
  }

  selected() {
    const agent = this.app.selected;
    if (this.steering.active && this.steering.agent.key !== agent?.key) this.steering.stop();
    this.explanation = null;
    if (!this.open) return;
    this.content.hidden = agent === null;
    this.parts.empty.hidden = agent !== null;
    this.light(null);
    if (agent) this.moved();
    else this.drawWorld();
  }

  /** A new frame is shown. */
  moved() {
    if (!this.open || !this.app.selected) return;
    const { slot, key } = this.app.selected;
    const agent = this.app.run.agentBySlot(slot);
    if (agent) {
      this.history.add(key, this.app.run.frame.time, Math.hypot(agent.vx, agent.vy),
        ACTIVITIES[agent.activity] ?? "");
    }
    this.request();
  }

  /** Asks for an explanation now, or when the current one has arrived. */
  request() {
    if (!this.open || !this.app.selected) return;
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    const wait = this.app.isPlaying ? LEAST_WAIT - (performance.now() - this.lastAsked) : 0;
    setTimeout(() => this.ask(), Math.max(0, wait));
  }

  async ask() {
    const { run, selected } = this.app;
    this.lastAsked = performance.now();
    this.again = false;
    try {
      if (this.open && selected) {
        const answer = await run.ask({ do: "explain", key: selected.key });
        if (this.open && this.app.selected?.key === selected.key && this.app.run === run) {
          this.explained(answer);
        }
      }
    } catch (error) {
      this.failed(error, selected);
    }
    this.asking = false;
    if (this.again) this.request();
  }

  failed(error, agent) {
    if (!this.open || this.app.selected?.key !== agent?.key) return;
    this.explanation = null;
    fill(this.parts.sentence, `Agent ${agent.key}: ${error.message}`);
    for (const name of ["legend", "effects", "facts"]) fill(this.parts[name]);
    fill(this.drawing);
    this.drawWorld();
  }

  explained(explanation) {
    this.explanation = explanation;
    this.scene = sceneOf(explanation, (kind, index) => this.nameOf(kind, index));
    fill(this.parts.sentence, explanation.sentence);
    this.drawActions();
    fillDrawing(this.drawing, this.scene, explanation, this.app.run.frame);
    fillLegend(this.parts.legend, this.scene);
    this.drawEffects();
    fill(this.parts.facts, el("h3", {}, "Facts"),
      factTable(factsOf(explanation, this.app.run.state, this.app.run.frame.time)));
    fillPast(this.parts.past, this.history, explanation.max_speed);
    this.drawWorld();
    this.light(this.lit);
  }

  nameOf(kind, index) {
    const list = this.app.run.state?.[`${kind}s`] ?? [];
    return list.find((item) => item.index === index)?.name || null;
  }

  drawActions() {
    const x = this.explanation;
    if (!x) return;
    const { steering, app } = this;
    const key = [x.key, x.label, steering.active, app.run.description.editable].join();
    if (this.actionsOf === key) return;
    this.actionsOf = key;
    const isFixed = !app.run.description.editable;
    const steer = steering.active
      ? button("Stop steering", () => steering.stop(), { "aria-pressed": "true" })
      : button("Steer with keyboard", () => steering.start(this.explanation), { disabled: isFixed,
        title: "arrow keys or WASD; Shift: fast; Esc: stop" });
    const other = (label, name, by) => button(label, () => this.step(by), { "aria-label": name,
      title: name });
    fill(this.parts.actions, other("‹", "previous agent", -1),
      el("strong", {}, `Agent ${x.key}${x.label ? ` (${x.label})` : ""}`),
      other("›", "next agent", 1),
      button("Follow", () => app.view.follow(this.explanation.slot)), steer,
      button("Remove", () => this.remove(), { disabled: isFixed }), steering.active
        && el("p.hint", {}, "Arrow keys or WASD move the agent; Shift: fast; Esc: stop."));
  }

  drawEffects() {
    const effects = effectsOf(this.scene.items, this.scene.chosen,
      this.explanation.preferred);
    const focused = subjectAt(document.activeElement);
    this.effects = new Map(effects.map((effect) => [effect.id, effect]));
    fillEffects(this.parts.effects, effects, this.explanation, this.app.run.frame,
      (kind, index) => this.nameOf(kind, index));
    if (focused) {
      this.parts.effects.querySelector(`[data-subject="${CSS.escape(focused)}"] button`)?.focus();
    }
  }

  drawWorld() {
    if (!this.app.view) return;
    showOverlays(this.app.view, this.open ? this.explanation : null,
      (name) => colourOf(this.app.theme, name));
  }

  /** Lights up an object everywhere; null: none. */
  light(id) {
    this.lit = id;
    lightUp(this.content, id);
    const item = id && this.explanation ? this.scene.items.find((found) => found.id === id) : null;
    const found = item ? highlightsOf(item.mark.subject, this.explanation, this.app.run) : [];
    this.app.view?.highlight(found);
  }

  /** Selects the next agent in the order of slots. */
  step(by) {
    const { frame } = this.app.run;
    if (frame.count === 0) return;
    const at = this.app.selected ? frame.indexOf(this.app.selected.slot) : -1;
    const from = Math.max(at, by < 0 ? 0 : -1);
    this.app.selectSlot(frame.slots[(from + by + frame.count) % frame.count]);
  }

  /** Selects the agent nearest to the middle of the view. */
  pickAny() {
    const { view, run } = this.app;
    const { frame } = run;
    if (frame.count === 0) {
      this.app.toast("There is no agent now.");
      return;
    }
    const box = view.canvas.getBoundingClientRect();
    const middle = view.toWorld(box.width / 2, box.height / 2);
    let best = 0;
    const far = (i) => Math.hypot(frame.x[i] - middle.x, frame.y[i] - middle.y);
    for (let i = 1; i < frame.count; i++) if (far(i) < far(best)) best = i;
    this.app.selectSlot(frame.slots[best]);
  }

  async remove() {
    const { key } = this.explanation;
    if (await this.app.change({ do: "remove_agents", keys: [key] })) this.app.select(null);
  }
}
