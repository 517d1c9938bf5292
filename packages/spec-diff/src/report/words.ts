import type { Json } from '../json.js';
import { LEVELS, type Level } from '../rules/rule.js';
import { name, plainText } from '../text.js';
import { joined } from '../wording.js';
import { AUDIENCES, type Audience } from './impact.js';
import type { Change, Excerpt, Location, Report } from './report.js';

/** How many operations are named of those for which a change is compatible. */
const NAMED = 3;

/** Said of a change that breaks programs and does not change their types. */
export const SAME_TYPES = 'The generated types stay the same: no compiler will tell.';

const COUNTED: Record<Level, [one: string, many: string]> = {
  breaking: ['1 change breaks', '# changes break'],
  warning: ['1 may break some', '# may break some'],
  additive: ['1 is compatible', '# are compatible'],
  neutral: ['1 has no effect', '# have no effect'],
  docs: ['1 is wording', '# are wording'],
  equivalent: ['1 is only written in another way', '# are only written in another way'],
};

const IMPACTS: Record<Level, string> = {
  breaking: 'breaks',
  warning: 'may break',
  additive: 'is compatible',
  neutral: 'has no effect',
  docs: 'is wording',
  equivalent: 'changes nothing',
};

const PLACES: Record<Audience, string> = { wire: 'on the wire', types: 'in the types' };

/** Counts the changes of each level: "2 changes break, 1 is compatible." Accepted changes are counted apart. */
export function summary({ changes }: Report): string {
  const counts = LEVELS.flatMap((level) => counted(COUNTED[level], changes.filter(isOpen(level)).length));
  const accepted = counted(['1 is accepted', '# are accepted'], changes.filter((change) => change.accepted).length);
  const all = [...counts, ...accepted];
  return all.length > 0 ? `${all.join(', ')}.` : 'The two contracts mean and say the same.';
}

/** Gives the verdict for each audience: "On the wire: minor (2 may break some). In the types: major (1 breaks)." */
export function audienceSummary({ verdicts, changes }: Report): string {
  const sentences = AUDIENCES.map((audience) => {
    const at = (level: Level) =>
      changes.filter(({ impact, accepted }) => impact[audience] === level && !accepted).length;
    const counts = [
      ...counted(['1 breaks', '# break'], at('breaking')),
      ...counted(['1 may break some', '# may break some'], at('warning')),
    ];
    const detail = counts.length > 0 ? ` (${counts.join(', ')})` : '';
    return `${capitalized(PLACES[audience])}: ${verdicts[audience]}${detail}.`;
  });
  return sentences.join(' ');
}

/** Describes the impact on both audiences: "breaks on the wire, changes nothing in the types". */
export function impactWords({ impact }: Change): string {
  const [wire, types] = [impact.wire, impact.types];
  if (wire === types) return `${IMPACTS[wire]} on the wire and in the types`;
  return AUDIENCES.map((audience) => `${IMPACTS[impact[audience]]} ${PLACES[audience]}`).join(', ');
}

/** Whom it breaks, and which operations use the same place and lose nothing. */
export function impactSentence(change: Change): string {
  const { impact, operations, compatibleFor } = change;
  if (!compatibleFor) return impactWords(change);
  const others = named(compatibleFor);
  if (impact.wire === 'breaking' || impact.wire === 'warning')
    return `${impactWords(change)}; compatible for ${others}`;
  const verb = IMPACTS[impact.types];
  return operations.length === 0
    ? `${verb} only programs that use the type by its name; the calls of ${others} stay compatible`
    : `${verb} only the types; compatible for ${others}`;
}

/** Names the first operations and counts the others: "GET /a, GET /b and 4 more". */
function named(operations: readonly string[]): string {
  const rest = operations.length - NAMED;
  if (rest <= 0) return plainText(joined(operations.map(name)));
  return `${operations.slice(0, NAMED).join(', ')} and ${rest} more`;
}

function counted([one, many]: readonly [string, string], count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : many.replace('#', String(count))];
}

function isOpen(level: Level): (change: Change) => boolean {
  return (change) => change.level === level && !change.accepted;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Groups the changes that touch the same operations under a heading that names them. */
export function byOperations(changes: readonly Change[], most: number): { heading: string; changes: Change[] }[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const heading = headingOf(change.operations, most);
    const group = groups.get(heading);
    if (group) group.push(change);
    else groups.set(heading, [change]);
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
  return `${file}:${line}${side === 'before' ? ' (before)' : ''}`;
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
    { title: 'before', excerpt: excerpts?.before },
    { title: 'now', excerpt: excerpts?.after },
  ];
  return sides.flatMap(({ title, excerpt }) => (excerpt ? [{ title, excerpt }] : []));
}
