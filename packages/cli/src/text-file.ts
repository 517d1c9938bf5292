import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { storedPath } from '@trawl/base/stored-path';

/** The encodings that a file names by its first bytes. PowerShell writes UTF-16. */
const BYTE_ORDER_MARKS = [
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** The text of bytes in UTF-8, or in UTF-16 with its mark. The mark is left out. */
function textFrom(bytes: Uint8Array): string {
  const mark = BYTE_ORDER_MARKS.find((one) => one.bytes.every((byte, index) => bytes[index] === byte));
  return new TextDecoder(mark?.encoding).decode(bytes);
}

/** The text of a file of the user. */
export const readTextFile = (path: string): string => textFrom(readFileSync(storedPath(path)));

/** The text of standard input. */
export const readStandardInput = async (): Promise<string> => textFrom(await buffer(process.stdin));
