import { expect, it } from 'vitest';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';
import { terminal } from './terminal.js';

const report = reportOf([
  change(),
  change({ level: 'additive', message: 'The field `tbs` was added.', operations: [] }),
  change({ level: 'docs', message: 'The `summary` changed.', operations: ['a', 'b', 'c', 'd', 'e'] }),
]);

it('says the verdict, then what breaks and what to do instead, then the rest', () => {
  expect(terminal(report)).toBe(`major  1 change breaks, 1 is compatible, 1 is wording.
       On the wire: major (1 breaks). In the types: major (1 breaks).

POST /v2/search
  ✖ \`SearchRequest.limit\`: The default went from \`5\` to \`10\`.
    breaks on the wire and in the types
    Instead: Keep the default. Who wants the other value can send it.
    openapi/v2.yaml:12  default-changed

Compatible
  The contract as a whole
    + The field \`tbs\` was added.  openapi/v2.yaml:12

Wording
  5 operations: a, b, c and 2 more
    · The \`summary\` changed.  openapi/v2.yaml:12`);
});

it('shows both sides as they are written, and what changes in the types', () => {
  const excerpts = {
    before: { file: 'v2.yaml at main', line: 11, text: 'size:\n  type: integer' },
    after: { file: 'v2.yaml', line: 12, text: 'size:\n  type: string' },
  };
  const types = { before: ['size: number;'], after: ['size: string;'] };
  expect(terminal(reportOf([change({ excerpts, types })]))).toContain(`
    before: v2.yaml at main:11
      size:
        type: integer
    now: v2.yaml:12
      size:
        type: string
    In TypeScript:
      - size: number;
      + size: string;
`);
  expect(terminal(reportOf([change({ types: null })]))).toContain('    The generated types stay the same: no compiler');
});

it('says that there is nothing', () => {
  expect(terminal(reportOf([]))).toBe('none  The two contracts mean and say the same.');
});

it('is coloured only where it is wanted', () => {
  expect(terminal(report)).not.toContain('\u001b');
  expect(terminal(report, { colour: true })).toContain('\u001b[31m✖');
});
