/** What drawing needs to know about the camera and the size of a view, for one picture. */

/**
 * @param {import("./camera.js").Camera} camera
 * @param {number[]} origin of local coordinates
 */
export function screenOf(camera, width, height, pixel, origin) {
  const c = Math.cos(camera.turn);
  const s = Math.sin(camera.turn);
  return {
    width, height,
    /** Pixels of the device for each px of CSS. */
    pixel,
    /** The middle of the screen in local coordinates, m. */
    x: camera.x - origin[0],
    y: camera.y - origin[1],
    scale: camera.scale,
    matrix: camera.matrix,
    layerRise: camera.layerRise,
    rise: camera.rise,
    /** How much lengths away from the viewer are shortened. */
    flat: Math.cos(camera.tilt),
    /** From a direction in the world to one on the ground of the screen. */
    turnMatrix: [c, -s, -s, -c],
    /** Scenario coordinates to px of CSS. */
    toPx: (x, y, layer) => camera.toScreen(x, y, layer, width, height),
    toWorld: (px, py, layer) => camera.toWorld(px, py, layer, width, height),
  };
}
