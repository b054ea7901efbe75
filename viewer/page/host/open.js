/** Finds what the page shows: bundles in the page, or a server. */
export async function openHosts() {
  throw new Error("there is no engine yet");
}
