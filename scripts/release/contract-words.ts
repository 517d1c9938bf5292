import type { Change, Report } from '@trawl/spec-diff';

const HEADINGS = [
  ['breaking', 'What breaks'],
  ['warning', 'What may break some programs'],
  ['additive', 'What is new'],
  ['neutral', 'What has no effect on programs'],
] as const;

/** The changes of the contract as a chapter of a changelog; empty when there are none that a reader has to know. */
export function contractWords(report: Report): string {
  const words = changesInWords(report, '####');
  return words ? `### The contract\n\n${words}` : '';
}

/** The changes of the contract under headings of a level, such as `###`; empty when there are none that a reader has to know. */
export function changesInWords({ changes }: Report, level: string): string {
  const parts = HEADINGS.flatMap(([name, heading]) => {
    const lines = changes.filter((change) => change.level === name).map(line);
    return lines.length ? [`${level} ${heading}\n\n${[...new Set(lines)].join('\n')}\n`] : [];
  });
  const wordingChanges = changes.filter(({ level }) => level === 'docs').length;
  if (wordingChanges)
    parts.push(`Descriptions were reworded in ${wordingChanges} ${wordingChanges === 1 ? 'place' : 'places'}.\n`);
  return parts.join('\n');
}

const NAMED = 3;

function line({ message, operations }: Change): string {
  const names = operations.slice(0, NAMED).map((operation) => `\`${operation}\``);
  const more = operations.length > NAMED ? [`${operations.length - NAMED} more`] : [];
  return names.length ? `- ${message} (${[...names, ...more].join(', ')})` : `- ${message}`;
}

/** Puts a chapter at the end of what a changelog says of a version. */
export function insertWords(changelog: string, version: string, words: string): string {
  const heading = `## ${version}\n`;
  const start = changelog.indexOf(heading);
  if (start < 0) throw new Error(`The changelog has no chapter “${heading.trim()}”.`);
  const next = changelog.indexOf('\n## ', start + heading.length);
  const end = next < 0 ? changelog.length : next;
  return `${changelog.slice(0, end).trimEnd()}\n\n${words.trimEnd()}\n${changelog.slice(end)}`;
}
