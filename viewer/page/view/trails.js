/**
 * The trails of agents: the last seconds of each path, fading with age. A ring of segments on the
 * graphics processor; each new frame adds a segment for each agent. With many agents, segments
 * become longer instead of more.
 */
import { makeProgram, setTransform, TRANSFORM } from "./gl.js";

const CAPACITY = 60000; // segments
const FLOATS = 6; // ax, ay, bx, by, time, layer * 65536 + value
const JUMP = 8; // m/s: faster is no walk but a teleport, or another agent in the same slot

const VERTEX = `${TRANSFORM}
in vec4 ends;
in vec2 extra;
uniform float u_now;
uniform float u_length;
uniform float u_width;
uniform int u_layer;
uniform int u_is_scale;
uniform sampler2D u_colours;
out float v_across;
flat out vec4 v_colour;
void main() {
  float age = (u_now - extra.x) / u_length;
  float layer = floor(extra.y / 65536.0);
  float value = extra.y - 65536.0 * layer;
  vec2 a = to_px(ends.xy, layer);
  vec2 b = to_px(ends.zw, layer);
  float len = distance(a, b);
  vec2 along = len > 1e-6 ? (b - a) / len : vec2(1.0, 0.0);
  int corner = gl_VertexID & 3;
  float side = float(corner & 1) * 2.0 - 1.0;
  float reach = 0.5 * u_width + 0.7;
  v_across = side * reach;
  int entry = u_is_scale == 1 ? int(value * 255.0 / 65535.0 + 0.5)
    : value < 256.0 ? int(value) : (int(value) - 1) % 24 + 1;
  float alpha = clamp(1.0 - age, 0.0, 1.0);
  v_colour = vec4(texelFetch(u_colours, ivec2(entry, 0), 0).rgb, 0.6 * alpha * alpha);
  gl_Position = to_clip((corner >> 1 == 1 ? b : a) + vec2(-along.y, along.x) * v_across);
  if (age >= 1.0 || age < 0.0 || int(layer) != u_layer) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = `
in float v_across;
flat in vec4 v_colour;
uniform float u_width;
out vec4 colour;
void main() {
  float cover = v_colour.a * clamp(0.5 * u_width - abs(v_across) + 0.5, 0.0, 1.0);
  if (cover <= 0.0) discard;
  colour = vec4(v_colour.rgb * cover, cover);
}`;

export class Trails {
  constructor(gl, shapes) {
    this.gl = gl;
    this.shapes = shapes;
    const { program, uniforms } = makeProgram(gl, VERTEX, FRAGMENT, ["ends", "extra"]);
    this.program = program;
    this.uniforms = uniforms;
    shapes.reserve(CAPACITY);
    this.batch = shapes.makeBatch([[4, 0], [2, 16]], 4 * FLOATS, shapes.indices);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.batch.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, 16 * FLOATS * CAPACITY, gl.DYNAMIC_DRAW);
    /** How long trails are, s; 0: none. */
    this.length = 0;
    this.clear();
  }

  clear() {
    this.next = 0;
    this.used = 0;
    this.last = null;
    this.positions = new Float32Array(0);
    this.known = new Uint8Array(0);
  }

  /** Sets the length of the trails, s. */
  setLength(length) {
    if (length === 0) this.clear();
    this.length = length;
  }

  /* Time between the segments of an agent so that all fit, s. */
  spacing(frame) {
    return Math.max(frame.dt, (this.length * frame.count) / (0.9 * CAPACITY));
  }

  /** Takes a frame that comes after the last one; any other frame starts the trails again. */
  add(frame) {
    if (this.length === 0 || frame === this.last) return;
    const gap = this.last ? frame.time - this.last.time : 0;
    if (gap < 0 || gap > Math.max(2, 30 * frame.dt)) this.clear();
    if (this.last && frame.time - this.last.time < this.spacing(frame) - 1e-6) return;
    this.grow(frame.slotCount);
    const data = this.collect(frame);
    this.upload(data);
    this.last = frame;
  }

  grow(slots) {
    if (slots <= this.known.length) return;
    const positions = new Float32Array(4 * slots);
    const known = new Uint8Array(2 * slots);
    positions.set(this.positions);
    known.set(this.known);
    this.positions = positions;
    this.known = known;
  }

  collect(frame) {
    const { x, y, slots, layer, value, origin } = frame;
    const gap = this.last ? frame.time - this.last.time : 0;
    const data = new Float32Array(FLOATS * frame.count);
    let count = 0;
    for (let i = 0; i < frame.count; i++) {
      const slot = slots[i];
      const [px, py] = [x[i] - origin[0], y[i] - origin[1]];
      const [qx, qy] = [this.positions[2 * slot], this.positions[2 * slot + 1]];
      const moved = Math.abs(px - qx) + Math.abs(py - qy);
      if (this.known[slot] === layer[i] + 1 && moved > 1e-3 && moved < JUMP * gap + 0.5) {
        data.set([qx, qy, px, py, frame.time, layer[i] * 65536 + value[i]], FLOATS * count++);
      }
      this.known[slot] = layer[i] + 1;
      this.positions[2 * slot] = px;
      this.positions[2 * slot + 1] = py;
    }
    return data.subarray(0, FLOATS * count);
  }

  upload(data) {
    const { gl } = this;
    const count = Math.min(CAPACITY, data.length / FLOATS);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.batch.buffer);
    for (let done = 0; done < count;) {
      const part = Math.min(count - done, CAPACITY - this.next);
      const vertices = new Float32Array(4 * FLOATS * part);
      for (let i = 0; i < part; i++) {
        const at = FLOATS * (done + i);
        for (let k = 0; k < 4 * FLOATS; k++) {
          vertices[4 * FLOATS * i + k] = data[at + (k % FLOATS)];
        }
      }
      gl.bufferSubData(gl.ARRAY_BUFFER, 16 * FLOATS * this.next, vertices);
      this.next = (this.next + part) % CAPACITY;
      this.used = Math.min(CAPACITY, this.used + part);
      done += part;
    }
  }

  /** Draws the trails of one layer. `now` is the time that is shown, s. */
  draw(screen, { layer, now, colours, isScale }) {
    if (this.length === 0 || this.used === 0) return;
    const { gl, uniforms } = this;
    gl.useProgram(this.program);
    setTransform(gl, uniforms, screen);
    gl.uniform1f(uniforms.u_now, now);
    gl.uniform1f(uniforms.u_length, this.length);
    gl.uniform1f(uniforms.u_width, Math.min(4, Math.max(1.3, 0.12 * screen.scale)));
    gl.uniform1i(uniforms.u_layer, layer);
    gl.uniform1i(uniforms.u_is_scale, isScale ? 1 : 0);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, colours);
    gl.uniform1i(uniforms.u_colours, 0);
    gl.bindVertexArray(this.batch.array);
    gl.drawElements(gl.TRIANGLES, 6 * this.used, gl.UNSIGNED_INT, 0);
  }
}
