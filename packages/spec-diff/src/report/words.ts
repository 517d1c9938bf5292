import type { Json } from '../json.js';
import type { Level } from '../rules/rule.js';
import type { Change, Excerpt, Location, Report } from './report.js';

/** Said of what breaks programs and not their types. */
export const SAME_TYPES = 'The generated types stay the same: no compiler will tell.';

const COUNTED: Record<Level, [one: string, many: string]> = {
  breaking: ['1 change breaks', '# changes break'],
  additive: ['1 is compatible', '# are compatible'],
  docs: ['1 is wording', '# are wording'],
  equivalent: ['1 is only written in another way', '# are only written in another way'],
};

/** "2 changes break, 1 is compatible." */
export function summary({ changes }: Report): string {
  const counts = (Object.keys(COUNTED) as Level[]).flatMap((level) => {
    const count = changes.filter((change) => change.level === level).length;
    const [one, many] = COUNTED[level];
    return count === 0 ? [] : [count === 1 ? one : many.replace('#', String(count))];
  });
  return counts.length > 0 ? `${counts.join(', ')}.` : 'The two contracts mean and say the same.';
}

/** Changes that touch the same operations, under a heading that names them. */
export function byOperations(changes: readonly Change[], most: number): { heading: string; changes: Change[] }[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const heading = headingOf(change.operations, most);
    groups.set(heading, [...(groups.get(heading) ?? []), change]);
  }
  return [...groups].map(([heading, inGroup]) => ({ heading, changes: inGroup }));
}

export function headingOf(operations: readonly string[], most: number): string {
  if (operations.length === 0) return 'The contract as a whole';
  if (operations.length <= most) return operations.join(', ');
  const named = operations.slice(0, most - 1).join(', ');
  return `${operations.length} operations: ${named} and ${operations.length - most + 1} more`;
}

export function placeOf({ side, file, line }: Location): string {
  return `${file}:${line}${side === 'base' ? ' (before)' : ''}`;
}

/** A value in one line, and no longer than needed to recognise it. */
export function short(value: Json, most = 120): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Whether before and after can be shown at a glance, and the message has not said them already. */
export function isShowable({ before, after, message }: Change): boolean {
  const values = [before, after];
  if (values.some((value) => typeof value === 'object' && !Array.isArray(value))) return false;
  return !values.every((value) => message.includes(short(value)));
}

/** What becomes of the types of a client, said in a sentence or as the lines of a difference. */
export function typeLines({ types }: Change): string[] {
  if (types === undefined) return [];
  if (types === null) return [SAME_TYPES];
  return [...types.before.map((line) => `- ${line}`), ...types.after.map((line) => `+ ${line}`)];
}

/** The two sides on which something is written. */
export function sidesOf({ excerpts }: Change): { title: string; excerpt: Excerpt }[] {
  const sides = [
    { title: 'before', excerpt: excerpts?.base },
    { title: 'now', excerpt: excerpts?.head },
  ];
  return sides.flatMap(({ title, excerpt }) => (excerpt ? [{ title, excerpt }] : []));
}
