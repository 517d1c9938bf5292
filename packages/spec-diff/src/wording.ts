import { areSame, isObject, type Json, jsonText, pathOf, typeOf } from './json.js';
import { referenceIn } from './references.js';
import { code, sequence, type Text, text } from './text.js';

/** How long a value may be that is shown in a sentence. */
const LONGEST = 100;

/** How many names are said of those that there are. */
const NAMED = 5;

/** A value of a contract as it stands in a sentence. */
export function quoted(value: Json | undefined): Text {
  if (value === undefined) return text`nothing`;
  // An empty text could not be seen between backticks.
  return code(typeof value === 'string' && value !== '' ? value : jsonText(value));
}

export function listed(values: readonly (Json | undefined)[], last: Conjunction = 'and'): Text {
  return joined(values.map(quoted), last);
}

/** Joins names for a sentence: "a, b and c". */
export function joined(names: readonly Text[], last: Conjunction = 'and'): Text {
  const [final = []] = names.slice(-1);
  if (names.length < 2) return final;
  return text`${sequence(names.slice(0, -1))} ${last} ${final}`;
}

type Conjunction = 'and' | 'or';

/** What became of a value; of a long one, which parts of it changed. */
export function transition(name: Text, before: Json | undefined, after: Json | undefined): Text {
  if (isLong(before) || isLong(after)) return text`${name} ${longTransition(before, after)}.`;
  if (before === undefined) return text`${name} is ${quoted(after)} now; it was not set before.`;
  if (after === undefined) return text`${name} was removed; it was ${quoted(before)}.`;
  return text`${name} went from ${quoted(before)} to ${quoted(after)}.`;
}

function isLong(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && jsonText(value).length > LONGEST;
}

function longTransition(before: Json | undefined, after: Json | undefined): Text {
  if (before === undefined) return text`is set now; it was not set before`;
  if (after === undefined) return text`was removed`;
  if (Array.isArray(before) && Array.isArray(after)) return listTransition(before, after) ?? text`has other entries`;
  if (!isObject(before) || !isObject(after)) return text`went from ${kindOf(before)} to ${kindOf(after)}`;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => name in before && name in after && !areSame(before[name], after[name]));
  return changesOf({
    gained: names.filter((name) => !(name in before)),
    lost: names.filter((name) => !(name in after)),
    changed,
  });
}

/** Which entries a list gained and lost; undefined of what is no list, and of entries that have no names. */
export function listTransition(before: Json | undefined, after: Json | undefined): Text | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined;
  const missing = (list: readonly Json[], others: readonly Json[]) =>
    list.filter((value) => !others.some((other) => areSame(value, other)));
  const [gained, lost] = [missing(after, before), missing(before, after)];
  if (gained.length + lost.length === 0) return text`has its entries in another order, or in another number`;
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
function changesOf(changes: { gained: readonly Json[]; lost: readonly Json[]; changed?: readonly Json[] }): Text {
  const { gained, lost, changed = [] } = changes;
  return joined([
    ...(gained.length > 0 ? [text`gained ${someOf(gained)}`] : []),
    ...(lost.length > 0 ? [text`lost ${someOf(lost)}`] : []),
    ...(changed.length > 0 ? [text`changed in ${someOf(changed)}`] : []),
  ]);
}

function kindOf(value: Json): Text {
  return isLong(value) ? text`a value of the type ${quoted(typeOf(value))}` : quoted(value);
}

/** The first of many names, and how many more there are. */
export function someOf(values: readonly Json[]): Text {
  const shown = values.slice(0, NAMED);
  const rest = values.length - shown.length;
  return rest > 0 ? text`${sequence(shown.map(quoted))} and ${rest} more` : listed(shown);
}
