import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle, filesLoadedFirst, gzippedSize } from './bundle.js';
import { Project } from './project.js';

/**
 * Bytes, minified and gzipped: what a page loads at first, then everything in one file, for bundlers that make no other.
 * The difference is what is loaded with the first schema or file. A ratchet: whoever needs more has to say here what for.
 */
const BUDGETS = [
  ['the client, with every operation', `export { Trawl } from '@trawl/sdk';`, 18_200, 20_400],
  [
    'a program that searches',
    `import { connect, search } from '@trawl/sdk'; search(connect({ baseUrl: 'http://127.0.0.1' }), 'a').then(alert);`,
    9_800,
    // 150 more than when nothing was loaded later: what a bundler puts around such code in one file.
    11_200,
  ],
  // Only those pay for these who import them.
  ['query', `export { query } from '@trawl/sdk';`, 1_720, 1_720],
  ['tbs', `export { tbs } from '@trawl/sdk';`, 910, 910],
  ['estimateCredits', `export { estimateCredits } from '@trawl/sdk';`, 2_750, 2_750],
  ['verifyWebhook', `export { verifyWebhook } from '@trawl/sdk';`, 860, 860],
  ['logging', `export { logging } from '@trawl/sdk';`, 320, 320],
  ['the client and all of these', `export * from '@trawl/sdk';`, 22_400, 24_600],
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
