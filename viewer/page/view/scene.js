/** What does not change in a world: ground, solids, walls, terrain and connections. */
import { Fills, Lines } from "./shapes.js";
import { fillRings } from "./fill.js";
import { isInside } from "./ground.js";
import { labelPoint } from "./place.js";
import { addArrowHead } from "./things.js";

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

const MOST_NAMES = 60; // of terrain, on each layer

/** The boundaries that lie in a solid, such as those of courtyards. */
export function courtyards(boundaries, solids) {
  return boundaries.filter(([first]) => first
    && solids.some((ring) => isInside(ring, first[0], first[1])));
}

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
    this.links = this.buildLinks(description.links ?? []);
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
        fill: this.fill([...items.map(({ ring }) => ring),
          ...(cls === 0 ? courtyards(boundaries, fixed) : [])], index),
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
    const terrains = (layer.terrains ?? []).filter(({ ring }) => ring.length > 2);
    const solids = (layer.solids ?? []).map(({ ring }) => ring);
    return terrains.slice(0, MOST_NAMES).map(({ type, ring, holes = [] }, i) => {
      const above = terrains.slice(i + 1).filter((other) => other.type !== type);
      const covers = [...above.map((one) => one.ring), ...solids];
      const [x, y] = labelPoint([ring, ...holes], covers, layer.boundaries ?? []);
      return { x, y, layer: index, text: this.names[type]?.name || `terrain ${type}`,
        kind: "terrain" };
    });
  }

  /* Arrows from one end to the other, or both ways. */
  buildConnections(connections) {
    const lines = new Lines(this.origin);
    for (const { from, to, from_layer: a = 0, to_layer: b = 0, one_way: oneWay } of connections) {
      lines.add(...from, ...to, a, 0, b);
      if (a === b) addArrowHead(lines, ...from, ...to, b);
      if (a === b && !oneWay) addArrowHead(lines, ...to, ...from, a);
    }
    return this.shapes.uploadLines(lines);
  }

  /* Seams between layers: on each of the two, and lines that show that they belong together. */
  buildLinks(links) {
    const seams = new Lines(this.origin);
    const ties = new Lines(this.origin);
    for (const { a, b, left_layer: left, right_layer: right } of links) {
      for (const layer of [left, right]) seams.add(...a, ...b, layer);
      for (const point of [a, b]) ties.add(...point, ...point, left, 0, right);
    }
    return { seams: this.shapes.uploadLines(seams), ties: this.shapes.uploadLines(ties) };
  }

  /** Draws what joins layers, after all of them. */
  drawJoints(screen, theme) {
    const width = Math.min(3, Math.max(1.4, 0.06 * screen.scale));
    this.shapes.drawLines(this.links.seams, screen, { colour: theme.ground, width: width + 1 });
    this.shapes.drawLines(this.links.seams, screen, { colour: theme.link, width, dash: 7 });
    if (screen.rise > 0) {
      this.shapes.drawLines(this.links.ties, screen, { colour: theme.link, width: 1, dash: 5,
        alpha: 0.8 });
    }
    this.shapes.drawLines(this.connections, screen, { colour: theme.link, width: width + 0.6 });
  }

  /* Terrain is shown on the ground only: a stencil leaves out what lies outside. */
  drawGround(screen, index, theme) {
    const layer = this.layers[index];
    const { shapes } = this;
    const { gl } = shapes;
    const isLimited = layer.isBounded && layer.terrains.length > 0;
    if (isLimited) {
      gl.enable(gl.STENCIL_TEST);
      gl.stencilFunc(gl.ALWAYS, (index % 255) + 1, 255);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    }
    shapes.drawFills(layer.ground, screen, { colour: theme.ground });
    if (isLimited) {
      gl.stencilFunc(gl.EQUAL, (index % 255) + 1, 255);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
    }
    this.drawTerrain(layer, screen, theme);
    gl.disable(gl.STENCIL_TEST);
  }

  drawTerrain(layer, screen, theme) {
    const { shapes } = this;
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
      shapes.drawFills(solid.fill, screen, { alpha: on ? 1 : 0.25,
        colour: solid.class === 0 ? theme.solid : theme.switched });
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
