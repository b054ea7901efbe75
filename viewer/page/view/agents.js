/**
 * Draws agents as discs that show where they head. The bytes of a frame are the vertices: nothing
 * is copied or converted here. Each agent is one point, because points are far quicker than
 * instances without a graphics processor. Where discs are large, few are on screen, and these are
 * quads: points have a largest size, and disappear when their centre leaves the screen.
 *
 * In a tilted view, an agent is a figure as in board games: a disc, a body and a head.
 */
import { makeProgram, setTransform, TRANSFORM } from "./gl.js";
import { FRAME_AGENT, FRAME_HEAD } from "../frame.js";
import { toRGB } from "../theme.js";

const LARGEST_POINT = 48; // px
const QUAD_FLOATS = 8;
const HEIGHT = 1.7; // m: of a figure

/* What the variants of the shaders share: PLAIN (small discs), FLAT, STANDING. */
const SHARED_VERTEX = `
uniform vec4 u_turn;
uniform float u_remaining;
uniform float u_scale;
uniform float u_least;
uniform float u_stand;
uniform float u_flat;
uniform float u_pixel;
uniform int u_is_scale;
uniform sampler2D u_colours;
flat out vec4 v_shape;
flat out vec3 v_colour;
int entry_of(float value) {
  if (u_is_scale == 1) return int(value * 255.0 / 65535.0 + 0.5);
  return value < 256.0 ? int(value) : (int(value) - 1) % 24 + 1;
}
vec4 place(vec2 at, vec2 velocity, float radius, float heading, float layer, float value) {
  float shown = max(u_least, radius * 0.001 * u_scale);
  float box = 2.0 * shown + 2.0;
  vec2 px = to_px(at - velocity * 0.001 * u_remaining, layer);
  float depth = 0.0;
  vec2 direction = vec2(u_turn.x * cos(heading) + u_turn.y * sin(heading),
                        u_turn.z * cos(heading) + u_turn.w * sin(heading));
#ifdef STANDING
  depth = clamp(-px.y / u_size.y, -1.0, 1.0) * 0.5;
  box = max(box, u_stand + shown * u_flat + 2.0);
  px.y -= 0.5 * box - shown * u_flat - 1.0;
#endif
  v_shape = vec4(direction, shown, box);
  v_colour = texelFetch(u_colours, ivec2(entry_of(value), 0), 0).rgb;
  return vec4(px, depth, box);
}`;

const POINT_VERTEX = `${TRANSFORM}
in vec2 position;
in vec2 velocity;
in float radius;
in float heading;
in float layer;
in float value;
uniform int u_layer;
${SHARED_VERTEX}
void main() {
  vec4 px = place(position, velocity, radius, heading * 3.14159265 / 32768.0, layer, value);
  gl_Position = to_clip(px.xy);
  gl_Position.z = px.z;
  if (int(layer) != u_layer) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = px.w * u_pixel;
}`;

const QUAD_VERTEX = `${TRANSFORM}
in vec4 where;
in vec4 how;
${SHARED_VERTEX}
out vec2 v_uv;
void main() {
  int corner = gl_VertexID % 6;
  v_uv = vec2(corner == 1 || corner > 3 ? 1.0 : 0.0,
              corner == 2 || corner == 3 || corner == 5 ? 1.0 : 0.0);
  vec4 px = place(where.xy, where.zw, how.x, how.y, how.z, how.w);
  gl_Position = to_clip(px.xy + (v_uv - 0.5) * px.w);
  gl_Position.z = px.z;
}`;

const fragment = (coordinate) => `
flat in vec4 v_shape;
flat in vec3 v_colour;
${coordinate === "v_uv" ? "in vec2 v_uv;" : ""}
uniform float u_stand;
uniform float u_flat;
uniform vec3 u_rim;
uniform vec3 u_mark;
out vec4 colour;
vec3 disc(vec2 p, float d, vec3 base) {
  float r = v_shape.z;
  float along = dot(p, v_shape.xy);
  float side = abs(p.x * v_shape.y - p.y * v_shape.x);
  float notch = clamp((0.92 * r - along) * 0.62 - side + 0.5, 0.0, 1.0)
    * clamp(along - 0.18 * r + 0.5, 0.0, 1.0);
  float rim = clamp(d - r + 1.4, 0.0, 1.0) * 0.75;
  return mix(mix(base, u_mark, 0.88 * notch), u_rim, rim);
}
#ifdef STANDING
vec4 standing(vec2 p) {
  float r = v_shape.z;
  vec2 ground = vec2(p.x, p.y / u_flat);
  float d = length(ground);
  float base = clamp((r - d) * u_flat + 0.5, 0.0, 1.0);
  float up = -p.y / u_stand;
  float size = max(min(0.6 * r, 0.22 * u_stand), 1.2);
  float wide = max(r * mix(0.8, 0.36, clamp(up / 0.75, 0.0, 1.0)), 0.8);
  float body = up > 0.0 && up < 0.82 ? clamp(wide - abs(p.x) + 0.5, 0.0, 1.0) : 0.0;
  float head = clamp(size - length(p + vec2(0.0, u_stand - size)) + 0.5, 0.0, 1.0);
  float light = 1.08 - 0.3 * clamp(p.x / r + 0.4, 0.0, 1.0);
  vec3 shown = mix(disc(ground, d, v_colour * 0.75), v_colour * light, body);
  shown = mix(shown, mix(v_colour * light, u_mark, 0.15), head);
  return vec4(shown, max(max(base, body), head));
}
#endif
void main() {
  float r = v_shape.z;
  vec2 p = (${coordinate} - 0.5) * v_shape.w;
#ifdef STANDING
  p.y -= 0.5 * v_shape.w - r * u_flat - 1.0;
  vec4 s = standing(p);
  if (s.a < 0.3) discard;
  colour = vec4(s.rgb * s.a, s.a);
#else
  float d = length(p);
  float cover = clamp(r - d + 0.5, 0.0, 1.0);
#ifdef PLAIN
  colour = vec4(v_colour * cover, cover);
#else
  colour = vec4(disc(p, d, v_colour) * cover, cover);
#endif
#endif
}`;

const PLAIN_RADIUS = 3.5; // px: smaller discs show no heading

export class AgentRenderer {
  constructor(gl) {
    this.gl = gl;
    this.programs = new Map();
    this.buffer = gl.createBuffer();
    this.quadBuffer = gl.createBuffer();
    this.pointArray = this.makeArray(this.buffer, [[2, gl.FLOAT, 0], [2, gl.SHORT, 8],
      [1, gl.UNSIGNED_SHORT, 12], [1, gl.SHORT, 14], [1, gl.UNSIGNED_BYTE, 16],
      [1, gl.UNSIGNED_SHORT, 18]], FRAME_AGENT);
    this.quadArray = this.makeArray(this.quadBuffer, [[4, gl.FLOAT, 0], [4, gl.FLOAT, 16]],
      4 * QUAD_FLOATS);
    this.texture = gl.createTexture();
    this.frame = null;
    this.largest = 0;
  }

  makeArray(buffer, attributes, stride) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    attributes.forEach(([size, type, offset], i) => {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, size, type, false, stride, offset);
    });
    gl.bindVertexArray(null);
    return array;
  }

  /* The program for points or quads of a variant, made when it is first needed. */
  program(large, variant) {
    const name = `${large} ${variant}`;
    if (!this.programs.has(name)) {
      const define = `#define ${variant}\n`;
      this.programs.set(name, large
        ? makeProgram(this.gl, define + QUAD_VERTEX, define + fragment("v_uv"), ["where", "how"])
        : makeProgram(this.gl, define + POINT_VERTEX, define + fragment("gl_PointCoord"),
          ["position", "velocity", "radius", "heading", "layer", "value"]));
    }
    return this.programs.get(name);
  }

  /** Sets the colour of each value from 0 to 255: `#rrggbb`. */
  setColours(colours) {
    const { gl } = this;
    const data = new Uint8Array(4 * 256);
    for (let i = 0; i < 256; i++) {
      const rgb = toRGB(colours[i] ?? colours[colours.length - 1]);
      data.set([...rgb.map((part) => 255 * part), 255], 4 * i);
    }
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    }
  }

  /** Takes the agents of a frame. */
  setFrame(frame) {
    if (frame === this.frame) return;
    const { gl } = this;
    this.frame = frame;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, frame.bytes, gl.STREAM_DRAW);
    const halves = new Uint16Array(frame.buffer, FRAME_HEAD);
    let largest = 0;
    for (let i = 6; i < halves.length; i += FRAME_AGENT / 2) {
      if (halves[i] > largest) largest = halves[i];
    }
    this.largest = largest / 1000;
  }

  /* The agents that are on screen, as vertices of quads. */
  uploadQuads(screen, layer) {
    const { gl, frame } = this;
    const values = [];
    for (let i = 0; i < frame.count; i++) {
      if (frame.layer[i] !== layer) continue;
      const at = screen.toPx(frame.x[i], frame.y[i], layer);
      const reach = (frame.radius[i] + HEIGHT) * screen.scale + 50;
      if (at.x < -reach || at.y < -reach || at.x > screen.width + reach
        || at.y > screen.height + reach) continue;
      const one = [frame.x[i] - frame.origin[0], frame.y[i] - frame.origin[1],
        1000 * frame.vx[i], 1000 * frame.vy[i], 1000 * frame.radius[i], frame.heading[i], layer,
        frame.value[i]];
      for (let k = 0; k < 6; k++) values.push(...one);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.quadBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(values), gl.STREAM_DRAW);
    return values.length / QUAD_FLOATS;
  }

  /**
   * Draws the agents of one layer.
   * @param {{remaining: number, layer: number, isScale: boolean, rim: string, mark: string}} how
   */
  draw(screen, how) {
    const { gl, frame } = this;
    if (!frame || frame.count === 0) return;
    const stand = screen.rise > 0 ? HEIGHT * screen.rise : 0;
    const box = Math.max(2 * this.largest * screen.scale, stand);
    const large = box * screen.pixel > LARGEST_POINT;
    const isSmall = this.largest * screen.scale < PLAIN_RADIUS;
    const { program, uniforms } = this.program(large, stand > 0 ? "STANDING"
      : isSmall ? "PLAIN" : "FLAT");
    const count = large ? this.uploadQuads(screen, how.layer) : frame.count;
    gl.useProgram(program);
    setTransform(gl, uniforms, screen);
    gl.uniform4fv(uniforms.u_turn, screen.turnMatrix);
    gl.uniform1f(uniforms.u_remaining, how.remaining);
    gl.uniform1f(uniforms.u_scale, screen.scale);
    gl.uniform1f(uniforms.u_least, 1.4);
    gl.uniform1f(uniforms.u_stand, stand);
    gl.uniform1f(uniforms.u_flat, screen.flat);
    gl.uniform1f(uniforms.u_pixel, screen.pixel);
    gl.uniform1i(uniforms.u_layer, how.layer);
    gl.uniform1i(uniforms.u_is_scale, how.isScale ? 1 : 0);
    gl.uniform3fv(uniforms.u_rim, toRGB(how.rim));
    gl.uniform3fv(uniforms.u_mark, toRGB(how.mark));
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.uniform1i(uniforms.u_colours, 0);
    this.run(large, count, stand > 0);
  }

  run(large, count, isStanding) {
    const { gl } = this;
    if (isStanding) {
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.DEPTH_TEST);
    }
    gl.bindVertexArray(large ? this.quadArray : this.pointArray);
    gl.drawArrays(large ? gl.TRIANGLES : gl.POINTS, 0, count);
    gl.disable(gl.DEPTH_TEST);
  }
}
