/**
 * The clock of the page: which simulated time is shown, and how many steps to ask for.
 *
 * Runs are a little ahead of what is shown: while positions between two steps are drawn, the next
 * steps are computed. If a run cannot keep up, time goes slower on screen instead of in jumps. The
 * clock knows no run and no screen, so that it can be tested alone.
 */

export const MIN_SPEED = 0.1;
export const MAX_SPEED = 100;
/** Longest time on the wall that one tick may stand for, s: after a pause of the browser. */
const LONGEST_TICK = 0.1;
/** Time that one request for several steps should take at most, s. */
const REQUEST_TIME = 0.04;
/** Weight of a new measurement in a moving average. */
const NEWEST = 0.2;

export class Clock {
  constructor() {
    /** Simulated seconds for each second. */
    this.speed = 1;
    /** The simulated time that is shown, s. */
    this.shown = 0;
    /** Seconds on the wall for each step, with what a request costs; 0: not yet measured. */
    this.stepCost = 0;
    /** Seconds that the engine computes for each step; 0: not yet measured. */
    this.computeCost = 0;
    /** Seconds between two ticks, measured. */
    this.tickTime = 1 / 60;
    this.last = null;
  }

  /** Sets the speed, limited to what is allowed. */
  setSpeed(speed) {
    if (!Number.isNaN(speed)) this.speed = Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed));
  }

  /** Jumps to a simulated time. */
  jump(time) {
    this.shown = time;
    this.last = null;
  }

  /**
   * Time goes on.
   * @param {number} now time on the wall, s
   * @param {number} limit the last simulated time that is known, s
   * @param {number} dt the length of a step, s
   * @returns {number} the simulated time to show
   */
  tick(now, limit, dt) {
    const elapsed = this.last === null ? 0 : Math.min(LONGEST_TICK, Math.max(0, now - this.last));
    this.last = now;
    if (elapsed > 0) this.tickTime += NEWEST * (elapsed - this.tickTime);
    this.shown = Math.min(limit, this.shown + elapsed * this.rate(dt));
    return this.shown;
  }

  /** Simulated seconds for each second that the runs can sustain. */
  rate(dt) {
    if (this.stepCost === 0) return this.speed;
    return Math.min(this.speed, dt / this.stepCost);
  }

  /** How many steps to ask for at a time. */
  stepsToAsk(dt) {
    const needed = Math.ceil((this.speed * this.tickTime) / dt);
    const affordable = this.computeCost > 0 ? Math.floor(REQUEST_TIME / this.computeCost) : 1;
    return Math.max(1, Math.min(needed, affordable, 1000));
  }

  /**
   * Learns that `steps` took `seconds` on the wall, of which the engine needed `computed`. On a
   * busy machine most of the time may be spent waiting: more steps at a time then cost little more.
   */
  measure(steps, seconds, computed = seconds) {
    if (steps < 1 || !(seconds >= 0)) return;
    const blend = (before, now) => (before === 0 ? now : before + NEWEST * (now - before));
    this.stepCost = blend(this.stepCost, seconds / steps);
    const known = computed > 0 && computed <= seconds ? computed : seconds;
    this.computeCost = blend(this.computeCost, known / steps);
  }
}
