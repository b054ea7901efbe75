/**
 * Draws agents as discs that show where they head. The bytes of a frame are the vertices: nothing is
 * copied or converted here. Each agent is one point, because points are far quicker than instances
 * without a graphics processor. Where discs are large, few are on screen, and these are quads:
 * points have a largest size, and disappear when their centre leaves the screen.
 *
 * In a tilted view, an agent is a figure as in board games: a disc, a body and a head.
 */
import { makeProgram, setTransform, TRANSFORM } from "./gl.js";
import { FRAME_AGENT, FRAME_HEAD } from "../frame.js";
import { toRGB } from "../theme.js";

const LARGEST_POINT = 48; // px
const QUAD_FLOATS = 8;
const HEIGHT = 1.7; // m: of a figure

const SHARED_VERTEX = `
uniform vec4 u_turn;
uniform float u_remaining;
uniform float u_scale;
uniform float u_least;
uniform float u_stand;
uniform float u_flat;
uniform float u_pixel;
uniform int u_layer;
uniform int u_is_scale;
uniform sampler2D u_colours;
out vec2 v_direction;
out float v_radius;
out float v_box;
flat out vec3 v_colour;
int entry_of(float value) {
  if (u_is_scale == 1) return int(value * 255.0 / 65535.0 + 0.5);
  return value < 256.0 ? int(value) : (int(value) - 1) % 24 + 1;
}
vec2 place(vec2 at, vec2 velocity, float radius, float heading, float layer, float value) {
  v_radius = max(u_least, radius * 0.001 * u_scale);
  v_direction = vec2(u_turn.x * cos(heading) + u_turn.y * sin(heading),
                     u_turn.z * cos(heading) + u_turn.w * sin(heading));
  v_colour = texelFetch(u_colours, ivec2(entry_of(value), 0), 0).rgb;
  v_box = 2.0 * v_radius + 2.0;
  vec2 px = to_px(at - velocity * 0.001 * u_remaining, layer);
  if (u_stand > 0.0) {
    v_box = max(v_box, u_stand + v_radius * u_flat + 2.0);
    px.y -= 0.5 * v_box - v_radius * u_flat - 1.0;
  }
  return px;
}
vec4 clip_of(vec2 px) {
  vec4 clip = to_clip(px);
  if (u_stand > 0.0) clip.z = clamp(-(px.y + 0.5 * v_box) / u_size.y, -1.0, 1.0) * 0.5;
  return clip;
}`;

const POINT_VERTEX = `${TRANSFORM}
in vec2 position;
in vec2 velocity;
in float radius;
in float heading;
in float layer;
in float value;
${SHARED_VERTEX}
void main() {
  vec2 px = place(position, velocity, radius, heading * 3.14159265 / 32768.0, layer, value);
  gl_Position = clip_of(px);
  if (int(layer) != u_layer) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = v_box * u_pixel;
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
  vec2 px = place(where.xy, where.zw, how.x, how.y, how.z, how.w);
  gl_Position = clip_of(px + (v_uv - 0.5) * v_box);
}`;

const fragment = (coordinate) => `
in vec2 v_direction;
in float v_radius;
in float v_box;
${coordinate === "v_uv" ? "in vec2 v_uv;" : ""}
flat in vec3 v_colour;
uniform float u_stand;
uniform float u_flat;
uniform vec3 u_rim;
uniform vec3 u_mark;
out vec4 colour;
vec3 disc(vec2 p, vec3 base) {
  float d = length(p);
  float along = dot(p, v_direction) / v_radius;
  float side = abs(p.x * v_direction.y - p.y * v_direction.x) / v_radius;
  float notch = v_radius < 3.5 ? 0.0
    : clamp(((0.92 - along) * 0.62 - side) * v_radius + 0.5, 0.0, 1.0)
      * clamp((along - 0.18) * v_radius + 0.5, 0.0, 1.0);
  float rim = v_radius < 2.5 ? 0.0 : clamp(d - v_radius + 1.4, 0.0, 1.0) * 0.75;
  return mix(mix(base, u_mark, 0.88 * notch), u_rim, rim);
}
vec4 standing(vec2 p) {
  vec2 ground = vec2(p.x, p.y / u_flat);
  float base = clamp((v_radius - length(ground)) * u_flat + 0.5, 0.0, 1.0);
  float up = -p.y / u_stand;
  float wide = v_radius * mix(0.72, 0.34, clamp(up / 0.7, 0.0, 1.0));
  float body = up > 0.0 && up < 0.78 ? clamp(wide - abs(p.x) + 0.5, 0.0, 1.0) : 0.0;
  float size = min(0.55 * v_radius, 0.2 * u_stand);
  float head = clamp(size - length(p + vec2(0.0, u_stand - size)) + 0.5, 0.0, 1.0);
  float light = 1.0 - 0.28 * clamp(p.x / v_radius + 0.3, 0.0, 1.0);
  vec3 shown = mix(v_colour * 0.72, v_colour, 0.0);
  shown = mix(disc(ground, shown), v_colour * light, body);
  shown = mix(shown, mix(v_colour * light, u_mark, 0.18), head);
  return vec4(shown, max(max(base, body), head));
}
void main() {
  vec2 p = (${coordinate} - 0.5) * v_box;
  float cover;
  vec3 shown;
  if (u_stand > 0.0) {
    p.y -= 0.5 * v_box - v_radius * u_flat - 1.0;
    vec4 s = standing(p);
    if (s.a < 0.3) discard;
    shown = s.rgb;
    cover = s.a;
  } else {
    cover = clamp(v_radius - length(p) + 0.5, 0.0, 1.0);
    if (cover <= 0.0) discard;
    shown = disc(p, v_colour);
  }
  colour = vec4(shown * cover, cover);
}`;

export class AgentRenderer {
  constructor(gl) {
    this.gl = gl;
    this.points = makeProgram(gl, POINT_VERTEX, fragment("gl_PointCoord"),
      ["position", "velocity", "radius", "heading", "layer", "value"]);
    this.quads = makeProgram(gl, QUAD_VERTEX, fragment("v_uv"), ["where", "how"]);
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
    const { program, uniforms } = large ? this.quads : this.points;
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
