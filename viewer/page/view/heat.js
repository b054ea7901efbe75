/** Draws the grid of view/presence.js as a heat map under the agents. */

const REFRESH_MS = 500;

export class Heat {
  /** @param {import("./grids.js").GridRenderer} grids */
  constructor(grids, presence, origin) {
    this.grids = grids;
    this.presence = presence;
    this.origin = origin;
    this.textures = [];
    this.version = -1;
    this.refreshed = -REFRESH_MS;
    /** The value at the end of the scale, persons per m2. */
    this.top = 0;
    /** Called when the scale has changed. */
    this.onscale = null;
  }

  refresh(now) {
    const { presence, grids } = this;
    if (presence.version === this.version || now - this.refreshed < REFRESH_MS) return;
    this.version = presence.version;
    this.refreshed = now;
    this.top = presence.top();
    this.onscale?.();
    this.textures = presence.layers.map((cells, i) =>
      grids.upload(cells, presence.columns, presence.rows, this.textures[i]));
  }

  draw(screen, layer, now) {
    this.refresh(now);
    const { presence, textures, origin } = this;
    if (!(this.top > 0) || !textures[layer]) return;
    this.grids.draw(screen, textures[layer], { layer, cell: presence.cell,
      columns: presence.columns, rows: presence.rows,
      low: [presence.low[0] - origin[0], presence.low[1] - origin[1]],
      factor: 1 / (presence.cell ** 2 * presence.seconds * this.top) });
  }
}
