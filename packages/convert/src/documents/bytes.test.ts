import { readdirSync, readFileSync } from 'node:fs';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convert } from '../convert/convert.js';
import { ConvertError } from '../page/convert-error.js';

const FOLDER = new URL('../../test/documents/', import.meta.url);
const zip = (parts: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));

const FILES: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ...readdirSync(FOLDER)
    .filter((name) => !name.endsWith('.md'))
    .map((name) => [name, new Uint8Array(readFileSync(new URL(name, FOLDER)))] as const),
  [
    'slides.pptx',
    zip({
      'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="s" Type="x/slide" Target="slides/slide1.xml"/></Relationships>',
      'ppt/slides/slide1.xml':
        '<p:sld><p:sp><p:txBody><a:p><a:pPr lvl="1"/><a:r><a:t>Tides</a:t></a:r></a:p></p:txBody></p:sp></p:sld>',
    }),
  ],
  [
    'book.epub',
    zip({
      'META-INF/container.xml': '<container><rootfile full-path="b.opf"/></container>',
      'b.opf': '<package><item id="a" href="a.xhtml"/><spine><itemref idref="a"/></spine></package>',
      'a.xhtml': '<html><body><h1>Tides</h1><p>They turn &amp; turn.</p></body></html>',
    }),
  ],
];

/** Broken copies of each file. `FUZZ=1000` makes more, from a seed that is printed. */
const COPIES = Number(process.env.FUZZ ?? 6);
const SEED = process.env.FUZZ === undefined ? 1 : Date.now() % 1_000_000;

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Changes, cuts, repeats or moves some bytes. */
function broken(bytes: Uint8Array, random: () => number): Uint8Array {
  let copy = bytes.slice();
  const place = () => Math.floor(random() * copy.length);
  for (let change = 0; change <= random() * 6; change++) {
    const [start, end] = [place(), place()].sort((one, other) => one - other) as [number, number];
    const length = Math.min(end - start, 400);
    const part = copy.slice(start, start + length);
    const kind = Math.floor(random() * 5);
    if (kind === 0) copy[start] = Math.floor(random() * 256);
    else if (kind === 1) copy = copy.slice(0, end);
    else if (kind === 2) copy = joined(copy.slice(0, start), copy.slice(start + length));
    else if (kind === 3) copy = joined(copy.slice(0, start), part, part, part, copy.slice(start + length));
    else copy.set(part, Math.min(place(), copy.length - length));
  }
  return copy;
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** Breaks one of the parts of an archive, whose checksums hide most of what is broken outside of them. */
function brokenInside(archive: Uint8Array, random: () => number): Uint8Array {
  const parts = unzipSync(archive);
  const names = Object.keys(parts).filter((name) => (parts[name]?.length ?? 0) > 0);
  const name = names[Math.floor(random() * names.length)] ?? '';
  return zipSync({ ...parts, [name]: broken(parts[name] ?? new Uint8Array(), random) }, { level: 0 });
}

describe.each(FILES)('broken copies of %s', (name, bytes) => {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;

  it(`are converted, or refused in a sentence (seed ${SEED})`, { timeout: 60_000 }, async () => {
    const random = randomOf(SEED + name.length);
    for (let copy = 0; copy < COPIES; copy++) {
      const body = isArchive && copy % 2 === 1 ? brokenInside(bytes, random) : broken(bytes, random);
      const before = process.cpuUsage();
      const outcome = await convert(body, { filename: name }).catch((error: unknown) => error);
      const { user, system } = process.cpuUsage(before);
      if (outcome instanceof Error) expect(outcome, `copy ${copy}`).toBeInstanceOf(ConvertError);
      expect(user + system, `copy ${copy}`).toBeLessThan(8_000_000);
    }
  });
});
