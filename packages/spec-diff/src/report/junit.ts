import { plainLine } from '../output/plain.js';
import { visible } from '../output/visible.js';
import { text } from '../text.js';
import { adviceOn } from './advice.js';
import type { Change, Report } from './report.js';
import { headingOf, impactWords, placeOf } from './words.js';

/**
 * Writes a report for programs that show the results of tests: each rule is a suite and each change is a case. A
 * breaking change is a failure.
 */
export function junit({ changes }: Report): string {
  const rules = [...new Set(changes.map(({ rule }) => rule))];
  const suites = rules.map((rule) =>
    suiteOf(
      rule,
      changes.filter((change) => change.rule === rule),
    ),
  );
  const totals = attributes({ name: 'contract changes', ...countsOf(changes) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${totals}>\n${suites.join('')}</testsuites>`;
}

function suiteOf(rule: string, changes: readonly Change[]): string {
  const cases = changes.map(caseOf).join('');
  return `  <testsuite${attributes({ name: rule, ...countsOf(changes) })}>\n${cases}  </testsuite>\n`;
}

function caseOf(change: Change): string {
  const name = plainLine(text`${headingOf(change.operations, 3)}: ${change.text}`);
  const location = { classname: change.rule, name, file: change.near.file, line: String(change.near.line) };
  const lines = [plainLine(impactWords(change)), visible(placeOf(change.location)), adviceOn(change.rule)];
  const result = resultOf(change, lines.filter(Boolean).join('\n'));
  return `    <testcase${attributes(location)}>${result}</testcase>\n`;
}

function resultOf(change: Change, description: string): string {
  const { level, accepted } = change;
  const message = plainLine(change.text);
  if (accepted) return `<skipped${attributes({ message: `Accepted until ${accepted.until}: ${accepted.reason}` })}/>`;
  if (level === 'breaking') return `<failure${attributes({ message, type: level })}>${escaped(description)}</failure>`;
  return level === 'warning' ? `<system-out>${escaped(description)}</system-out>` : '';
}

function countsOf(changes: readonly Change[]): Record<string, string> {
  const accepted = changes.filter((change) => change.accepted).length;
  const failures = changes.filter(({ level, accepted }) => level === 'breaking' && !accepted).length;
  return { tests: String(changes.length), failures: String(failures), skipped: String(accepted) };
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(visible(value))}"`)
    .join('');
}

/** Signs that XML cannot hold at all are visible by now, but for two that are no characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\u{FFFE}\u{FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
