import { describe, expect, it } from 'vitest';
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
  expect(text).toMatch(
    /Not all is well: \/\/#lint:code\.\nNot run: @trawl\/sdk#build, @trawl\/sdk#test\.\n\n0 passed, 1 failed\n$/,
  );
});

it('shows what turbo says if no task ran', () => {
  expect(reported([['turbo', 'Could not find task `tst`']], 1)).toBe(
    'Could not find task `tst`\n\nNot all is well.\n\n0 passed, 1 failed\n',
  );
});

describe('the last line', () => {
  const FAILED = ['turbo', 'Failed:    @trawl/sdk#test'] as const;
  const FAILED_TEST = ['@trawl/sdk#test', ' FAIL  |@trawl/sdk| src/a.test.ts > a wait'] as const;
  const lastLine = (lines: Parameters<typeof reported>[0], status: number) =>
    reported(lines, status).trimEnd().split('\n').at(-1);

  it.each<[string, Parameters<typeof reported>[0], string]>([
    [
      'a test',
      [FAILED_TEST, ['@trawl/sdk#test', '      Tests  1 failed | 8 passed (9)'], FAILED],
      '8 passed, 1 failed',
    ],
    [
      'a file without a suite, beside tests that passed',
      [
        ['@trawl/sdk#test', '⎯⎯⎯ Failed Suites 3 ⎯⎯⎯'],
        ['@trawl/sdk#test', ' FAIL  |@trawl/sdk| src/a.test.ts [ src/a.test.ts ]'],
        ['@trawl/sdk#test', '      Tests  9 passed | 2 skipped (11)'],
        FAILED,
      ],
      '9 passed, 3 failed, 2 skipped',
    ],
    [
      'an error outside of the tests',
      [['@trawl/sdk#test', '      Tests  9 passed (9)'], ['@trawl/sdk#test', '     Errors  1 error'], FAILED],
      '9 passed, 1 failed',
    ],
    [
      'a task that ended before its totals',
      [['@trawl/client#test', '      Tests  9 passed (9)'], ['@trawl/sdk#test', 'Killed'], FAILED],
      '9 passed, 1 failed',
    ],
    ['two tasks without tests', [['turbo', 'Failed:    //#lint:code, @trawl/sdk#build']], '0 passed, 2 failed'],
    ['turbo itself', [['@trawl/sdk#test', '      Tests  9 passed (9)']], '9 passed, 1 failed'],
  ])('counts %s', (_, lines, expected) => {
    expect(lastLine(lines, 1)).toBe(expected);
  });

  it('comes after what was not run and what was not tried', () => {
    const notTried = ['@trawl/sdk#test', 'Not tried: what needs a browser, because there is none.'] as const;
    const passed = ['@trawl/sdk#test', '      Tests  9 passed (9)'] as const;
    const lint = ['//#lint:code', 'cache miss, executing 2'] as const;
    const text = reported([lint, notTried, passed, notTried, ['turbo', 'Failed:    //#lint:code']], 1);
    expect(text).toContain('Not run: @trawl/sdk#build.\n');
    expect(text).toMatch(/\n\nNot tried: what needs a browser, because there is none\.\n9 passed, 1 failed\n$/);
    expect(text.match(/Not tried/g)).toHaveLength(1);
  });

  it('counts no failure of tests that passed when they ran once more, and names them before', () => {
    let text = '';
    const report = new TaskReport({ isTTY: false, columns: 80, write: (part) => (text += part) }, PLANNED);
    const lines = [FAILED_TEST, ['@trawl/sdk#test', '      Tests  1 failed | 8 passed (9)'], FAILED] as const;
    for (const [source, line] of lines) report.read({ source, text: line });
    expect(report.end(1, report.failedTests)).toBe(0);
    expect(text).toMatch(/\nUNSTEADY: .* a wait\n8 passed, 0 failed, 1 unsteady\n$/);
  });
});
