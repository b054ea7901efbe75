/**
 * Plays the runs: asks for steps ahead of what is shown, shows a frame when its time has come, and
 * keeps several runs at the same time.
 */
import { Attached } from "./attached.js";
import { Clock } from "./clock.js";

const MARGIN = 1e-9; // s: times that differ by less are equal

/* What the stages of all steps have cost, s. */
function stageSeconds({ stages = {} }) {
  return Object.values(stages).reduce((sum, seconds) => sum + seconds, 0);
}

export class Player {
  /** @param {() => number} wall the time on the wall, ms */
  constructor(app, wall = () => performance.now()) {
    this.app = app;
    this.wall = wall;
    this.clock = new Clock();
    this.playing = false;
    /** Starts again at the end. */
    this.loop = false;
    /** The answer that each run has computed ahead of what it shows. */
    this.ahead = new Map();
    /** The request that each run is busy with. */
    this.pending = new Map();
    /** A step to go to, while going there. */
    this.target = null;
    this.seeking = null;
    this.attached = new Attached(this);
  }

  /** Whether the run is one in progress, in another process. */
  get isAttached() {
    return Boolean(this.app.run.description.attached);
  }

  /** Simulated time between the time that is shown and the frame of a run, at most one step. */
  remaining(run) {
    const frame = run.frame;
    if (!frame || !this.playing) return 0;
    return Math.min(frame.dt, Math.max(0, frame.time - this.clock.shown));
  }

  play() {
    if (this.playing) return;
    if (this.atEnd()) {
      this.restart().then(() => this.start());
      return;
    }
    this.start();
  }

  start() {
    this.playing = true;
    this.clock.jump(this.app.run.frame.time);
    this.app.emit("play", true);
    if (this.isAttached) this.attached.hold(false);
    else this.pump();
  }

  /** Stops, and shows the last step that the runs have computed. */
  async pause() {
    if (!this.playing) return;
    this.playing = false;
    this.app.emit("play", false);
    if (this.isAttached) await this.attached.hold(true);
    await Promise.all(this.pending.values());
    for (const run of this.app.runs) this.promote(run);
    this.clock.jump(this.app.run.frame.time);
  }

  /** Whether the time has come at which a viewer stops. */
  atEnd() {
    return !this.isAttached && this.app.runs.every((run) => this.isOver(run));
  }

  isOver(run) {
    if (run.state.can_end) return true;
    const { end, frames } = run.description;
    if (frames > 0 && run.frame.step >= frames - 1) return true;
    return typeof end === "number" && run.frame.time >= end - MARGIN;
  }

  /** Called for each picture. `now` is the time on the wall, s. */
  tick(now) {
    if (!this.playing) return;
    if (this.isAttached) {
      this.attached.tick();
      return;
    }
    const { runs } = this.app;
    const limits = runs.map((run) => (this.ahead.get(run) ?? run).frame.time);
    this.clock.tick(now, Math.min(...limits), runs[0].frame.dt);
    for (const run of runs) {
      if (this.ahead.has(run) && this.clock.shown > run.frame.time + MARGIN) this.promote(run);
    }
    const end = Math.min(...runs.map(({ frame }) => frame.time));
    if (this.atEnd() && this.clock.shown >= end - MARGIN) this.finish();
    else this.pump();
  }

  async finish() {
    await this.pause();
    const { run, runs } = this.app;
    const step = Math.min(...runs.map(({ frame }) => frame.step));
    if (runs.some(({ frame }) => frame.step > step)) await this.seek(step);
    if (runs.length === 1 && !this.loop && run.finish) this.app.toast(`The end: ${run.finish}.`);
    if (!this.loop) return;
    await this.restart();
    this.start();
  }

  /** Shows what a run has computed ahead. */
  promote(run) {
    const next = this.ahead.get(run);
    if (!next) return;
    this.ahead.delete(run);
    run.show(next);
    this.app.shown(run);
  }

  /** Asks each run that is not busy for its next steps. */
  pump() {
    if (!this.playing || this.atEnd()) return;
    for (const run of this.app.runs) {
      if (this.pending.has(run) || this.ahead.has(run)) continue;
      const count = Math.min(this.clock.stepsToAsk(run.frame.dt), this.stepsLeft(run));
      if (count > 0) this.pending.set(run, this.advance(run, count));
    }
  }

  /** Steps to the time at which a viewer stops. */
  stepsLeft(run) {
    const { end, frames } = run.description;
    if (frames > 0) return Math.max(0, frames - 1 - run.frame.step);
    if (typeof end !== "number") return Infinity;
    return Math.max(0, Math.ceil((end - run.frame.time) / run.frame.dt - MARGIN));
  }

  async advance(run, count) {
    const began = this.wall();
    const { frame, state } = run;
    try {
      const next = await this.stepsOf(run, count);
      this.clock.measure(next.frame.step - frame.step, (this.wall() - began) / 1000,
        stageSeconds(next.state) - stageSeconds(state));
      this.ahead.set(run, next);
      if (next.state.stopped) this.fail(next.state.stopped);
    } catch (error) {
      this.fail(error.message);
    } finally {
      this.pending.delete(run);
    }
    if (this.playing && this.clock.shown >= run.frame.time - MARGIN) {
      this.promote(run);
      this.pump();
    }
  }

  /* Steps, but not past the one in which the last agent arrives: it is the end of the run. */
  async stepsOf(run, count) {
    const { state, frame: { step } } = run;
    let next = await run.askFrame({ do: "step", count }, this.app.colouring);
    if (count < 2 || state.can_end || !next.state.can_end) return next;
    await run.ask({ do: "seek", step });
    for (let i = 1; i <= count; i++) {
      if ((await run.ask({ do: "step", count: 1 })).can_end) break;
    }
    next = await run.askFrame({ do: "state" }, this.app.colouring);
    return { ...next, isEnd: true };
  }

  fail(text) {
    this.app.toast(text, "error");
    this.pause();
  }

  /** Gets the state and the frame of a run again, after a message. */
  async refresh(run) {
    await this.pending.get(run);
    const now = await run.askFrame({ do: "state" }, this.app.colouring);
    this.ahead.delete(run);
    run.show(now);
    this.app.shown(run);
  }

  /** Sets how many simulated seconds pass in each second. */
  setSpeed(speed) {
    if (this.isAttached) {
      this.attached.setSpeed(speed);
      return;
    }
    this.clock.setSpeed(speed);
    this.app.emit("speed", this.clock.speed);
  }

  /** Goes `seconds` of simulated time on, or back. */
  async skip(seconds) {
    const { frame } = this.app.run;
    const wasPlaying = this.playing;
    await this.seek((this.target ?? frame.step) + Math.round(seconds / frame.dt));
    if (wasPlaying) this.play();
  }

  /** Computes `count` steps while paused. */
  async step(count = 1) {
    await this.pause();
    if (count < 0) {
      await this.seek(this.app.run.frame.step + count);
      return;
    }
    await this.forAll((run) => run.askFrame({ do: "step", count }, this.app.colouring));
  }

  /** Goes to a step. While this takes time, a later call replaces the target. */
  async seek(step) {
    this.target = Math.max(this.app.run.state.earliest ?? 0, Math.round(step));
    this.seeking ??= this.seekTarget().finally(() => {
      this.seeking = null;
    });
    await this.seeking;
  }

  async seekTarget() {
    await this.pause();
    while (this.target !== null) {
      const step = this.target;
      const message = { do: "seek", step };
      const before = this.app.run.frame.step;
      const done = await this.forAll((run) => run.askFrame(message, this.app.colouring));
      const after = this.app.run.frame.step;
      if (this.target === step && (!done || after === step || after === before)) this.target = null;
    }
  }

  /** Starts again: start `start` of the bundle. */
  async restart(start = 0) {
    await this.pause();
    await this.forAll((run) => run.askFrame({ do: "restart", start }, this.app.colouring));
    await this.enter();
    this.app.emit("restart", start);
  }

  /** Agents that are there from the start enter in the first step: a start shows that step. */
  async enter() {
    const { frame, description } = this.app.run;
    if (frame.step > 0 || frame.count > 0 || description.attached || description.recorded) return;
    await this.forAll((run) => run.askFrame({ do: "step", count: 1 }, this.app.colouring));
  }

  /** Shows what `request` gives for each run. Returns whether all succeeded. */
  async forAll(request) {
    try {
      await Promise.all(this.app.runs.map(async (run) => {
        const next = await request(run);
        this.ahead.delete(run);
        run.show(next);
        this.app.shown(run);
      }));
      this.clock.jump(this.app.run.frame.time);
      return true;
    } catch (error) {
      this.app.toast(error.message, "error");
      return false;
    }
  }
}
