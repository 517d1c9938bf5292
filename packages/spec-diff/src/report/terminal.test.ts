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
    Instead: Keep the default. Programs that want the other value can send it.
    openapi/v2.yaml:12  request-property-default-changed, rule default-changed

Compatible
  The contract as a whole
    + The field \`tbs\` was added.  openapi/v2.yaml:12  request-property-default-changed

Wording
  5 operations: a, b, c and 2 more
    · The \`summary\` changed.  openapi/v2.yaml:12  request-property-default-changed`);
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

it('says in one sentence whom a change breaks, and for which calls it is compatible', () => {
  const compatibleFor = ['GET /a', 'GET /b', 'GET /c', 'GET /d'];
  const typesOnly = { wire: 'additive', types: 'breaking' } as const;
  expect(terminal(reportOf([change({ operations: [], compatibleFor, impact: typesOnly })]))).toContain(
    '    breaks only programs that use the type by its name; the calls of GET /a, GET /b, GET /c and 1 more stay compatible',
  );
  expect(terminal(reportOf([change({ compatibleFor: ['GET /a', 'GET /b'], impact: typesOnly })]))).toContain(
    '    breaks only the types; compatible for GET /a and GET /b',
  );
  expect(terminal(reportOf([change({ compatibleFor: ['GET /a'] })]))).toContain(
    '    breaks on the wire and in the types; compatible for GET /a',
  );
});

it('shows what no program notices apart from words', () => {
  const neutral = change({ level: 'neutral', message: '`Size`: `maxLength` is `5` now; it was not set before.' });
  expect(terminal(reportOf([neutral]))).toContain(`patch  1 has no effect.
       On the wire: patch. In the types: patch.

Without effect on programs
  POST /v2/search
    · \`Size\`:`);
});

it('says that there is nothing', () => {
  expect(terminal(reportOf([]))).toBe('none  The two contracts mean and say the same.');
});

it('is coloured only where it is wanted', () => {
  expect(terminal(report)).not.toContain('\u001b');
  expect(terminal(report, { colour: true })).toContain('\u001b[31m✖');
});
