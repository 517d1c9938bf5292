import { expect, it } from 'vitest';
import type { Level } from '../rules/rule.js';
import { reportOf } from './report.js';
import { change } from './report-for-tests.js';

const at = (level: Level, line: number) => change({ level, location: { side: 'after', file: 'v2.yaml', line } });

it.each<[string, Level[]]>([
  ['major', ['docs', 'additive', 'breaking', 'equivalent']],
  ['minor', ['equivalent', 'docs', 'additive']],
  ['patch', ['docs', 'equivalent']],
  ['none', ['equivalent']],
  ['none', []],
])('asks for %s by the worst of %j', (verdict, levels) => {
  expect(reportOf(levels.map((level) => at(level, 1))).verdict).toBe(verdict);
});

it('shows the worst first, and each kind in the order of the file', () => {
  const { changes } = reportOf([at('docs', 1), at('breaking', 9), at('additive', 3), at('breaking', 2)]);
  expect(changes.map(({ level, location }) => `${level} ${location.line}`)).toEqual([
    'breaking 2',
    'breaking 9',
    'additive 3',
    'docs 1',
  ]);
});
