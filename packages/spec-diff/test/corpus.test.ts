import { describe, expect, it } from 'vitest';
import { compare } from '../src/compare.js';
import { parseSpec } from '../src/document.js';
import { adviceOn } from '../src/report/advice.js';
import { EXTENSIONS, readPairs } from './pairs.js';

const pairs = readPairs();

it('has at least 150 pairs, each under a name of its own', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(150);
  expect(new Set(pairs.map(({ subject, name }) => `${subject}: ${name}`)).size).toBe(pairs.length);
});

describe.each([...new Set(pairs.map(({ subject }) => subject))])('%s', (subjectOfAll) => {
  it.each(pairs.filter(({ subject }) => subject === subjectOfAll))(
    '$name',
    ({ before, after, says, operations, messages, verdicts }) => {
      const report = compare(parseSpec(before, 'before'), parseSpec(after, 'after'), { extensions: EXTENSIONS });

      const isRefactoring = says.includes('equivalent');
      const found = report.changes.map(({ level, rule }) => (level === 'equivalent' ? level : `${level} ${rule}`));
      expect((isRefactoring ? [...new Set(found)] : found).sort()).toEqual([...says].sort());
      // Whoever breaks something is told what to do instead.
      const breaking = report.changes.filter(({ level }) => level === 'breaking');
      expect(breaking.filter(({ rule }) => adviceOn(rule) === '')).toEqual([]);
      if (messages) expect(report.changes.map(({ message }) => message).sort()).toEqual([...messages].sort());
      if (verdicts) expect(report.verdicts).toEqual(verdicts);
      if (operations) expect(report.changes[0]?.operations).toEqual(operations);
    },
  );
});
