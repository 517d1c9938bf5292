import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, filesLoadedFirst, gzippedSize } from '../../scripts/shared/bundle.js';
import { Project } from '../../scripts/shared/project.js';

/**
 * Bytes, minified and gzipped: what a page loads at first, then everything in one file, for bundlers that make no other.
 * The difference is what is loaded with the first failure, schema or file. A ratchet: whoever needs more has to say here what for.
 */
const BUDGETS = [
  // 90 for the options of resume(), and in one file 130 for files that are streams of text.
  ['the client, with every operation', `export { Trawl } from '@trawl/sdk';`, 20_300, 26_050],
  [
    'a program that searches',
    `import { connect, search } from '@trawl/sdk'; search(connect({ baseUrl: 'http://127.0.0.1' }), 'a').then(alert);`,
    // 600 for what JSON would lose, for options that there are not, for what a fetch throws that is no failure of the network,
    // and for the errors of other copies.
    11_000,
    // 2,400 for the names of all fields, by which a refused one is explained.
    15_750,
  ],
  // Only those pay for these who import them. 170 for errors that other copies of the SDK know.
  ['query', `export { query } from '@trawl/sdk';`, 2_250, 2_250],
  ['tbs', `export { tbs } from '@trawl/sdk';`, 1_180, 1_180],
  ['estimateCredits', `export { estimateCredits } from '@trawl/sdk';`, 2_930, 2_930],
  // 140 for the URLs that every page of an event has.
  ['verifyWebhook', `export { verifyWebhook } from '@trawl/sdk';`, 1_170, 1_170],
  ['logging', `export { logging } from '@trawl/sdk';`, 340, 340],
  ['the client and all of these', `export * from '@trawl/sdk';`, 24_700, 30_450],
] as const;

const project = new Project();

beforeAll(() => project.installPacked('sdk', 'client'), 120_000);

afterAll(() => project.remove());

describe.each(BUDGETS)('a bundle of %s', (_, program, first, inOneFile) => {
  // Neither platform knows a module of Node.js, so to import one would be an error here.
  it.each(['browser', 'neutral'] as const)('for a %s platform keeps its budgets', async (platform) => {
    const files = await filesLoadedFirst(program, project.folder, platform);
    expect(gzippedSize(files)).toBeLessThanOrEqual(first);
    expect(gzippedSize([await bundle(program, project.folder, platform)])).toBeLessThanOrEqual(inOneFile);
  });
});
