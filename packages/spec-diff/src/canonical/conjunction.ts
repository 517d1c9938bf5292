import { byText, type Json, type Path, stableText } from '../json.js';
import { isAnnotation, mergeOf } from '../keywords/keywords.js';
import { closedByItself, standsAlone } from './closing.js';
import { type Written, written } from './written.js';

/** One schema made of several that all have to hold. In which order these stand makes no difference to it. */
export interface Conjunction {
  /** Plain values, and schemas as they are written. */
  keywords: Record<string, Statement>;
  /** Schemas below a keyword that all have to hold there. */
  joint: Record<string, Written[]>;
  /** Schemas by name, each made of all that is said under that name. */
  fields: Record<string, Record<string, Written[]>>;
  /** What cannot be said in one schema. */
  rest: Written[];
}

interface Statement {
  value: Json;
  path: Path;
}

/** Whether two schemas mean the same. */
export type IsSame = (left: Written, right: Written) => boolean;

const NAMED = ['properties', 'patternProperties', 'dependentSchemas'];
const JOINT = ['items', 'propertyNames', 'additionalProperties'];
/** What means something only together, wherever there is the first of them. */
const UNITS = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['prefixItems', 'items'],
  ['discriminator', 'oneOf', 'anyOf'],
];

/**
 * Joins parts into one schema. `root` is the part that all others belong to, if there is one: its keywords for
 * unevaluated fields cover their fields. `isSame` tells whether two schemas mean the same.
 */
export function conjunctionOf(parts: readonly Written[], isSame: IsSame, root?: Written): Conjunction {
  const rest: Written[] = [];
  const merged: Written[] = [];
  for (const part of parts) {
    if (standsAlone(part, parts, root)) rest.push(part);
    else merged.push(part === root ? part : { ...part, schema: closedByItself(part.schema) });
  }
  const conjunction: Conjunction = { keywords: {}, joint: {}, fields: {}, rest };
  const [only, ...others] = merged;
  if (only && others.length === 0) {
    takeWhole(conjunction, only);
    return conjunction;
  }
  const units = UNITS.filter(([first = '']) => merged.some(({ schema }) => first in schema));
  for (const unit of units) joinUnit(conjunction, merged, unit, isSame);
  const keywords = new Set(merged.flatMap(({ schema }) => Object.keys(schema)));
  const inUnits = new Set(units.flat());
  for (const keyword of keywords) {
    if (!inUnits.has(keyword)) join(conjunction, merged, keyword, isSame);
  }
  return conjunction;
}

/** Writes a schema of one part, as most are. It has nothing to join. */
function takeWhole({ keywords, joint, fields }: Conjunction, { schema, path, depth, sources = {} }: Written): void {
  for (const [keyword, value] of Object.entries(schema)) {
    const place = [...path, keyword];
    if (NAMED.includes(keyword)) {
      const named = Object.entries(value ?? {}).map(([name, field]) => [
        name,
        [written(field, [...place, name], depth)],
      ]);
      if (named.length > 0) fields[keyword] = Object.fromEntries(named);
    } else if (JOINT.includes(keyword) && value !== false) joint[keyword] = [written(value, place, depth)];
    else keywords[keyword] = { value, path: keyword in sources ? [...path, sources[keyword] ?? keyword] : place };
  }
}

function join(conjunction: Conjunction, parts: readonly Written[], keyword: string, isSame: IsSame): void {
  const { keywords, joint, fields } = conjunction;
  const said = parts
    .filter(({ schema }) => keyword in schema)
    .map(({ schema, path, depth, sources = {} }) => {
      return { value: schema[keyword] as Json, path: [...path, sources[keyword] ?? keyword], depth };
    });
  const [first] = said;
  if (!first) return;
  const merge = mergeOf(keyword);
  if (NAMED.includes(keyword)) {
    for (const { value, path, depth } of said) {
      for (const [name, field] of Object.entries(value ?? {})) {
        fields[keyword] ??= {};
        fields[keyword][name] = [...(fields[keyword][name] ?? []), written(field, [...path, name], depth)];
      }
    }
  } else if (JOINT.includes(keyword)) {
    const nothing = said.find(({ value }) => value === false);
    if (nothing) keywords[keyword] = nothing;
    else joint[keyword] = said.map(({ value, path, depth }) => written(value, path, depth));
  } else if (keyword === 'default' || isAnnotation(keyword)) {
    keywords[keyword] =
      said.toSorted((left, right) => left.depth - right.depth || byText(left.value, right.value))[0] ?? first;
  } else if (merge) {
    const value = said.map((each) => each.value).reduce(merge);
    const source = said.find((each) => stableText(each.value) === stableText(value)) ?? first;
    keywords[keyword] = { value, path: source.path };
  } else joinUnit(conjunction, parts, [keyword], isSame);
}

/** What the parts say differently, and cannot be said at once, is left to a part for each: none of them comes first. */
function joinUnit(
  { keywords, rest }: Conjunction,
  parts: readonly Written[],
  unit: readonly string[],
  isSame: IsSame,
): void {
  const said = parts
    .map(({ schema, path }) => {
      const entries = Object.entries(schema).filter(([keyword]) => unit.includes(keyword));
      return { schema: Object.fromEntries(entries), path, depth: 0 };
    })
    .filter(({ schema }) => Object.keys(schema).length > 0);
  const versions = distinct(said, isSame);
  if (versions.length > 1) rest.push(...versions);
  else
    for (const { schema, path } of versions)
      for (const [keyword, value] of Object.entries(schema)) keywords[keyword] = { value, path: [...path, keyword] };
}

/** Keeps the last of the parts that mean the same. */
export function distinct(parts: readonly Written[], isSame: IsSame): Written[] {
  return parts.filter((part, index) => !parts.slice(index + 1).some((later) => isSame(part, later)));
}
