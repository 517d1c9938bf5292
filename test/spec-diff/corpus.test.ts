import { afterAll, describe, expect, it } from 'vitest';
import { compare, type Differ, writtenFiles } from '../../scripts/spec/compare.js';
import { parseSpec } from '../../scripts/spec/document.js';
import { Redocly, type RedoclyChange } from '../../scripts/spec/redocly/redocly.js';
import { adviceOn } from '../../scripts/spec/report/advice.js';
import { readPairs } from './pairs.js';

const pairs = readPairs();
const redocly = new Redocly();
afterAll(() => redocly.close());

/** What Redocly said of each pair: its own view, on which ours builds. */
const heard: string[] = [];

it('has at least 150 pairs, each under a name of its own', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(150);
  expect(new Set(pairs.map(({ subject, name }) => `${subject}: ${name}`)).size).toBe(pairs.length);
});

describe.each([...new Set(pairs.map(({ subject }) => subject))])('%s', (subjectOfAll) => {
  it.each(pairs.filter(({ subject }) => subject === subjectOfAll))(
    '$name',
    async ({ subject, name, base, head, says, operations }) => {
      const [before, after] = [parseSpec(base, 'base'), parseSpec(head, 'head')];
      const asWritten = await redocly.diff(writtenFiles(before), writtenFiles(after));
      let inMeaning: RedoclyChange[] | undefined;
      const listening: Differ = {
        async diff(...files) {
          const changes = await redocly.diff(...files);
          inMeaning ??= changes;
          return changes;
        },
      };

      const report = await compare(before, after, listening);

      const isRefactoring = says.includes('equivalent');
      const found = report.changes.map(({ level, rule }) => (level === 'equivalent' ? level : `${level} ${rule}`));
      expect(isRefactoring ? [...new Set(found)] : found.sort()).toEqual([...says].sort());
      // Whoever breaks something is told what to do instead.
      const breaking = report.changes.filter(({ level }) => level === 'breaking');
      expect(breaking.filter(({ rule }) => adviceOn(rule) === '')).toEqual([]);
      if (operations) expect(report.changes[0]?.operations).toEqual(operations);
      const sides = `  as written: ${summary(asWritten)}\n  in meaning: ${summary(inMeaning ?? [])}\n`;
      heard.push(`${subject}: ${name}\n${sides}`);
    },
  );
});

it('Redocly says of them what it said when its verdicts were last looked at', async () => {
  await expect(heard.join('')).toMatchFileSnapshot('./redocly.snapshot.txt');
});

function summary(changes: readonly RedoclyChange[]): string {
  const verdicts = changes.flatMap((change) => change.verdicts.map(({ ruleId }) => ruleId));
  const others = changes.filter((change) => change.verdicts.length === 0).length;
  return [...verdicts.sort(), ...(others > 0 ? [`${others} that break nothing`] : [])].join(', ') || 'nothing';
}
