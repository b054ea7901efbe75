/**
 * Where agents have been: a grid of cells for each layer that adds up the time agents spend in each
 * cell. Plain arithmetic, so that it can be tested; view/heat.js draws it.
 */

const MOST_CELLS = 512; // along one side
const SMALLEST = 0.25; // m

export class Presence {
  /** @param {number[]} low m @param {number[]} high m */
  constructor(low, high, layers, cell = 0.5) {
    const [wide, tall] = [high[0] - low[0], high[1] - low[1]];
    const least = Math.max(wide, tall) / MOST_CELLS;
    this.cell = Math.max(SMALLEST, cell, Number.isFinite(least) ? least : cell);
    this.low = low;
    this.columns = Math.max(1, Math.min(MOST_CELLS, Math.ceil(wide / this.cell)));
    this.rows = Math.max(1, Math.min(MOST_CELLS, Math.ceil(tall / this.cell)));
    this.layers = Array.from({ length: layers }, () =>
      new Float32Array(this.columns * this.rows));
    this.clear();
  }

  clear() {
    for (const cells of this.layers) cells.fill(0);
    this.seconds = 0;
    this.time = null;
    this.version = (this.version ?? 0) + 1;
  }

  /** Adds a frame, which stands for the time since the one before. An earlier one starts again. */
  add(frame) {
    if (this.time !== null && frame.time < this.time) this.clear();
    const seconds = this.time === null ? 0 : frame.time - this.time;
    this.time = frame.time;
    if (seconds <= 0) return;
    this.seconds += seconds;
    this.version++;
    const { x, y, layer } = frame;
    for (let i = 0; i < frame.count; i++) {
      const column = Math.floor((x[i] - this.low[0]) / this.cell);
      const row = Math.floor((y[i] - this.low[1]) / this.cell);
      if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) continue;
      const cells = this.layers[layer[i]];
      if (cells) cells[row * this.columns + column] += seconds;
    }
  }

  /** Mean density of a cell, persons per m2. */
  density(layer, column, row) {
    if (this.seconds === 0) return 0;
    const value = this.layers[layer][row * this.columns + column];
    return value / (this.cell * this.cell * this.seconds);
  }

  /** The value that 99 % of the cells with agents do not exceed, persons per m2; 0 if none. */
  top() {
    if (this.seconds === 0) return 0;
    const used = this.layers.map((cells) => cells.filter((value) => value > 0));
    const values = new Float32Array(used.reduce((sum, { length }) => sum + length, 0));
    used.reduce((at, cells) => {
      values.set(cells, at);
      return at + cells.length;
    }, 0);
    if (values.length === 0) return 0;
    values.sort();
    const value = values[Math.floor(0.99 * (values.length - 1))];
    return value / (this.cell * this.cell * this.seconds);
  }
}
