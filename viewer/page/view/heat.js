/** Draws the grid of view/presence.js as a heat map under the agents. */
import { makeProgram, setTransform, TRANSFORM } from "./gl.js";
import { toRGB } from "../theme.js";

const VERTEX = `${TRANSFORM}
uniform vec4 u_box;
uniform float u_layer;
out vec2 v_uv;
void main() {
  v_uv = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  gl_Position = to_clip(to_px(mix(u_box.xy, u_box.zw, v_uv), u_layer));
}`;

const FRAGMENT = `
in vec2 v_uv;
uniform sampler2D u_values;
uniform sampler2D u_ramp;
uniform float u_factor;
out vec4 colour;
void main() {
  float value = texture(u_values, v_uv).r * u_factor;
  if (value <= 0.0) discard;
  float part = clamp(value, 0.0, 1.0);
  float alpha = 0.9 * smoothstep(0.0, 0.04, part);
  colour = vec4(texture(u_ramp, vec2(part, 0.5)).rgb * alpha, alpha);
}`;

const REFRESH_MS = 250;

export class Heat {
  constructor(gl, presence) {
    this.gl = gl;
    this.presence = presence;
    const { program, uniforms } = makeProgram(gl, VERTEX, FRAGMENT, []);
    this.program = program;
    this.uniforms = uniforms;
    this.array = gl.createVertexArray();
    this.textures = presence.layers.map(() => this.makeTexture());
    this.ramp = this.makeTexture();
    this.version = -1;
    this.refreshed = 0;
    /** The value at the end of the scale, persons per m2. */
    this.top = 0;
  }

  makeTexture() {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    }
    for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
      gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE);
    }
    return texture;
  }

  setColours(ramp) {
    const { gl } = this;
    const data = new Uint8Array(ramp.flatMap((colour) =>
      [...toRGB(colour).map((part) => 255 * part), 255]));
    gl.bindTexture(gl.TEXTURE_2D, this.ramp);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, ramp.length, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
  }

  refresh(now) {
    const { presence, gl } = this;
    if (presence.version === this.version || now - this.refreshed < REFRESH_MS) return;
    this.version = presence.version;
    this.refreshed = now;
    this.top = presence.top();
    presence.layers.forEach((cells, i) => {
      gl.bindTexture(gl.TEXTURE_2D, this.textures[i]);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, presence.columns, presence.rows, 0, gl.RED,
        gl.FLOAT, cells);
    });
  }

  draw(screen, layer, now, origin) {
    this.refresh(now);
    const { gl, uniforms, presence } = this;
    if (!(this.top > 0) || !this.textures[layer]) return;
    const x = presence.low[0] - origin[0];
    const y = presence.low[1] - origin[1];
    gl.useProgram(this.program);
    setTransform(gl, uniforms, screen);
    gl.uniform4f(uniforms.u_box, x, y, x + presence.columns * presence.cell,
      y + presence.rows * presence.cell);
    gl.uniform1f(uniforms.u_layer, layer);
    gl.uniform1f(uniforms.u_factor, 1 / (presence.cell ** 2 * presence.seconds * this.top));
    [this.textures[layer], this.ramp].forEach((texture, unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, texture);
    });
    gl.uniform1i(uniforms.u_values, 0);
    gl.uniform1i(uniforms.u_ramp, 1);
    gl.bindVertexArray(this.array);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.activeTexture(gl.TEXTURE0);
  }
}
