import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, filesLoadedFirst, gzippedSize } from '../../scripts/shared/bundle.js';
import { Project } from '../../scripts/shared/project.js';

/**
 * Bytes, minified and gzipped: what a page loads at first, then everything in one file, for bundlers that make no other.
 * The difference is what is loaded with the first schema or file. A ratchet: whoever needs more has to say here what for.
 */
const BUDGETS = [
  ['the client, with every operation', `export { Trawl } from '@trawl/sdk';`, 19_400, 21_700],
  [
    'a program that searches',
    `import { connect, search } from '@trawl/sdk'; search(connect({ baseUrl: 'http://127.0.0.1' }), 'a').then(alert);`,
    // 400 for the URLs that every page has, and for advice that fits the refusal.
    10_500,
    // 150 more than when nothing was loaded later: what a bundler puts around such code in one file. 30 so that a small
    // response is read at once.
    11_920,
  ],
  // Only those pay for these who import them.
  ['query', `export { query } from '@trawl/sdk';`, 1_900, 1_900],
  ['tbs', `export { tbs } from '@trawl/sdk';`, 1_010, 1_010],
  ['estimateCredits', `export { estimateCredits } from '@trawl/sdk';`, 2_780, 2_780],
  // 140 for the URLs that every page of an event has.
  ['verifyWebhook', `export { verifyWebhook } from '@trawl/sdk';`, 1_020, 1_020],
  ['logging', `export { logging } from '@trawl/sdk';`, 340, 340],
  ['the client and all of these', `export * from '@trawl/sdk';`, 23_820, 26_120],
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
