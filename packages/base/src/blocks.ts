/** A chunk that is kept as it is: what an object takes beside its bytes is little then. */
const LARGE_BYTES = 1024;

const BLOCK_BYTES = 64 * 1024;

/**
 * Joins small chunks of a body into blocks. Whoever sends a body decides its chunks: in pieces of one byte, it would take two
 * hundred times its size in memory.
 */
export class Blocks {
  #block = new Uint8Array(0);
  #used = 0;

  /** Adds a chunk; returns what is complete. */
  add(chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
    if (chunk.length >= LARGE_BYTES) return [...this.end(), chunk];
    const full = this.#used + chunk.length > BLOCK_BYTES ? this.end() : [];
    if (this.#used === 0) this.#block = new Uint8Array(BLOCK_BYTES);
    this.#block.set(chunk, this.#used);
    this.#used += chunk.length;
    return full;
  }

  /** Returns the rest. */
  end(): Uint8Array<ArrayBuffer>[] {
    const rest = this.#block.slice(0, this.#used);
    this.#used = 0;
    return rest.length > 0 ? [rest] : [];
  }
}
