import { bundle, filesLoadedFirst, gzippedSize } from '../scripts/shared/bundle.js';
import { type Installed, OFFICIAL } from './installed.js';
import type { Row } from './table.js';

interface Measured {
  readonly what: string;
  readonly ours: string;
  /** The same with the official client, where it can do it. */
  readonly theirs?: string;
  readonly mostBytes?: number;
  /** Whether what is loaded when it is needed is counted, too. */
  readonly inOneFile?: boolean;
}

const BASE_URL = 'https://api.example.com';

const CLIENT = `export { Trawl } from '@trawl/sdk';`;

const SEARCH = `import { connect, search } from '@trawl/sdk';
                console.log(await search(connect({ baseUrl: '${BASE_URL}' }), 'anchors'));`;

const PROGRAMS: readonly Measured[] = [
  {
    what: 'Bundle of the client, with every operation',
    ours: CLIENT,
    theirs: `export { Firecrawl } from 'firecrawl';`,
    mostBytes: 21_500,
  },
  { what: '… in one file, with all that is loaded when it is needed', ours: CLIENT, inOneFile: true },
  {
    what: 'Bundle of a program that searches',
    ours: SEARCH,
    theirs: `import { Firecrawl } from 'firecrawl';
             console.log(await new Firecrawl({ apiKey: 'key' }).search('anchors'));`,
    mostBytes: 11_000,
  },
  { what: '… in one file, with all that is loaded when it is needed', ours: SEARCH, inOneFile: true },
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

/**
 * What a bundle adds to a page before its first call, minified and gzipped. What is loaded with the first schema or file is
 * counted in the rows of everything in one file.
 */
export async function measureSizes({ project, hasOfficial }: Installed): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, ours, theirs, mostBytes, inOneFile } of PROGRAMS) {
    const measure = async (program: string, platform: 'browser' | 'neutral') =>
      gzippedSize(
        inOneFile
          ? [await bundle(program, project.folder, platform)]
          : await filesLoadedFirst(program, project.folder, platform),
      );
    const bytes = await measure(ours, 'browser');
    const neutral = await measure(ours, 'neutral');
    if (neutral !== bytes) throw new Error(`${what}: ${neutral} bytes for a neutral platform, ${bytes} for browsers.`);
    // It does not bundle for browsers.
    const official = theirs && hasOfficial ? gzippedSize([await bundle(theirs, project.folder, 'node')]) : undefined;
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
