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

POST /v2/search
  ✖ \`SearchRequest.limit\`: The default went from \`5\` to \`10\`.
    Instead: Keep the default. Who wants the other value can send it.
    openapi/v2.yaml:12  default-changed

Compatible
  The contract as a whole
    + The field \`tbs\` was added.  openapi/v2.yaml:12

Wording
  5 operations: a, b, c and 2 more
    · The \`summary\` changed.  openapi/v2.yaml:12`);
});

it('shows before and after where the message does not', () => {
  const changed = reportOf([change({ message: 'Other values.', before: ['a', 'b'], after: ['a'] })]);
  expect(terminal(changed)).toContain('    before: ["a","b"]   now: ["a"]\n');
});

it('says that there is nothing', () => {
  expect(terminal(reportOf([]))).toBe('none  The two contracts mean and say the same.');
});

it('is coloured only where it is wanted', () => {
  expect(terminal(report)).not.toContain('\u001b');
  expect(terminal(report, { colour: true })).toContain('\u001b[31m✖');
});
