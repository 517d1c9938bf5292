import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.js';
import { Project } from './project.js';

/**
 * Bytes, minified and gzipped: a ratchet, on the way down to 17,500 for the client and 10,000 for a search. Whoever needs
 * more has to say here what for. The last that it gave way to: errors name the method and give advice for the case, clients
 * log by a variable and are copied, listings and jobs come with their response, files come from streams of Node.js,
 * responses and file URLs, the results of jobs say what was left out and how many pages failed, and young jobs are polled
 * sooner (35 bytes).
 */
const BUDGETS = [
  ['the client, with every operation', `export { Trawl } from '@trawl/sdk';`, 19_700],
  [
    'a program that searches',
    `import { connect, search } from '@trawl/sdk'; search(connect({ baseUrl: 'http://127.0.0.1' }), 'a').then(alert);`,
    10_500,
  ],
  // Only those pay for these who import them.
  ['query', `export { query } from '@trawl/sdk';`, 1_720],
  ['tbs', `export { tbs } from '@trawl/sdk';`, 910],
  ['estimateCredits', `export { estimateCredits } from '@trawl/sdk';`, 2_100],
  ['verifyWebhook', `export { verifyWebhook } from '@trawl/sdk';`, 860],
  ['logging', `export { logging } from '@trawl/sdk';`, 320],
  ['the client and all of these', `export * from '@trawl/sdk';`, 23_235],
] as const;

const project = new Project();

beforeAll(() => project.installPacked('sdk', 'client'), 120_000);

afterAll(() => project.remove());

describe.each(BUDGETS)('a bundle of %s', (_, program, budget) => {
  // Neither platform knows a module of Node.js, so to import one would be an error here.
  it.each(['browser', 'neutral'] as const)('for a %s platform keeps its budget', async (platform) => {
    const text = await bundle(program, project.folder, platform);
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(budget);
  });
});
