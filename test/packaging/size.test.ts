import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.js';
import { Project } from './project.js';

/** Bytes, minified and gzipped: a ratchet, on the way down to 10,000. Whoever needs more has to say here what for. */
const BUDGETS = [
  ['all of it', `export * from '@trawl/sdk';`, 22_000],
  ['a program that searches', `import { Trawl } from '@trawl/sdk'; new Trawl().search('a').then(alert);`, 18_500],
] as const;

const project = new Project();

beforeAll(async () => {
  const client = await project.pack('client');
  const sdk = await project.pack('sdk');
  await project.install(client.tarball, sdk.tarball);
}, 120_000);

afterAll(() => project.remove());

describe.each(BUDGETS)('a bundle of %s', (_, program, budget) => {
  // Neither platform knows a module of Node.js, so to import one would be an error here.
  it.each(['browser', 'neutral'] as const)('for a %s platform keeps its budget', async (platform) => {
    const text = await bundle(program, project.folder, platform);
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(budget);
  });
});
