/**
 * A run in progress: its time goes on in another process, and the page only looks at it. Takes the
 * place of what Player does for other runs.
 */

export class Attached {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.busy = false;
  }

  get app() {
    return this.player.app;
  }

  /** Begins to look at the run. */
  async begin() {
    const { paused, speed } = await this.app.run.ask({ do: "pace" });
    this.player.playing = !paused;
    this.setKnownSpeed(speed);
    this.app.emit("play", !paused);
  }

  /* 0 stands for no limit. */
  setKnownSpeed(speed) {
    this.player.clock.setSpeed(speed > 0 ? speed : Infinity);
    this.app.emit("speed", this.player.clock.speed);
  }

  /** Holds the run, or lets it go on. */
  async hold(on) {
    await this.send({ do: "pause", on });
    await this.player.refresh(this.app.run);
  }

  /** Sets the largest simulated time per second. */
  setSpeed(speed) {
    this.player.clock.setSpeed(speed);
    this.app.emit("speed", this.player.clock.speed);
    return this.send({ do: "pace", speed: this.player.clock.speed });
  }

  async send(message) {
    try {
      await this.app.run.ask(message);
    } catch (error) {
      this.app.toast(error.message, "error");
    }
  }

  /** Called for each picture: gets the newest frame, one at a time. */
  async tick() {
    if (this.busy) return;
    this.busy = true;
    const { run } = this.app;
    try {
      const now = await run.askFrame({ do: "state" }, this.app.colouring);
      if (now.frame.step !== run.frame.step) {
        run.show(now);
        this.player.clock.jump(now.frame.time);
        this.app.shown(run);
      }
    } catch (error) {
      this.player.playing = false;
      this.app.emit("play", false);
      this.app.toast(error.message, "error");
    } finally {
      this.busy = false;
    }
  }
}
