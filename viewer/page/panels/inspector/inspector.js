/**
 * The inspector: why an agent does what it does. It asks for an explanation of the selected agent
 * whenever the world changes, and only while it is open.
 */
import { button, el, factTable, fill, svg } from "../common/dom.js";
import { colourOf } from "../common/colours.js";
import { fixed, plain } from "../common/format.js";
import { ACTIVITIES } from "../../frame.js";
import { candidatesOf, choicesText, drawChoices, movesOf } from "./choices.js";
import { factsOf, gapTo } from "./facts.js";
import { AgentHistory } from "./history.js";
import { highlightsOf, lightUp, subjectAt } from "./links.js";
import { effectText, effectsOf, subjectText } from "./marks.js";
import { showOverlays } from "./overlay.js";
import { legendOf, remarkOf, sceneOf } from "./scene.js";
import { KeyboardSteering } from "./steering.js";
import { drawVelocitySpace, scaleOf, SIDE } from "./velocity.js";
import { readoutText } from "./readout.js";

/** ms between two explanations while the world runs. */
const LEAST_WAIT = 80;
const MOST_ROWS = 40;
const CURVE = { width: 300, height: 48 };

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
    this.enlarge = button("Enlarge", () => this.setLarge(!this.isLarge), { class: "small enlarge" });
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
    const point = (event) => this.light(subjectAt(event.target));
    for (const type of ["pointerover", "focusin"]) this.content.addEventListener(type, point);
    for (const type of ["pointerleave", "focusout"]) {
      this.content.addEventListener(type, () => this.light(null));
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
    this.drawSpace();
    this.drawEffects();
    fill(this.parts.facts, el("h3", {}, "Facts"),
      factTable(factsOf(explanation, this.app.run.state, this.app.run.frame.time)));
    this.drawPast();
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
    const steer = steering.active
      ? button("Stop steering", () => steering.stop(), { "aria-pressed": "true" })
      : button("Steer with keyboard", () => steering.start(x), {
        disabled: !app.run.description.editable, title: "arrow keys or WASD; Shift: fast; Esc: stop" });
    fill(this.parts.actions,
      button("‹", () => this.step(-1), { "aria-label": "previous agent", title: "previous agent" }),
      el("strong", {}, `Agent ${x.key}${x.label ? ` (${x.label})` : ""}`),
      button("›", () => this.step(1), { "aria-label": "next agent", title: "next agent" }),
      button("Follow", () => app.view.follow(this.explanation.slot)), steer,
      button("Remove", () => this.remove(), { disabled: !app.run.description.editable }),
      steering.active && el("p.hint", {}, "Arrow keys or WASD move the agent; Shift: fast; Esc: stop."));
  }

  drawSpace() {
    const options = candidatesOf(this.scene.items);
    const space = this.velocitySpace();
    const choices = options.length > 0 && [el("h3", {}, "Options"),
      drawChoices(options, this.explanation, this.nearAgents(), movesOf(this.scene.items)),
      el("p.hint", {}, choicesText(options))];
    const isMain = options.some(({ stage }) => stage === "steering");
    fill(this.drawing, isMain ? [choices, space] : [space, choices]);
    this.drawLegend();
  }

  velocitySpace() {
    const drawing = drawVelocitySpace(this.scene);
    const readout = el("output.readout", {}, readoutText(this.scene, this.scene.chosen));
    drawing.addEventListener("pointermove", (event) => {
      const box = drawing.getBoundingClientRect();
      const to = (at, from, size) => ((at - from) / size) * SIDE;
      const v = scaleOf(this.scene.reach).velocity(to(event.clientX, box.left, box.width),
        to(event.clientY, box.top, box.height));
      readout.textContent = readoutText(this.scene, v, true);
    });
    const remark = remarkOf(this.scene);
    return [el("h3", {}, "Velocity space"), drawing, readout, remark && el("p.hint", {}, remark)];
  }

  drawLegend() {
    fill(this.parts.legend, el("ul.legend", {}, legendOf(this.scene).map(({ type, sample, text }) =>
      el("li", {}, el(`span.sample.${sample}.${type}`, { "aria-hidden": "true" }), text))));
  }

  /** The agents around the selected one, for the drawing of options. */
  nearAgents() {
    const { frame } = this.app.run;
    const { position, layer, slot } = this.explanation;
    const near = [];
    for (let i = 0; i < frame.count && near.length < 200; i++) {
      const close = Math.abs(frame.x[i] - position[0]) < 4 && Math.abs(frame.y[i] - position[1]) < 4;
      if (close && frame.layer[i] === layer && frame.slots[i] !== slot) {
        near.push({ x: frame.x[i], y: frame.y[i], radius: frame.radius[i] });
      }
    }
    return near;
  }

  drawEffects() {
    const effects = effectsOf(this.scene.items, this.scene.chosen);
    this.effects = new Map(effects.map((effect) => [effect.id, effect]));
    const rows = effects.slice(0, MOST_ROWS).map((effect) => this.effectRow(effect));
    const more = effects.length - rows.length;
    const focused = subjectAt(document.activeElement);
    const head = ["what", "gap", "effect"].map((name) => el("th", { scope: "col" }, name));
    fill(this.parts.effects, el("h3", {}, "What acts on it"),
      rows.length > 0 ? el("table.effects", {}, el("thead", {}, el("tr", {}, head)),
        el("tbody", {}, rows)) : el("p.hint", {}, "Nothing that its models report."),
      more > 0 && el("p.hint", {}, `and ${more} more`));
    if (focused) this.parts.effects.querySelector(`[data-subject="${CSS.escape(focused)}"] button`)
      ?.focus();
  }

  effectRow(effect) {
    const { subject } = effect;
    const name = subjectText(subject, (kind, index) => this.nameOf(kind, index)) || effect.label;
    const isAgent = subject.kind === "agent";
    const gap = isAgent ? gapTo(this.app.run.frame, subject.slot, this.explanation) : null;
    const state = effect.broken ? ".broken" : effect.binding ? ".binding" : "";
    return el(`tr${state}`, { "data-subject": effect.id },
      el("td", {}, el("button.link", { type: "button",
        title: isAgent ? "inspect this agent" : effect.label }, name)),
      el("td.number", {}, gap === null ? "" : `${fixed(gap)} m`), el("td", {}, effectText(effect)));
  }

  drawPast() {
    const most = Math.max(0.1, this.explanation.max_speed ?? 0,
      ...this.history.samples.map((sample) => sample.speed));
    const changes = this.history.changes().slice(0, 6);
    fill(this.parts.past, el("h3", {}, "Last 30 s"),
      svg("svg", { class: "curve", viewBox: `0 0 ${CURVE.width} ${CURVE.height}`, role: "img",
        "aria-label": "speed during the last 30 s" },
      svg("polyline", { points: this.history.curve(CURVE.width, CURVE.height, most) })),
      el("p.hint", {}, `speed, up to ${fixed(most)} m/s`),
      changes.length > 0 && el("ul.changes", {}, changes.map(({ time, from, to }) =>
        el("li", {}, `${fixed(time, 1)} s: ${plain(from)} → ${plain(to)}`))));
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
    this.app.selectSlot(frame.slots[(Math.max(at, by < 0 ? 0 : -1) + by + frame.count) % frame.count]);
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
