import { expect, it } from 'vitest';
import { TaskReport } from './report.js';

const PLANNED = ['//#lint:code', '@trawl/sdk#build', '@trawl/sdk#test'];

function reported(lines: readonly (readonly [source: string, text: string])[], status = 0, isTTY = false): string {
  let text = '';
  const report = new TaskReport({ isTTY, columns: 80, write: (part) => (text += part) }, PLANNED);
  for (const [source, line] of lines) report.read({ source, text: line });
  report.end(status);
  return text;
}

const WELL = [
  ['@trawl/sdk#build', 'cache hit, replaying logs 1'],
  ['@trawl/sdk#build', '400 lines of a bundler'],
  ['//#lint:code', 'cache miss, executing 2'],
  ['@trawl/sdk#test', 'cache miss, executing 3'],
  ['@trawl/sdk#test', ' ✓ src/a.test.ts (12 tests)'],
  ['@trawl/sdk#test', '      Tests  12 passed (12)'],
  ['turbo', ' Tasks:    3 successful, 3 total'],
] as const;

it('shows the tasks and totals of a run without failures, and none of its logs', () => {
  expect(reported(WELL)).toBe(
    '@trawl/sdk#build: unchanged\n//#lint:code\n@trawl/sdk#test\n@trawl/sdk#test: Tests  12 passed (12)\n\n12 passed, 0 failed\n',
  );
});

it('shows on a terminal what runs and what is left', () => {
  const text = reported(WELL.slice(0, 5), 0, true);
  expect(text).toContain('@trawl/sdk#build  400 lines of a bundler');
  expect(text).toContain('2 left: //#lint:code, @trawl/sdk#test');
  expect(text).toContain('@trawl/sdk#test  ✓ src/a.test.ts (12 tests)');
});

it('shows the log of a task that failed, then its name', () => {
  const text = reported(
    [
      ['//#lint:code', 'cache miss, executing 2'],
      ['//#lint:code', 'a.ts:1:1 This is wrong.'],
      ['turbo', 'Failed:    //#lint:code'],
    ],
    1,
  );
  expect(text).toContain('a.ts:1:1 This is wrong.\n');
  expect(text).toMatch(/Not all is well: \/\/#lint:code\.\n$/);
});

it('shows what turbo says if no task ran', () => {
  expect(reported([['turbo', 'Could not find task `tst`']], 1)).toBe('Could not find task `tst`\n\nNot all is well.\n');
});
