import { expect, it } from 'vitest';
import { FailureReader } from './failures.js';

function read(log: string): string[] {
  const reader = new FailureReader();
  for (const line of log.split('\n')) reader.read(line);
  return reader.lines;
}

it('names what failed and why, behind the name of its task and through colours', () => {
  const lines = read(`
@trawl/sdk:test:  ✓ |@trawl/sdk| src/a.test.ts (2 tests) 4ms
@trawl/sdk:test: ⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯
@trawl/sdk:test: 
@trawl/sdk:test: \u001b[41m FAIL \u001b[49m |@trawl/sdk| src/wait.test.ts > a wait
@trawl/sdk:test:  FAIL  |@trawl/sdk| src/wait.test.ts > another
@trawl/sdk:test: AssertionError: expected 1 to be 2
@trawl/sdk:test: 
@trawl/sdk:test:  ❯ src/wait.test.ts:3:4
`);
  expect(lines).toEqual([
    ' FAIL  |@trawl/sdk| src/wait.test.ts > a wait',
    ' FAIL  |@trawl/sdk| src/wait.test.ts > another',
    'AssertionError: expected 1 to be 2',
  ]);
});

it('cuts a long reason', () => {
  const lines = read(` FAIL  test/a.test.ts > a\n${'word\n'.repeat(50)}\nafter`);
  expect(lines).toEqual([' FAIL  test/a.test.ts > a', ...Array(6).fill('word')]);
});

it('finds nothing where all is well', () => {
  expect(read('//:test:source:  ✓ test/a.test.ts > FAIL (2 tests)\n      Tests  2 passed (2)')).toEqual([]);
});
