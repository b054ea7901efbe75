/**
 * Unpacks what is stored in a page: LZMA in septets for the parts of the page itself, and base64 of
 * gzip for bundles, which the tool writes.
 */
import { unpackLzma } from "./lzma.js";
import { fromSeptets } from "./septets.js";

/** Bytes that a bundle may have, unpacked, and a part of the page: more is refused. */
const MOST = 1 << 30;
const MOST_OF_PART = 1 << 26;

/**
 * @param {string} text the content of an element that viewer/build.mjs has packed
 * @returns {Uint8Array}
 */
export function unpackPart(text) {
  return unpackLzma(fromSeptets(text), MOST_OF_PART);
}

/** @returns {Uint8Array} */
export function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** @returns {Promise<Uint8Array>} */
export async function gunzip(bytes, most = MOST) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const chunks = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    size += read.value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`the data in the page are larger than ${most} bytes`);
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
