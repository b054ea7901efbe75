/** The bar with the controls of time. */
import { MAX_SPEED, MIN_SPEED } from "../clock.js";
import { icon, iconButton, make } from "./dom.js";
import { ICONS } from "./icons.js";

/* The slider of speed moves through powers of ten. */
const toSlider = (speed) => Math.log10(speed);
const SLOW = 0.9; // of the speed that is asked for: less is shown
const SNAP = 0.06; // of a power of ten: so close to 1, it is 1

/** A speed from the position of its slider. */
export function speedFromSlider(position) {
  if (Math.abs(position) < SNAP) return 1;
  const speed = 10 ** position;
  return Number(speed.toPrecision(2));
}

export function speedText(speed) {
  const digits = speed < 10 && speed % 1 !== 0 ? 1 : 0;
  return `${speed.toFixed(digits)}×`;
}

/** The speed that is asked for, and the one that is reached if it is clearly lower. */
export function reachedText(asked, reached) {
  if (!(reached < SLOW * asked)) return speedText(asked);
  return `${speedText(Number(reached.toPrecision(2)))} of ${speedText(asked)}`;
}

export class TimeBar {
  constructor(app, bar) {
    this.app = app;
    const { player } = app;
    this.play = iconButton(ICONS.play, "Play (space)",
      () => (app.isPlaying ? app.pause() : app.play()), { class: "icon-button play" });
    this.back = iconButton(ICONS.back, "One step back (left arrow)", () => player.step(-1));
    this.forward = iconButton(ICONS.forward, "One step on (right arrow)", () => player.step(1));
    this.again = iconButton(ICONS.restart, "Start again (Home)", () => player.restart(this.start));
    this.loop = iconButton(ICONS.loop, "Start again at the end", () => this.toggleLoop(), {
      "aria-pressed": "false", class: "icon-button loop" });
    this.slider = make("input.slider", { type: "range", min: 0, max: 100, step: 1, value: 0,
      "aria-label": "Time", oninput: () => this.drag(), onchange: () => this.drop() });
    this.clock = make("div.clock", {}, this.time = make("b"), this.end = make("span"));
    this.identity = make("div.identity", { title: "The hash of the state: two runs that are the "
      + "same have the same hash" }, this.step = make("span.step"), this.hash = make("span.hash"));
    bar.append(make("div.time-buttons", {}, this.again, this.back, this.play, this.forward),
      this.slider, this.clock, this.speedControl(), this.loop, this.starts(), this.identity);
    this.dragged = false;
    this.start = 0;
    app.on("state", (run) => run === app.run && this.show());
    app.on("runs", () => this.showRun());
    app.on("play", () => this.showPlaying());
    app.on("speed", () => this.showSpeed());
    app.on("restart", (start) => {
      this.start = start;
    });
    this.showRun();
  }

  speedControl() {
    const { player } = this.app;
    this.speed = make("input", { type: "range", min: toSlider(MIN_SPEED), max: toSlider(MAX_SPEED),
      step: 0.05, value: 0, "aria-label": "Speed",
      oninput: () => player.setSpeed(speedFromSlider(Number(this.speed.value))),
      ondblclick: () => player.setSpeed(1) });
    this.speedValue = make("output");
    return make("div.speed", { title: "Speed: simulated seconds for each second, "
      + "and the speed that is reached if this machine is slower" }, this.speed,
      this.speedValue);
  }

  /* Which start of the bundle: each has another seed. */
  starts() {
    this.chooseStart = make("select", { "aria-label": "Seed", title: "Restart with another seed",
      hidden: true, onchange: () => this.app.player.restart(Number(this.chooseStart.value)) });
    return this.chooseStart;
  }

  toggleLoop() {
    const { player } = this.app;
    player.loop = !player.loop;
    this.loop.setAttribute("aria-pressed", String(player.loop));
  }

  /** The last step that the slider shows. */
  get lastStep() {
    const { description, frame, state } = this.app.run;
    const { end, dt, frames } = description;
    if (frames > 0) return frames - 1;
    if (typeof end === "number" && Number.isFinite(end)) return Math.round(end / dt);
    return Math.max(1000, state.last ?? 0, this.furthest ?? 0, frame.step);
  }

  drag() {
    this.dragged = true;
    this.app.seek(Number(this.slider.value));
  }

  drop() {
    this.dragged = false;
  }

  showRun() {
    const { starts = 1, attached } = this.app.run.description;
    this.furthest = 0;
    this.chooseStart.hidden = starts < 2;
    this.chooseStart.replaceChildren(...Array.from({ length: Math.min(64, starts) }, (_, i) =>
      make("option", { value: i }, `seed ${i + 1}`)));
    for (const element of [this.back, this.forward, this.again, this.slider, this.loop]) {
      element.disabled = Boolean(attached);
    }
    this.showPlaying();
    this.showSpeed();
    this.show();
  }

  showPlaying() {
    const playing = this.app.isPlaying;
    this.play.replaceChildren(icon(playing ? ICONS.pause : ICONS.play));
    const label = playing ? "Pause (space)" : "Play (space)";
    this.play.setAttribute("aria-label", label);
    this.play.title = label;
    this.show();
  }

  showSpeed() {
    const { speed } = this.app.player.clock;
    this.speed.value = String(toSlider(speed));
    this.speed.setAttribute("aria-valuetext", speedText(speed));
    this.showReached();
  }

  showReached() {
    const { clock } = this.app.player;
    const { dt } = this.app.run.description;
    this.speedValue.value = reachedText(clock.speed, this.app.isPlaying ? clock.rate(dt)
      : clock.speed);
  }

  show() {
    const { state, description } = this.app.run;
    this.furthest = Math.max(this.furthest ?? 0, state.step);
    const last = this.lastStep;
    this.slider.max = String(last);
    if (!this.dragged) this.slider.value = String(state.step);
    const digits = description.dt < 0.1 ? 2 : 1;
    this.slider.setAttribute("aria-valuetext", `${state.time.toFixed(digits)} seconds`);
    this.time.textContent = `${state.time.toFixed(digits)} s`;
    const isFinite = typeof description.end === "number";
    this.end.textContent = isFinite ? ` / ${Number(description.end.toFixed(1))} s` : "";
    this.step.textContent = `step ${state.step}`;
    this.showHash(state, description.final);
    this.showReached();
  }

  /* At the step at which the native run ended, the hash shows whether this is the same run. */
  showHash(state, final) {
    const known = final?.hash && !/^0*$/.test(final.hash) && final.step === state.step;
    const same = known && final.hash === state.hash;
    this.hash.hidden = !state.hash;
    this.hash.className = `hash${known ? (same ? " same" : " different") : ""}`;
    const verdict = known ? (same ? "same as the native run" : "not the native run") : null;
    this.hash.replaceChildren(state.hash ?? "", ...(same ? [icon(ICONS.check)] : []));
    this.identity.dataset.verdict = verdict ?? "";
    if (verdict) this.step.textContent = `step ${state.step}, ${verdict}`;
  }
}
