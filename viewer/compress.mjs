/** Compresses data of the page with `xz` (Debian's package xz-utils), for page/host/lzma.js. */
import { spawnSync } from "node:child_process";

const SIZE_AT = 5; // of the unpacked size in the header
const HEADER_SIZE = 13;
/* Instructions of WebAssembly have no alignment, so positions say nothing (pb=0). The rest was
 * tried: nothing else makes the engine smaller by more than 0.1 %. */
const FILTER = "--lzma1=preset=9e,lc=4,lp=0,pb=0,nice=273";

/**
 * @param {Uint8Array} bytes
 * @returns {Buffer} a file of the form `.lzma` with its size and an end mark
 */
export function compress(bytes) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("compress() takes bytes, not text");
  const made = spawnSync("xz", ["--format=lzma", FILTER, "--stdout"],
    { input: bytes, maxBuffer: 1 << 28 });
  if (made.error) throw new Error(`xz does not run (Debian: xz-utils): ${made.error.message}`);
  if (made.status !== 0) throw new Error(`xz has failed: ${made.stderr}`);
  if (made.stdout.length < HEADER_SIZE) throw new Error("xz has written nothing");
  made.stdout.writeBigUInt64LE(BigInt(bytes.length), SIZE_AT); // xz writes that it is unknown
  return made.stdout;
}
