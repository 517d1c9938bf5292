import { expect, it } from 'vitest';
import { github } from './github.js';
import { type Change, reportOf } from './report.js';
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
    '::error file=openapi/v2.yaml,line=7,title=Breaks%3A POST /v2/search::Gone. It breaks on the wire and in the types. (`request-property-default-changed`)',
    '::notice file=openapi/v2.yaml,line=12,title=Compatible%3A POST /v2/search::New. (`request-property-default-changed`)',
  ]);
});

it('writes as many remarks as GitHub shows, the most harmful first, and counts the rest', () => {
  const many = (level: Change['level']) =>
    Array.from({ length: 13 }, (_, index) =>
      change({ level, message: `${level} ${index}.`, location: { side: 'after', file: 'a.yaml', line: index + 1 } }),
    );
  const report = reportOf([...many('additive'), ...many('warning'), ...many('breaking')]);
  const lines = github(report, { link: 'https://github.example/runs/1' }).split('\n');
  const count = (command: string) => lines.filter((line) => line.startsWith(`::${command} `)).length;
  expect([count('error'), count('warning'), count('notice')]).toEqual([10, 10, 10]);
  expect(lines[0]).toContain('breaking 0.');
  expect(lines.at(-1)).toBe(
    '::notice title=More changes::3 more that break, 3 that may break some and 4 others are in https://github.example/runs/1.',
  );
});

it('is empty when there is nothing to mark', () => {
  expect(github(reportOf([]))).toBe('');
});
