/** What does not change in a world: ground, solids, walls, terrain and connections. */
import { Fills, Lines } from "./shapes.js";
import { fillRings, middleOf } from "./fill.js";

/* Whether a class of obstacles is there; class 0 always is. */
export const isOn = (classes, index) => index === 0 || classes?.[index] !== false;

const byClass = (items) => {
  const classes = new Map();
  for (const item of items ?? []) {
    const index = item.class ?? 0;
    if (!classes.has(index)) classes.set(index, []);
    classes.get(index).push(item);
  }
  return classes;
};

export class Scene {
  /**
   * @param {import("./shapes.js").ShapeRenderer} shapes
   * @param {object} description the answer to `describe`
   */
  constructor(shapes, description) {
    this.shapes = shapes;
    this.origin = description.origin;
    this.names = description.terrains ?? [];
    this.layers = description.layers.map((layer, index) => this.buildLayer(layer, index));
    this.connections = this.buildConnections(description.connections ?? []);
  }

  fill(rings, layer) {
    const fills = new Fills(this.origin);
    fills.add(fillRings(rings), layer);
    return this.shapes.uploadFills(fills);
  }

  outline(paths, layer, isClosed) {
    const lines = new Lines(this.origin);
    for (const path of paths) lines.path(path, layer, isClosed);
    return this.shapes.uploadLines(lines);
  }

  buildLayer(layer, index) {
    const boundaries = layer.boundaries ?? [];
    const solids = byClass(layer.solids);
    const walls = byClass(layer.open_walls);
    const fixed = (solids.get(0) ?? []).map(({ ring }) => ring);
    const isBounded = boundaries.length > 0;
    return {
      name: layer.name ?? "",
      isBounded,
      ground: isBounded ? this.fill([...boundaries, ...fixed], index) : null,
      boundary: this.outline(boundaries, index, true),
      solids: [...solids].map(([cls, items]) => ({ class: cls,
        fill: this.fill(items.map(({ ring }) => ring), index),
        outline: this.outline(items.map(({ ring }) => ring), index, true) })),
      walls: [...walls].map(([cls, items]) => ({ class: cls,
        outline: this.outline(items.map(({ points }) => points), index, false) })),
      terrains: (layer.terrains ?? []).map((terrain) => this.buildTerrain(terrain, index)),
      labels: this.labelsOf(layer, index),
    };
  }

  buildTerrain({ type, ring, holes = [] }, index) {
    return { type, fill: this.fill([ring, ...holes], index),
      outline: this.outline([ring, ...holes], index, true) };
  }

  labelsOf(layer, index) {
    return (layer.terrains ?? []).map(({ type, ring }) => {
      const [x, y] = middleOf(ring);
      return { x, y, layer: index, text: this.names[type]?.name || `terrain ${type}`,
        kind: "terrain" };
    });
  }

  buildConnections(connections) {
    return connections.map((connection) => ({ ...connection,
      fromLayer: connection.from_layer ?? 0, toLayer: connection.to_layer ?? 0 }));
  }

  drawGround(screen, index, theme) {
    const layer = this.layers[index];
    const { shapes } = this;
    shapes.drawFills(layer.solids.find((solid) => solid.class === 0)?.fill, screen,
      { colour: theme.solid });
    shapes.drawFills(layer.ground, screen, { colour: theme.ground });
    for (const { type, fill, outline } of layer.terrains) {
      const colour = theme.terrain(Math.max(1, type));
      shapes.drawFills(fill, screen, { colour, pattern: 1 + ((type + 3) % 4) });
      shapes.drawLines(outline, screen, { colour: theme.faint, width: 0.8, alpha: 0.5 });
    }
  }

  drawWalls(screen, index, theme, classes) {
    const layer = this.layers[index];
    const { shapes } = this;
    const width = Math.min(3, Math.max(1.4, 0.06 * screen.scale));
    for (const solid of layer.solids) {
      const on = isOn(classes, solid.class);
      if (solid.class !== 0) {
        shapes.drawFills(solid.fill, screen, { colour: theme.switched, alpha: on ? 1 : 0.25 });
      }
      shapes.drawLines(solid.outline, screen, { colour: theme.wall, width,
        alpha: on ? 1 : 0.4, dash: on ? 0 : 8 });
    }
    for (const wall of layer.walls) {
      const on = isOn(classes, wall.class);
      shapes.drawLines(wall.outline, screen, { colour: theme.wall, width: width * 1.25,
        alpha: on ? 1 : 0.4, dash: on ? 0 : 8 });
    }
    shapes.drawLines(layer.boundary, screen, { colour: theme.wall, width });
  }
}
