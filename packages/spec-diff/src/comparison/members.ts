import { asList, isObject, type Json, type JsonObject, jsonText, objectOf, typeOf } from '../json.js';
import { appliesToType, isAnnotation } from '../keywords/keywords.js';
import { type Place, referenceIn, resolved } from '../references.js';
import { code, sequence, type Text, text } from '../text.js';
import { entriesOf } from './places.js';

export const UNIONS = ['anyOf', 'oneOf'];

/** One of the schemas of which a value has to fit one. */
export interface Member extends Place {
  value: JsonObject;
  /** Where the union names it, or where the schema stands that is no union. */
  site: Place;
  /** The component that it refers to. */
  component?: string;
  /** The outermost union, among the members of the one that is compared, of which it is a member. */
  innerUnion?: InnerUnion;
  /** Whether it is a union that is a member as a whole. */
  isWhole?: true;
}

/** A component that is a member of a union, and a union itself. */
export interface InnerUnion {
  component: string;
  /** Where the outer union names it. */
  site: Place;
}

/** Members that came or went together. */
export interface MemberGroup {
  /** What people call them. */
  label: Text;
  site: Place;
  members: readonly Member[];
}

/** Keywords that stand beside a union as they stand in any schema: annotations, defaults, extensions. */
export function isBesideUnion(keyword: string): boolean {
  return isAnnotation(keyword) || ['default', 'deprecated', 'discriminator'].includes(keyword);
}

/** The keyword of a schema that is nothing but a union. */
export function unionIn(schema: Json | undefined): string | undefined {
  // Most schemas are no union, and looking through all their keywords takes a while.
  if (!isObject(schema) || !UNIONS.some((keyword) => keyword in schema)) return undefined;
  const [keyword = '', ...others] = Object.keys(schema).filter((key) => !isBesideUnion(key));
  return others.length === 0 && UNIONS.includes(keyword) && Array.isArray(schema[keyword]) ? keyword : undefined;
}

/**
 * What a value may be: the members of a union and of the unions among these, and each type of several.
 *
 * @param wholes - The components that are members as a whole where they are unions.
 * @param most - After how many members no more are looked for.
 */
export function membersOf(
  root: JsonObject,
  site: Place,
  { wholes = NONE, most = Number.POSITIVE_INFINITY }: { wholes?: ReadonlySet<string>; most?: number } = {},
): Member[] {
  const members: Member[] = [];
  collect({ root, wholes, most, members }, site, new Set(), undefined);
  return members;
}

const NONE: ReadonlySet<string> = new Set();

/** The components that a union names. */
export function componentsNamedBy(root: JsonObject, union: Place): string[] {
  const place = resolved(root, union);
  const keyword = unionIn(place?.value);
  if (!place || keyword === undefined) return [];
  return entriesOf(place, keyword, asList(objectOf(place.value)[keyword])).flatMap(
    (site) => componentOf(root, site) ?? [],
  );
}

/** The members that a union names, and those of the unions among them. */
export function membersUnder(root: JsonObject, place: Place, keyword: string): Member[] {
  const members: Member[] = [];
  collectUnder({ root, wholes: NONE, most: Number.POSITIVE_INFINITY, members }, place, keyword, new Set(), undefined);
  return members;
}

/** The members that are collected, and what it takes to find them. */
interface Collection {
  root: JsonObject;
  wholes: ReadonlySet<string>;
  most: number;
  members: Member[];
}

/**
 * @param seen - The unions around it.
 * @param innerUnion - The outermost union that it is a member of.
 */
function collect(collection: Collection, site: Place, seen: Set<Json>, innerUnion: InnerUnion | undefined): void {
  const { root, members, most } = collection;
  if (members.length >= most) return;
  const place = resolved(root, site);
  // A union that is among its own members adds nothing to them.
  if (!place || !isObject(place.value) || seen.has(place.value)) return;
  const { value } = place;
  const keyword = unionIn(value);
  if (keyword !== undefined) {
    seen.add(value);
    collectUnder(collection, place, keyword, seen, innerUnion);
    seen.delete(value);
    return;
  }
  const component = componentOf(root, site);
  for (const single of byType(value)) {
    members.push({ ...place, value: single, site, ...(component && { component }), ...(innerUnion && { innerUnion }) });
  }
}

function collectUnder(
  collection: Collection,
  place: Place,
  keyword: string,
  seen: Set<Json>,
  around: InnerUnion | undefined,
): void {
  const { root, wholes, members } = collection;
  for (const site of entriesOf(place, keyword, asList(objectOf(place.value)[keyword]))) {
    const component = around ? undefined : componentOf(root, site);
    const target = component === undefined ? undefined : resolved(root, site);
    const isUnion = component !== undefined && unionIn(target?.value) !== undefined;
    if (isUnion && target && wholes.has(component)) {
      members.push({ ...target, value: objectOf(target.value), site, component, isWhole: true });
    } else collect(collection, site, seen, isUnion ? { component, site } : around);
  }
}

/**
 * The members that came or went, those of a union together that did as a whole. `all` are the members on their side,
 * `others` those on the other.
 */
export function memberGroups(
  members: readonly Member[],
  all: readonly Member[],
  others: readonly Member[],
): MemberGroup[] {
  const isInOther = (name: string) =>
    others.some(({ component, innerUnion }) => name === component || name === innerUnion?.component);
  const groups: MemberGroup[] = [];
  for (const member of members) {
    const { innerUnion } = member;
    if (!innerUnion || isInOther(innerUnion.component)) {
      groups.push({ label: nameOf(member), site: member.site, members: [member] });
      continue;
    }
    const { site, component } = innerUnion;
    const sharesSite = (each: Member) => each.innerUnion?.site.path.join('/') === site.path.join('/');
    const isWhole = all.filter(sharesSite).every((each) => members.includes(each));
    const [first] = members.filter(sharesSite);
    if (!isWhole) groups.push({ label: nameOf(member), site, members: [member] });
    else if (member === first) groups.push({ label: code(component), site, members: members.filter(sharesSite) });
  }
  return groups;
}

/** The first component in a chain of references. */
function componentOf(root: JsonObject, site: Place): string | undefined {
  const reference = referenceIn(site.value);
  return reference !== undefined && resolved(root, site) ? reference.split('/').at(-1) : undefined;
}

const PARTS = new WeakMap<JsonObject, JsonObject[]>();

/** A schema without what may stand beside a union, once for each of its types. */
function byType(schema: JsonObject): JsonObject[] {
  const known = PARTS.get(schema);
  if (known) return known;
  const entries = Object.entries(schema).filter(([key]) => !isBesideUnion(key) || key === 'discriminator');
  const types = asList(schema.type);
  const parts = types.length < 2 ? [Object.fromEntries(entries)] : types.map((type) => ofType(entries, type));
  PARTS.set(schema, parts);
  return parts;
}

function ofType(entries: readonly [string, Json][], type: Json): JsonObject {
  const own = entries
    .filter(([key]) => appliesToType(key, [type]))
    .map(([key, value]): [string, Json] => [
      key,
      key === 'enum' ? asList(value).filter((each) => typeOf(each) === type) : value,
    ]);
  return { ...Object.fromEntries(own), type };
}

/** What people call a member: its component, its title, its only value, its fields, or its type. */
export function nameOf({ value, site, component }: Member): Text {
  const title = component ?? (isObject(site.value) ? site.value.title : undefined) ?? value.title;
  if (typeof title === 'string') return code(title);
  if (Array.isArray(value.enum)) return valuesName(value.enum);
  const [mark] = Object.entries(marksOf(value));
  if (mark) return text`the object whose ${code(mark[0])} is ${code(mark[1])}`;
  if (isObject(value.properties) && Object.keys(value.properties).length > 0)
    return text`an object with ${shortList(Object.keys(value.properties))}`;
  if (value.type === 'array' && isObject(value.items)) return text`a list of ${code(itemName(value.items))}`;
  if (value.type !== undefined) return code(asList(value.type).join(' | '));
  const keys = Object.keys(value);
  if (keys.join() === 'required') return text`what has ${shortList(asList(value.required).map(String))}`;
  if (keys.length > 0) return text`what is restricted by ${shortList(keys)}`;
  const [keyword = '', index = ''] = site.path.slice(-2);
  return UNIONS.includes(keyword)
    ? text`any value (member ${Number(index) + 1} of ${code(keyword)})`
    : text`\`any value\``;
}

/** How many values a member is called by. */
const NAMED = 4;

function valuesName(values: readonly Json[]): Text {
  const names = values.map((value) => code(jsonText(value)));
  if (names.length <= NAMED) return sequence(names, ' or ');
  const shown = names.slice(0, NAMED - 1);
  return text`${sequence(shown)} or one of ${names.length - shown.length} more values`;
}

function shortList(names: readonly string[]): Text {
  const shown = names.slice(0, 3).map(code);
  return text`${sequence(shown)}${names.length > shown.length ? ', …' : ''}`;
}

function itemName(items: JsonObject): string {
  return referenceIn(items)?.split('/').at(-1) ?? String(asList(items.type)[0] ?? 'any value');
}

/** The fields that have only one possible value. They tell the members of a union apart. */
export function marksOf({ properties }: JsonObject): Record<string, string> {
  if (!isObject(properties)) return {};
  const known = MARKS.get(properties);
  if (known) return known;
  const marks: Record<string, string> = {};
  for (const [name, field] of Object.entries(properties)) {
    const [value, ...others] = isObject(field) && Array.isArray(field.enum) ? field.enum : [];
    if (value !== undefined && others.length === 0) marks[name] = String(value);
  }
  MARKS.set(properties, marks);
  return marks;
}

const MARKS = new WeakMap<JsonObject, Record<string, string>>();

/**
 * The parts of which a member consists: one for each of its values, or, of an object, one for each value of the field by
 * which the members of the other union are told apart.
 */
export function slicesOf(member: Member, others: readonly Member[]): Member[] {
  const { value } = member;
  if (Array.isArray(value.enum) && value.enum.length > 1) {
    return value.enum.map((each) => ({ ...member, value: { ...value, enum: [each], type: typeOf(each) } }));
  }
  const { properties } = value;
  if (!isObject(properties)) return [member];
  const marks = new Set(others.flatMap((other) => Object.keys(marksOf(other.value))));
  const sliced = Object.entries(properties).find(
    ([name, field]) => marks.has(name) && isObject(field) && Array.isArray(field.enum) && field.enum.length > 1,
  );
  if (!sliced) return [member];
  const [name, field] = sliced as [string, JsonObject];
  return asList(field.enum).map((each) => ({
    ...member,
    value: { ...value, properties: { ...properties, [name]: { ...field, enum: [each], type: typeOf(each) } } },
  }));
}
