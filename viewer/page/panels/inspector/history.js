/**
 * The recent past of the selected agent, kept only while the inspector is open: its speed, and the
 * changes of its activity.
 */

/** s */
const KEPT = 30;
const MOST_SAMPLES = 1500;

/** The last seconds of one agent. */
export class AgentHistory {
  constructor() {
    this.clear(null);
  }

  /** Forgets everything, for example when another agent is selected. */
  clear(key) {
    this.key = key;
    /** @type {{time: number, speed: number, activity: string}[]} */
    this.samples = [];
  }

  /**
   * Adds what is known about the agent at a time. A time before the last one means that the world
   * was rewound: later samples are dropped.
   * @param {string} key
   * @param {number} time
   * @param {number} speed
   * @param {string} activity
   */
  add(key, time, speed, activity) {
    if (key !== this.key) {
      this.clear(key);
    }
    while (this.samples.length > 0 && this.samples[this.samples.length - 1].time >= time) {
      this.samples.pop();
    }
    this.samples.push({ time, speed, activity });
    let first = 0;
    while (this.samples[first].time < time - KEPT || this.samples.length - first > MOST_SAMPLES) {
      first++;
    }
    this.samples.splice(0, first);
  }

  /** The times at which the activity changed, newest first. */
  changes() {
    const changes = [];
    for (let i = this.samples.length - 1; i > 0; i--) {
      if (this.samples[i].activity !== this.samples[i - 1].activity) {
        changes.push({
          time: this.samples[i].time, from: this.samples[i - 1].activity,
          to: this.samples[i].activity,
        });
      }
    }
    return changes;
  }

  /**
   * The points of a curve of the speed in a box, newest at the right edge.
   * @param {number} width
   * @param {number} height
   * @param {number} mostSpeed speed at the upper edge
   * @returns {string} the `points` of an SVG polyline
   */
  curve(width, height, mostSpeed) {
    const last = this.samples.length > 0 ? this.samples[this.samples.length - 1].time : 0;
    return this.samples
      .map(({ time, speed }) => {
        const x = width * (1 - (last - time) / KEPT);
        const y = height * (1 - Math.min(1, speed / mostSpeed));
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      })
      .join(" ");
  }
}
