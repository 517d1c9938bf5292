import { gzipSync } from 'node:zlib';
import { bundle } from '../test/packaging/bundle.js';
import { type Installed, OFFICIAL } from './installed.js';
import type { Row } from './table.js';

const MOST_BYTES = 10_000;

const PROGRAMS = [
  ['Bundle, all of it', `export * from '@trawl/sdk';`, `export * from 'firecrawl';`],
  [
    'Bundle, a program that searches',
    `import { Trawl } from '@trawl/sdk';
     console.log(await new Trawl({ baseUrl: 'https://api.example.com' }).search('anchors'));`,
    `import { Firecrawl } from 'firecrawl';
     console.log(await new Firecrawl({ apiKey: 'key' }).search('anchors'));`,
  ],
] as const;

/** What a bundle adds to a page, minified and gzipped. */
export async function measureSizes({ project, hasOfficial }: Installed): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, ours, theirs] of PROGRAMS) {
    const bytes = gzipped(await bundle(ours, project.folder, 'browser'));
    const neutral = gzipped(await bundle(ours, project.folder, 'neutral'));
    if (neutral !== bytes) throw new Error(`${what}: ${neutral} bytes for a neutral platform, ${bytes} for browsers.`);
    // It does not bundle for browsers.
    const official = hasOfficial ? gzipped(await bundle(theirs, project.folder, 'node')) : undefined;
    rows.push({
      what: `${what}, gzipped`,
      ratio: official && bytes / official,
      ours: `${bytes.toLocaleString('en')} B`,
      theirs: official
        ? `${official.toLocaleString('en')} B (${OFFICIAL})`
        : `${OFFICIAL} does not bundle for browsers`,
      target: { words: `≤ ${MOST_BYTES.toLocaleString('en')} B`, isMet: bytes <= MOST_BYTES },
    });
  }
  return rows;
}

function gzipped(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
