import type { Readable, Writable } from 'node:stream';

/** Bytes of the length field before each message. */
const LENGTH_BYTES = 4;

/** Writes the parts of a message to a stream that is read by `readFrames`. */
export function writeFrame(stream: Writable, parts: readonly Uint8Array[]): void {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of [length, ...parts]) stream.write(part);
}

/** Calls back with each message. Each has its own buffer, allocated at once, so that a large message is copied only once. */
export function readFrames(stream: Readable, onMessage: (message: Uint8Array<ArrayBuffer>) => void): void {
  const length = Buffer.alloc(LENGTH_BYTES);
  let part: Uint8Array<ArrayBuffer> = length;
  let filled = 0;
  stream.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      const copiedBytes = Math.min(chunk.length - at, part.length - filled);
      part.set(chunk.subarray(at, at + copiedBytes), filled);
      at += copiedBytes;
      filled += copiedBytes;
      if (filled < part.length) continue;
      filled = 0;
      if (part === length) {
        part = new Uint8Array(length.readUInt32LE());
      } else {
        const message = part;
        part = length;
        onMessage(message);
      }
    }
  });
}
