import { WORDS } from '../canonical/keywords.js';
import { asList, isObject, type Json, type JsonObject } from '../json.js';
import { type Place, referenceIn, resolved } from '../references.js';

/** One of the schemas of which a value has to fit one. */
export interface Alternative extends Place {
  value: JsonObject;
  /** Where it stands as a member of the choice. */
  site: Place;
  /** The component that it refers to. */
  component?: string;
}

const CHOICES = ['anyOf', 'oneOf'];

/** Which type a keyword speaks of; of values of other types it says nothing. */
const TYPES: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType'].map((key) => [key, ['string']]),
  ),
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((key) => [
      key,
      ['number', 'integer'],
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
      'unevaluatedItems',
    ].map((key) => [key, ['array']]),
  ),
  ...Object.fromEntries(
    [
      ...['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'required'],
      ...['minProperties', 'maxProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
    ].map((key) => [key, ['object']]),
  ),
};

/** Whether a keyword says something of the values of one of these types; where no type is named, it does. */
export function speaksOf(keyword: string, types: readonly Json[]): boolean {
  const own = TYPES[keyword];
  return own === undefined || types.length === 0 || types.some((type) => own.includes(String(type)));
}

/** Keywords that stand beside a choice as they stand in any schema: words, defaults, extensions. */
export function isBesideChoice(keyword: string): boolean {
  if (keyword === 'x-extensible-enum') return false;
  return WORDS.has(keyword) || ['default', 'deprecated', 'discriminator'].includes(keyword) || keyword.startsWith('x-');
}

/** The keyword of a schema that is nothing but a choice between others. */
export function choiceIn(schema: Json | undefined): string | undefined {
  // Most schemas name no choice: to look through all that they say takes its time.
  if (!isObject(schema) || !CHOICES.some((keyword) => keyword in schema)) return undefined;
  const [keyword = '', ...others] = Object.keys(schema).filter((key) => !isBesideChoice(key));
  return others.length === 0 && CHOICES.includes(keyword) && Array.isArray(schema[keyword]) ? keyword : undefined;
}

/** What a value may be: the members of a choice and of the choices among these, and each type of several. */
export function alternativesOf(root: JsonObject, site: Place, seen: ReadonlySet<Json> = new Set()): Alternative[] {
  const place = resolved(root, site);
  // A choice that is among its own members adds nothing to them.
  if (!place || !isObject(place.value) || seen.has(place.value)) return [];
  const { value, path } = place;
  const keyword = choiceIn(value);
  if (keyword !== undefined) return membersOf(root, place, keyword, new Set([...seen, value]));
  const component = componentOf(root, site);
  return byType(value).map((single) => ({ value: single, path, site, ...(component && { component }) }));
}

/** The members that a choice names, and those of the choices among them. */
export function membersOf(
  root: JsonObject,
  { value, path }: Place,
  keyword: string,
  seen: ReadonlySet<Json> = new Set(),
): Alternative[] {
  const members = isObject(value) ? asList(value[keyword]) : [];
  return members.flatMap((member, index) =>
    alternativesOf(root, { value: member, path: [...path, keyword, `${index}`] }, seen),
  );
}

function componentOf(root: JsonObject, site: Place): string | undefined {
  let name: string | undefined;
  for (let at: Place | undefined = site; at; ) {
    const reference = referenceIn(at.value);
    if (reference === undefined) break;
    const target = resolved(root, at);
    const [, , last] = reference.split('/').slice(-3);
    name ??= last;
    at = target === at ? undefined : target;
  }
  return name;
}

const PARTS = new WeakMap<JsonObject, JsonObject[]>();

/** A schema without what may stand beside a choice, once for each of its types. */
function byType(schema: JsonObject): JsonObject[] {
  const known = PARTS.get(schema);
  if (known) return known;
  const entries = Object.entries(schema).filter(([key]) => !isBesideChoice(key) || key === 'discriminator');
  const types = asList(schema.type);
  const parts =
    types.length < 2
      ? [Object.fromEntries(entries)]
      : types.map((type) => {
          const own = entries
            .filter(([key]) => speaksOf(key, [type]))
            .map(([key, value]) => [key, ofType(key, value, type)]);
          return { ...Object.fromEntries(own), type };
        });
  PARTS.set(schema, parts);
  return parts;
}

function ofType(keyword: string, value: Json, type: Json): Json {
  return keyword === 'enum' ? asList(value).filter((each) => typeOf(each) === type) : value;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** What people call an alternative: its component, its title, its only value, or its type. */
export function nameOf({ value, site, component }: Alternative): string {
  const beside = isObject(site.value) ? site.value.title : undefined;
  const title = component ?? beside ?? value.title;
  if (typeof title === 'string') return `\`${title}\``;
  const mark = Object.entries(marksOf(value))[0];
  if (Array.isArray(value.enum)) return value.enum.map((each) => `\`${JSON.stringify(each)}\``).join(' or ');
  if (mark) return `the object whose \`${mark[0]}\` is \`${mark[1]}\``;
  if (isObject(value.properties) && Object.keys(value.properties).length > 0) {
    const names = Object.keys(value.properties);
    const shown = names.slice(0, 3).map((name) => `\`${name}\``);
    return `an object with ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
  }
  if (value.type === 'array' && isObject(value.items)) {
    const [item = 'values'] = [referenceIn(value.items)?.split('/').at(-1) ?? asList(value.items.type)[0]].map(String);
    return `a list of \`${item}\``;
  }
  return value.type === undefined ? 'any value' : `\`${asList(value.type).join(' | ')}\``;
}

/** Fields that can have one value only: they tell the alternatives apart. */
export function marksOf({ properties }: JsonObject): Record<string, string> {
  const single = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const values = isObject(field) ? asList(field.enum) : [];
    return values.length === 1 ? [[name, String(values[0])] as const] : [];
  });
  return Object.fromEntries(single);
}
