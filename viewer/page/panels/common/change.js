/** Messages that change the world, with the error beside the control that caused it. */

/**
 * Sends a message that changes the world.
 * @param {import("../../app.js").App} app
 * @param {object} message
 * @returns {Promise<string | null>} the text of the error, or null
 */
export async function tryChange(app, message) {
  const { run } = app;
  try {
    await run.ask(message);
  } catch (error) {
    return error.message;
  }
  await app.player.refresh(run);
  app.emit("change", message);
  return null;
}
