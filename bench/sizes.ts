import { gzipSync } from 'node:zlib';
import { bundle } from '../test/packaging/bundle.js';
import { type Installed, OFFICIAL } from './installed.js';
import type { Row } from './table.js';

interface Measured {
  readonly what: string;
  readonly ours: string;
  /** The same with the official client, where it can do it. */
  readonly theirs?: string;
  readonly mostBytes?: number;
}

const BASE_URL = 'https://api.example.com';

const PROGRAMS: readonly Measured[] = [
  {
    what: 'Bundle of the client, with every operation',
    ours: `export { Trawl } from '@trawl/sdk';`,
    theirs: `export { Firecrawl } from 'firecrawl';`,
    mostBytes: 17_500,
  },
  {
    what: 'Bundle of a program that searches',
    ours: `import { connect, search } from '@trawl/sdk';
           console.log(await search(connect({ baseUrl: '${BASE_URL}' }), 'anchors'));`,
    theirs: `import { Firecrawl } from 'firecrawl';
             console.log(await new Firecrawl({ apiKey: 'key' }).search('anchors'));`,
    mostBytes: 10_000,
  },
  {
    what: '… through the client',
    ours: `import { Trawl } from '@trawl/sdk';
           console.log(await new Trawl({ baseUrl: '${BASE_URL}' }).search('anchors'));`,
  },
  // Only those pay for these who import them.
  ...['query', 'tbs', 'estimateCredits', 'verifyWebhook', 'logging'].map((name) => ({
    what: `Bundle of \`${name}\``,
    ours: `export { ${name} } from '@trawl/sdk';`,
  })),
  {
    what: 'Bundle of all exports',
    ours: `export * from '@trawl/sdk';`,
    theirs: `export * from 'firecrawl';`,
  },
];

/** What a bundle adds to a page, minified and gzipped. */
export async function measureSizes({ project, hasOfficial }: Installed): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, ours, theirs, mostBytes } of PROGRAMS) {
    const bytes = gzipped(await bundle(ours, project.folder, 'browser'));
    const neutral = gzipped(await bundle(ours, project.folder, 'neutral'));
    if (neutral !== bytes) throw new Error(`${what}: ${neutral} bytes for a neutral platform, ${bytes} for browsers.`);
    // It does not bundle for browsers.
    const official = theirs && hasOfficial ? gzipped(await bundle(theirs, project.folder, 'node')) : undefined;
    rows.push({
      what: `${what}, gzipped`,
      ratio: official && bytes / official,
      ours: inBytes(bytes),
      theirs: official ? `${inBytes(official)} (${OFFICIAL})` : '',
      ...(mostBytes && { target: { words: `≤ ${inBytes(mostBytes)}`, isMet: bytes <= mostBytes } }),
    });
  }
  return rows;
}

function inBytes(bytes: number): string {
  return `${bytes.toLocaleString('en')} B`;
}

function gzipped(text: string): number {
  return gzipSync(text, { level: 9 }).length;
}
