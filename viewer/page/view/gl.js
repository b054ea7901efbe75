/** Small helpers for WebGL2. */

const HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;";

function compile(gl, type, source) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, `${HEAD}\n${source}`);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(`a shader does not compile: ${gl.getShaderInfoLog(shader)}`);
  }
  return shader;
}

/** A program, with the locations of its uniforms by name. */
export function makeProgram(gl, vertex, fragment, attributes) {
  const program = gl.createProgram();
  gl.attachShader(program, compile(gl, gl.VERTEX_SHADER, vertex));
  gl.attachShader(program, compile(gl, gl.FRAGMENT_SHADER, fragment));
  attributes.forEach((name, i) => gl.bindAttribLocation(program, i, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`a program does not link: ${gl.getProgramInfoLog(program)}`);
  }
  const uniforms = {};
  const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS) ?? 0;
  for (let i = 0; i < count; i++) {
    const { name } = gl.getActiveUniform(program, i);
    uniforms[name] = gl.getUniformLocation(program, name);
  }
  return { program, uniforms };
}

/**
 * The transformation from local coordinates to the screen, shared by all vertex shaders:
 * `to_px` gives px of CSS from the top left, `to_clip` what gl_Position needs.
 */
export const TRANSFORM = `
uniform vec4 u_matrix;
uniform vec2 u_centre;
uniform vec2 u_size;
uniform float u_rise;
vec2 to_px(vec2 at, float layer) {
  vec2 d = at - u_centre;
  return vec2(u_matrix.x * d.x + u_matrix.y * d.y, u_matrix.z * d.x + u_matrix.w * d.y)
    + 0.5 * u_size - vec2(0.0, u_rise * layer);
}
vec4 to_clip(vec2 px) {
  return vec4(2.0 * px.x / u_size.x - 1.0, 1.0 - 2.0 * px.y / u_size.y, 0.0, 1.0);
}`;

/** Sets the uniforms of TRANSFORM. */
export function setTransform(gl, uniforms, screen) {
  gl.uniform4fv(uniforms.u_matrix, screen.matrix);
  gl.uniform2f(uniforms.u_centre, screen.x, screen.y);
  gl.uniform2f(uniforms.u_size, screen.width, screen.height);
  gl.uniform1f(uniforms.u_rise, screen.layerRise);
}

/** A colour `#rrggbb` and an opacity, premultiplied. */
export function premultiplied([r, g, b], alpha) {
  return [r * alpha, g * alpha, b * alpha, alpha];
}
