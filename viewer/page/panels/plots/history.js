/**
 * The course of a run: figures of its states, kept in bounded memory. If there are too many
 * samples, every second one is dropped and the next ones are spaced twice as far. A state at an
 * earlier step (the run was rewound) drops the samples from that step on.
 */

const MOST_SAMPLES = 1200;
const MOST_GOALS = 64;

/** The figures that are kept of a state, in the order of the columns of a file. */
export const FIGURES = ["agents", "arrived", "waiting_to_enter", "left", "mean_speed",
  "max_density", "overlaps"];

const number = (value) => (typeof value === "number" && Number.isFinite(value) ? value : null);

/** One sample of a state. */
export function sampleOf(state) {
  const goals = {};
  for (const goal of (state.goals ?? []).slice(0, MOST_GOALS)) goals[goal.index] = goal.arrived;
  return {
    step: state.step, time: state.time, goals, stages: { ...state.stages },
    figures: Object.fromEntries(FIGURES.map((name) => [name, number(state[name])])),
  };
}

export class RunHistory {
  /** @param {number} [most] the largest number of samples */
  constructor(most = MOST_SAMPLES) {
    this.most = Math.max(4, most);
    this.clear();
  }

  clear() {
    /** @type {ReturnType<typeof sampleOf>[]} */
    this.samples = [];
    this.spacing = 1;
    /** Changes whenever the samples do. */
    this.version = 0;
  }

  /** The step of the newest sample, or -1. */
  get lastStep() {
    return this.samples.at(-1)?.step ?? -1;
  }

  /** Adds what a state says. The newest state is always kept; it replaces one that is too close. */
  add(state) {
    const isRewound = this.lastStep >= state.step;
    while (this.lastStep >= state.step) this.samples.pop();
    const before = this.samples.at(-2);
    if (before && this.lastStep - before.step < this.spacing && this.lastStep > 0) {
      this.samples.pop();
    }
    this.samples.push({ ...sampleOf(state), isRewound });
    this.version++;
    if (this.samples.length > this.most) this.thin();
  }

  /** Drops every second sample, but neither the first nor the newest one. */
  thin() {
    const last = this.samples.length - 1;
    this.samples = this.samples.filter((_, i) => i % 2 === 0 || i === last);
    this.spacing = Math.max(2, this.spacing * 2, this.averageSpacing());
  }

  averageSpacing() {
    const { samples } = this;
    return Math.floor((samples.at(-1).step - samples[0].step) / (samples.length - 1) / 2);
  }

  /** The values of one figure, for a plot; `pick` gets a sample and the one before it. */
  column(pick) {
    return this.samples.map((sample, i) => pick(sample, this.samples[i - 1] ?? null));
  }
}

/**
 * The cost of a stage between two samples in ms for each step. The engine counts seconds since the
 * world was created, so there is no cost right after the run was rewound.
 */
export function stageCost(stage, sample, before) {
  if (!before || sample.isRewound) return null;
  const seconds = sample.stages[stage] - before.stages[stage];
  const steps = sample.step - before.step;
  return seconds >= 0 && steps > 0 ? (1000 * seconds) / steps : null;
}

/** The indices of the goals that a history knows, those with most arrivals first. */
export function goalsOf(history, most) {
  const last = history.samples.at(-1)?.goals ?? {};
  return Object.keys(last).map(Number).sort((a, b) => last[b] - last[a] || a - b).slice(0, most);
}
