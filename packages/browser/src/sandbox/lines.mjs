/**
 * Calls back with each line of a stream, and with `onTooLong` when one has more bytes than it may have.
 *
 * @param {import('node:stream').Readable} stream
 * @param {(line: string) => void} onLine
 * @param {{ maxBytes: number, onTooLong(): void }} limit
 */
export function readLines(stream, onLine, { maxBytes, onTooLong }) {
  /** @type {Buffer[]} */
  let parts = [];
  let bytes = 0;
  stream.on('data', (/** @type {Buffer} */ chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
      start = end + 1;
      parts = [];
      bytes = 0;
      onLine(line);
    }
    const rest = chunk.subarray(start);
    bytes += rest.length;
    if (bytes <= maxBytes) parts.push(rest);
    else onTooLong();
  });
}

const NEWLINE = 10;
