import { areSame, isObject, type Json, pathOf, typeOf } from './json.js';
import { referenceIn } from './references.js';

/** How long a value may be that is shown in a sentence. */
const LONGEST = 100;

/** How many names are said of those that there are. */
const NAMED = 5;

/** A value as it stands in a sentence. */
export function quoted(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  // An empty text could not be seen between backticks.
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
}

export function listed(values: readonly (Json | undefined)[], last = 'and'): string {
  return joined(values.map(quoted), last);
}

/** Joins names for a sentence: "a, b and c". */
export function joined(names: readonly string[], last = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}

/** What became of a value; of a long one, which parts of it changed. */
export function transition(name: string, before: Json | undefined, after: Json | undefined): string {
  if (isLong(before) || isLong(after)) return `${name} ${longTransition(before, after)}.`;
  if (before === undefined) return `${name} is ${quoted(after)} now; it was not set before.`;
  if (after === undefined) return `${name} was removed; it was ${quoted(before)}.`;
  return `${name} went from ${quoted(before)} to ${quoted(after)}.`;
}

function isLong(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && JSON.stringify(value).length > LONGEST;
}

function longTransition(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return 'is set now; it was not set before';
  if (after === undefined) return 'was removed';
  if (Array.isArray(before) && Array.isArray(after)) return listTransition(before, after) ?? 'has other entries';
  if (!isObject(before) || !isObject(after)) return `went from ${kindOf(before)} to ${kindOf(after)}`;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return changesOf({
    gained: names.filter((name) => !(name in before)),
    lost: names.filter((name) => !(name in after)),
    'changed in': names.filter((name) => name in before && name in after && !areSame(before[name], after[name])),
  });
}

/** Which entries a list gained and lost; undefined of what is no list, and of entries that have no names. */
export function listTransition(before: Json | undefined, after: Json | undefined): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const missing = (list: readonly Json[], others: readonly Json[]) =>
    list.filter((value) => !others.some((other) => areSame(value, other)));
  const [gained, lost] = [missing(after, before), missing(before, after)];
  if (gained.length + lost.length === 0) return 'has its entries in another order, or in another number';
  const names = { gained: gained.map(entryName), lost: lost.map(entryName) };
  if ([...names.gained, ...names.lost].includes(undefined)) return undefined;
  return changesOf({ gained: names.gained.map(String), lost: names.lost.map(String) });
}

/** What an entry of a list is called: a plain one by its value, and a reference by the component. */
function entryName(entry: Json): Json | undefined {
  if (!isObject(entry)) return Array.isArray(entry) ? undefined : entry;
  const reference = referenceIn(entry);
  return reference === undefined ? undefined : pathOf(reference).at(-1);
}

/** "gained `a` and lost `b` and `c`" */
function changesOf(changes: Record<string, readonly Json[]>): string {
  const parts = Object.entries(changes).filter(([, values]) => values.length > 0);
  return joined(parts.map(([verb, values]) => `${verb} ${someOf(values)}`));
}

function kindOf(value: Json): string {
  return isLong(value) ? `a value of the type \`${typeOf(value)}\`` : quoted(value);
}

/** The first of many names, and how many more there are. */
export function someOf(values: readonly Json[]): string {
  const shown = values.slice(0, NAMED);
  const rest = values.length - shown.length;
  return rest > 0 ? `${shown.map(quoted).join(', ')} and ${rest} more` : listed(shown);
}
