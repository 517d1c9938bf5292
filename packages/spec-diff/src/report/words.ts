import type { Json } from '../json.js';
import { LEVELS, type Level } from '../rules/rule.js';
import { code, literalText, name, plainText, sequence, type Text, text } from '../text.js';
import { joined } from '../wording.js';
import { adviceOn } from './advice.js';
import { AUDIENCES, type Audience } from './impact.js';
import type { Change, Excerpt, Location, Report } from './report.js';

/** How many operations are named of those for which a change is compatible. */
const NAMED = 3;

/** Said of a change that breaks programs and does not change their types. */
export const SAME_TYPES = literalText('The generated types stay the same: no compiler will tell.');

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
export function summary({ changes }: Report): Text {
  const counts = LEVELS.flatMap((level) => counted(COUNTED[level], changes.filter(isOpen(level)).length));
  const accepted = counted(['1 is accepted', '# are accepted'], changes.filter((change) => change.accepted).length);
  const all = [...counts, ...accepted];
  return literalText(all.length > 0 ? `${all.join(', ')}.` : 'The two contracts mean and say the same.');
}

/** Gives the verdict for each audience: "On the wire: minor (2 may break some). In the types: major (1 breaks)." */
export function audienceSummary({ verdicts, changes }: Report): Text {
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
  return literalText(sentences.join(' '));
}

/** Describes the impact on both audiences: "breaks on the wire, changes nothing in the types". */
export function impactWords({ impact }: Change): Text {
  const [wire, types] = [impact.wire, impact.types];
  if (wire === types) return literalText(`${IMPACTS[wire]} on the wire and in the types`);
  return literalText(AUDIENCES.map((audience) => `${IMPACTS[impact[audience]]} ${PLACES[audience]}`).join(', '));
}

/** Whom it breaks, and which operations use the same place and lose nothing. */
export function impactSentence(change: Change): Text {
  const { impact, operations, compatibleFor } = change;
  if (!compatibleFor) return impactWords(change);
  const others = firstOf(compatibleFor);
  if (impact.wire === 'breaking' || impact.wire === 'warning')
    return text`${impactWords(change)}; compatible for ${others}`;
  const verb = literalText(IMPACTS[impact.types]);
  return operations.length === 0
    ? text`${verb} only programs that use the type by its name; the calls of ${others} stay compatible`
    : text`${verb} only the types; compatible for ${others}`;
}

/** Names the first operations and counts the others: "GET /a, GET /b and 4 more". */
function firstOf(operations: readonly string[]): Text {
  const rest = operations.length - NAMED;
  if (rest <= 0) return joined(operations.map(name));
  return text`${sequence(operations.slice(0, NAMED).map(name))} and ${rest} more`;
}

function counted([one, many]: readonly [string, string], count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : many.replace('#', String(count))];
}

function isOpen(level: Level): (change: Change) => boolean {
  return (change) => change.level === level && !change.accepted;
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Changes that touch the same operations, under a heading that names them. */
export interface Group {
  heading: Text;
  changes: Change[];
}

export function byOperations(changes: readonly Change[], most: number): Group[] {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const heading = headingOf(change.operations, most);
    const key = JSON.stringify(change.operations.length > 0 ? change.operations : '');
    const group = groups.get(key) ?? { heading, changes: [] };
    group.changes.push(change);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export function headingOf(operations: readonly string[], most: number): Text {
  if (operations.length === 0) return literalText('The contract as a whole');
  if (operations.length <= most) return sequence(operations.map(name));
  const first = sequence(operations.slice(0, most - 1).map(name));
  return text`${operations.length} operations: ${first} and ${operations.length - most + 1} more`;
}

export function placeOf({ side, file, line }: Location): string {
  return `${file}:${line}${side === 'before' ? ' (before)' : ''}`;
}

/** A value in one line, and no longer than needed to recognise it. */
export function short(value: Json, most = 120): string {
  const line = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** Whether before and after can be shown at a glance, and the message has not said them already. */
export function isShowable({ before, after, text }: Change): boolean {
  const values = [before, after];
  if (values.some((value) => typeof value === 'object' && !Array.isArray(value))) return false;
  const message = plainText(text);
  return !values.every((value) => message.includes(short(value)));
}

/** What becomes of the types of a client, as the lines of a difference. */
export function typeDifference({ types }: Change): string | undefined {
  if (!types) return undefined;
  return [...types.before.map((line) => `- ${line}`), ...types.after.map((line) => `+ ${line}`)].join('\n');
}

/** Whether the types stay the same, and no line has said so. */
export function hasSameTypes({ types, impact }: Change): boolean {
  return types === null && impact.wire !== 'equivalent';
}

/** What to do instead; undefined where nothing better is known. */
export function adviceFor({ rule }: Change): Text | undefined {
  const advice = adviceOn(rule);
  return advice ? literalText(advice) : undefined;
}

/** Until when a change is accepted, and why. */
export function acceptance({ accepted }: Change): Text | undefined {
  return accepted && text`accepted until ${name(accepted.until)}: ${name(accepted.reason)}`;
}

/** A place of a file, shown as code. */
export function excerptPlace({ file, line }: Excerpt): Text {
  return code(`${file}:${line}`);
}

/** The two sides on which something is written. */
export function sidesOf({ excerpts }: Change): { title: 'before' | 'now'; excerpt: Excerpt }[] {
  const sides = [
    { title: 'before', excerpt: excerpts?.before },
    { title: 'now', excerpt: excerpts?.after },
  ] as const;
  return sides.flatMap(({ title, excerpt }) => (excerpt ? [{ title, excerpt }] : []));
}
