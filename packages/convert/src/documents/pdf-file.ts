import { inflateSync } from 'node:zlib';

/** A picture with fewer pixels shows no page of text. */
const PIXELS_OF_PAGE = 250_000;

/** More of a dictionary is not looked at. */
const MAX_DICTIONARY = 2_000;

/** How many large pictures a file has. Their dictionaries are never compressed, and the library tells of none that it does not draw. */
export function largePictures(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  let count = 0;
  for (let at = bytes.indexOf('/Image'); at !== -1; at = bytes.indexOf('/Image', at + 1)) {
    const before = bytes.toString('latin1', Math.max(0, at - MAX_DICTIONARY), at);
    const after = bytes.toString('latin1', at, at + MAX_DICTIONARY);
    const start = before.slice(before.lastIndexOf(' obj') + 1);
    if (!/\/Subtype\s*$/.test(start)) continue;
    const dictionary = start + after.slice(0, Math.max(0, after.indexOf('stream')));
    const [width, height] = ['Width', 'Height'].map((name) =>
      Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0),
    ) as [number, number];
    if (width * height >= PIXELS_OF_PAGE) count += 1;
  }
  return count;
}

/** No more is decompressed of one part of a file, nor of all of them. */
const MAX_PART = 1024 * 1024;
const MAX_PARTS = 200;

/** The names of the fonts of a file. The library tells none that it does not draw. */
export function fontNames(body: Uint8Array): Set<string> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const names = new Set<string>();
  const addAll = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\/BaseFont\s*\/([^\s/<>[\]()]{1,100})/g)) names.add(name);
  };
  for (let at = bytes.indexOf('/BaseFont'); at !== -1; at = bytes.indexOf('/BaseFont', at + 1))
    addAll(bytes.toString('latin1', at, at + 200));
  let parts = 0;
  for (let at = bytes.indexOf('/ObjStm'); at !== -1 && parts < MAX_PARTS; at = bytes.indexOf('/ObjStm', at + 1)) {
    parts += 1;
    addAll(inflated(bytes, bytes.indexOf('stream', at)));
  }
  return names;
}

/** The text of a compressed part that begins behind a word; empty where it is not compressed so, or encrypted. */
function inflated(bytes: Buffer, word: number): string {
  if (word === -1) return '';
  const start = word + 'stream'.length + (bytes[word + 'stream'.length] === 0x0d ? 2 : 1);
  const end = bytes.indexOf('endstream', start);
  try {
    return inflateSync(bytes.subarray(start, end === -1 ? undefined : end), { maxOutputLength: MAX_PART }).toString(
      'latin1',
    );
  } catch {
    // The names of the fonts only help to read symbols.
    return '';
  }
}
