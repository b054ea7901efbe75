/**
 * Lines and fills. Lines are capsules (round at both ends) whose edges are smooth without
 * multisampling; a line of length zero is a dot. Each line is four vertices with the same data.
 */
import { makeProgram, premultiplied, setTransform, TRANSFORM } from "./gl.js";
import { toRGB } from "../theme.js";

const LINE_FLOATS = 7; // ax, ay, bx, by, layer of a, distance along its path, layer of b

const LINE_VERTEX = `${TRANSFORM}
in vec4 ends;
in vec3 extra;
uniform float u_width;
uniform float u_dash_scale;
out vec2 v_at;
out float v_length;
out float v_along;
void main() {
  vec2 a = to_px(ends.xy, extra.x);
  vec2 b = to_px(ends.zw, extra.z);
  float len = distance(a, b);
  vec2 along = len > 1e-6 ? (b - a) / len : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float reach = 0.5 * u_width + 1.0;
  int corner = gl_VertexID & 3;
  float at_end = float(corner >> 1);
  float side = float(corner & 1) * 2.0 - 1.0;
  v_length = len;
  v_at = vec2(at_end * len + (at_end * 2.0 - 1.0) * reach, side * reach);
  v_along = extra.y * u_dash_scale;
  gl_Position = to_clip(a + along * v_at.x + across * v_at.y);
}`;

const LINE_FRAGMENT = `
in vec2 v_at;
in float v_length;
in float v_along;
uniform vec4 u_colour;
uniform float u_width;
uniform vec2 u_dash;
out vec4 colour;
void main() {
  float beyond = max(0.0, max(-v_at.x, v_at.x - v_length));
  float d = length(vec2(beyond, v_at.y));
  float cover = clamp(0.5 * u_width - d + 0.5, 0.0, 1.0);
  if (u_dash.x > 0.0) {
    float at = mod(v_along + v_at.x, u_dash.x);
    cover *= clamp(u_dash.y - at + 0.5, 0.0, 1.0);
  }
  if (cover <= 0.0) discard;
  colour = u_colour * cover;
}`;

const FILL_VERTEX = `${TRANSFORM}
in vec3 at;
void main() { gl_Position = to_clip(to_px(at.xy, at.z)); }`;

const FILL_FRAGMENT = `
uniform vec4 u_colour;
uniform int u_pattern;
uniform float u_pixel;
out vec4 colour;
void main() {
  vec2 p = gl_FragCoord.xy / u_pixel;
  float more = 0.0;
  if (u_pattern == 1) more = step(mod(p.x + p.y, 16.0), 1.4);
  else if (u_pattern == 2) more = step(length(mod(p, 12.0) - 6.0), 1.2);
  else if (u_pattern == 3) more = step(mod(p.x - p.y, 16.0), 1.4);
  else if (u_pattern == 4) more = step(mod(p.y, 12.0), 1.1);
  colour = u_pattern == 0 ? u_colour : vec4(u_colour.rgb * (1.0 - 0.11 * more), u_colour.a);
}`;

/** Collects lines before they are sent to the graphics processor. */
export class Lines {
  constructor(origin = [0, 0]) {
    this.origin = origin;
    this.values = [];
  }

  get count() {
    return this.values.length / LINE_FLOATS;
  }

  /** A line; `along` is the distance along its path, for dashes. It may lead to another layer. */
  add(ax, ay, bx, by, layer = 0, along = 0, toLayer = layer) {
    const [ox, oy] = this.origin;
    this.values.push(ax - ox, ay - oy, bx - ox, by - oy, layer, along, toLayer);
  }

  /** A polyline through points [x, y]. */
  path(points, layer, isClosed) {
    let along = 0;
    const last = isClosed ? points.length : points.length - 1;
    for (let i = 0; i < last; i++) {
      const [ax, ay] = points[i];
      const [bx, by] = points[(i + 1) % points.length];
      this.add(ax, ay, bx, by, layer, along);
      along += Math.hypot(bx - ax, by - ay);
    }
  }

  dot(x, y, layer) {
    this.add(x, y, x, y, layer);
  }

  circle(x, y, radius, layer, pieces = 40) {
    this.path(circlePoints(x, y, radius, pieces), layer, true);
  }
}

/** The vertices of a regular polygon that stands for a circle. */
export function circlePoints(x, y, radius, pieces = 40) {
  return Array.from({ length: pieces }, (_, i) => {
    const angle = (2 * Math.PI * i) / pieces;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** Collects triangles. */
export class Fills {
  constructor(origin = [0, 0]) {
    this.origin = origin;
    this.values = [];
  }

  /** Triangles as fillRings gives them. */
  add(triangles, layer = 0) {
    for (let i = 0; i < triangles.length; i += 2) {
      this.values.push(triangles[i] - this.origin[0], triangles[i + 1] - this.origin[1], layer);
    }
  }
}

/** Draws lines and fills. */
export class ShapeRenderer {
  constructor(gl) {
    this.gl = gl;
    this.lines = makeProgram(gl, LINE_VERTEX, LINE_FRAGMENT, ["ends", "extra"]);
    this.fills = makeProgram(gl, FILL_VERTEX, FILL_FRAGMENT, ["at"]);
    this.indices = gl.createBuffer();
    this.indexed = 0;
  }

  /* Two triangles for each line; the indices are the same for all batches. */
  reserve(count) {
    if (count <= this.indexed) return;
    const { gl } = this;
    this.indexed = Math.max(1024, 2 ** Math.ceil(Math.log2(count)));
    const values = new Uint32Array(6 * this.indexed);
    for (let i = 0; i < this.indexed; i++) values.set([0, 1, 2, 2, 1, 3].map((k) => 4 * i + k),
      6 * i);
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, values, gl.STATIC_DRAW);
  }

  /** Makes a batch, or fills an existing one. @param {Lines} lines */
  uploadLines(lines, batch = null) {
    const { gl } = this;
    const { count } = lines;
    const data = new Float32Array(4 * LINE_FLOATS * count);
    for (let i = 0; i < data.length; i++) {
      const line = Math.floor(i / (4 * LINE_FLOATS));
      data[i] = lines.values[LINE_FLOATS * line + (i % LINE_FLOATS)];
    }
    this.reserve(count);
    const made = batch ?? this.makeBatch([[4, 0], [3, 16]], 4 * LINE_FLOATS, this.indices);
    gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, batch ? gl.DYNAMIC_DRAW : gl.STATIC_DRAW);
    made.count = count;
    return made;
  }

  /** @param {Fills} fills */
  uploadFills(fills, batch = null) {
    const { gl } = this;
    const made = batch ?? this.makeBatch([[3, 0]], 12, null);
    gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(fills.values), gl.STATIC_DRAW);
    made.count = fills.values.length / 3;
    return made;
  }

  makeBatch(attributes, stride, indices) {
    const { gl } = this;
    const array = gl.createVertexArray();
    const buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    attributes.forEach(([size, offset], i) => {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, size, gl.FLOAT, false, stride, offset);
    });
    if (indices) gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bindVertexArray(null);
    return { array, buffer, count: 0 };
  }

  free(batch) {
    if (!batch) return;
    this.gl.deleteVertexArray(batch.array);
    this.gl.deleteBuffer(batch.buffer);
  }

  /** @param {{colour: string, alpha?: number, width: number, dash?: number}} style px of CSS */
  drawLines(batch, screen, { colour, alpha = 1, width, dash = 0 }) {
    if (!batch || batch.count === 0) return;
    const { gl } = this;
    const { program, uniforms } = this.lines;
    gl.useProgram(program);
    setTransform(gl, uniforms, screen);
    gl.uniform1f(uniforms.u_width, width);
    gl.uniform1f(uniforms.u_dash_scale, screen.scale);
    gl.uniform2f(uniforms.u_dash, dash, dash * 0.55);
    gl.uniform4fv(uniforms.u_colour, premultiplied(toRGB(colour), alpha));
    gl.bindVertexArray(batch.array);
    gl.drawElements(gl.TRIANGLES, 6 * batch.count, gl.UNSIGNED_INT, 0);
  }

  drawFills(batch, screen, { colour, alpha = 1, pattern = 0 }) {
    if (!batch || batch.count === 0) return;
    const { gl } = this;
    const { program, uniforms } = this.fills;
    gl.useProgram(program);
    setTransform(gl, uniforms, screen);
    gl.uniform4fv(uniforms.u_colour, premultiplied(toRGB(colour), alpha));
    gl.uniform1i(uniforms.u_pattern, pattern);
    gl.uniform1f(uniforms.u_pixel, screen.pixel);
    gl.bindVertexArray(batch.array);
    if (alpha >= 1) gl.disable(gl.BLEND);
    gl.drawArrays(gl.TRIANGLES, 0, batch.count);
    gl.enable(gl.BLEND);
  }
}
