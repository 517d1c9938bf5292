import type { Readable } from 'node:stream';

/** What a program has printed so far. */
export interface Printed {
  text(): string;
}

const MAX_BYTES = 1024 * 1024;

const CUT = '\n[The rest was left out: only the first megabyte of the output is kept.]\n';

/** Keeps what a program prints, up to a bound, and reads the rest so that the program can go on. */
export function readPrinted(stream: Readable): Printed {
  const parts: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (bytes < MAX_BYTES) parts.push(chunk.subarray(0, MAX_BYTES - bytes));
    bytes += chunk.length;
  });
  return { text: () => `${Buffer.concat(parts)}${bytes > MAX_BYTES ? CUT : ''}` };
}
