import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { history, type Step } from '@trawl/spec-diff';
import { expect, it } from 'vitest';

const CONTRACT = 'openapi/v2.yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How many versions are compared here; the program goes through all of them. */
const MOST = 25;

it('reads every version of our own contract, and names what it tells of', async () => {
  const steps: Step[] = [];
  for await (const step of history(CONTRACT, { folder: root, most: MOST })) steps.push(step);
  expect(steps.filter(({ problem }) => problem !== undefined)).toEqual([]);
  expect(steps.flatMap(({ nameless }) => nameless)).toEqual([]);
  // A shallow clone, or a copy without a history, has nothing to compare.
  const versions = existsSync(`${root}/.git`)
    ? execFileSync('git', ['-C', root, 'log', '--format=%H', '--diff-filter=AM', '--', CONTRACT], { encoding: 'utf8' })
    : '';
  expect(steps.length).toBe(Math.min(MOST, Math.max(0, versions.split('\n').filter(Boolean).length - 1)));
});
