/** Draws grids of values as coloured cells: the heat map, and grids of overlays. */
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
  float part = clamp(texture(u_values, v_uv).r * u_factor, 0.0, 1.0);
  float alpha = 0.9 * smoothstep(0.0, 0.04, part);
  if (alpha <= 0.0) discard;
  colour = vec4(texture(u_ramp, vec2(part, 0.5)).rgb * alpha, alpha);
}`;

export class GridRenderer {
  constructor(gl) {
    this.gl = gl;
    const { program, uniforms } = makeProgram(gl, VERTEX, FRAGMENT, []);
    this.program = program;
    this.uniforms = uniforms;
    this.array = gl.createVertexArray();
    this.ramp = this.makeTexture();
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

  /** Sets the colours of values from low to high. */
  setColours(ramp) {
    const { gl } = this;
    const data = new Uint8Array(ramp.flatMap((colour) =>
      [...toRGB(colour).map((part) => 255 * part), 255]));
    gl.bindTexture(gl.TEXTURE_2D, this.ramp);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, ramp.length, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, data);
  }

  /** Makes a texture of values, row by row, or fills an existing one. */
  upload(values, columns, rows, texture = this.makeTexture()) {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, columns, rows, 0, gl.RED, gl.FLOAT,
      values instanceof Float32Array ? values : new Float32Array(values));
    return texture;
  }

  free(texture) {
    this.gl.deleteTexture(texture);
  }

  /**
   * @param {WebGLTexture} texture from upload()
   * @param {{layer: number, low: number[], cell: number, columns: number, rows: number,
   *   factor: number}} grid `low` in local coordinates; value times factor is from 0 to 1
   */
  draw(screen, texture, { layer, low, cell, columns, rows, factor }) {
    const { gl, uniforms } = this;
    gl.useProgram(this.program);
    setTransform(gl, uniforms, screen);
    gl.uniform4f(uniforms.u_box, low[0], low[1], low[0] + columns * cell, low[1] + rows * cell);
    gl.uniform1f(uniforms.u_layer, layer);
    gl.uniform1f(uniforms.u_factor, factor);
    [texture, this.ramp].forEach((one, unit) => {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, one);
    });
    gl.uniform1i(uniforms.u_values, 0);
    gl.uniform1i(uniforms.u_ramp, 1);
    gl.bindVertexArray(this.array);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    gl.activeTexture(gl.TEXTURE0);
  }
}
