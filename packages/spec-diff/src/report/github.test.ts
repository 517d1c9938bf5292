import { expect, it } from 'vitest';
import { github } from './github.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

it('marks what breaks and what is added on the lines of the contract after the change, and nothing else', () => {
  const near = { side: 'after', file: 'openapi/v2.yaml', line: 7 } as const;
  const removed = change({ message: 'Gone.', location: { side: 'before', file: 'openapi/v2.yaml', line: 90 }, near });
  const report = reportOf([
    removed,
    change({ level: 'additive', message: 'New.' }),
    change({ level: 'docs' }),
    change({ level: 'equivalent' }),
  ]);
  expect(github(report).split('\n')).toEqual([
    '::error file=openapi/v2.yaml,line=7,title=Breaks%3A POST /v2/search::Gone. It breaks on the wire and in the types.',
    '::notice file=openapi/v2.yaml,line=12,title=Compatible%3A POST /v2/search::New.',
  ]);
});

it('lets nothing that a contract says become a command', () => {
  const hostile = change({ message: '100%\r\n::set-output name=a::b', operations: ['GET /a,b:c\n::error::d'] });
  expect(github(reportOf([hostile]))).toBe(
    '::error file=openapi/v2.yaml,line=12,title=Breaks%3A GET /a%2Cb%3Ac%0A%3A%3Aerror%3A%3Ad::100%25%0D%0A::set-output name=a::b It breaks on the wire and in the types.',
  );
});

it('is empty when there is nothing to mark', () => {
  expect(github(reportOf([]))).toBe('');
});
