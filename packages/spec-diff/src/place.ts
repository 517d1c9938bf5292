import type { Side } from './difference.js';
import { asList, isObject, type Json, type JsonObject, objectOf, type Path, valueAt } from './json.js';
import { METHODS } from './shape.js';
import { code, name, plainText, sequence, type Text, text, withoutDoubles } from './text.js';
import { joined } from './wording.js';

/** Keywords that hold parts by their names or numbers. */
const HOLDERS = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'mapping',
  'callbacks',
  'content',
  'encoding',
  'examples',
  'headers',
  'parameters',
  'responses',
  'paths',
  'webhooks',
  'security',
  'servers',
]);

/** A part of an operation on the way to a place, such as a response and its status. */
interface PlaceStep {
  kind: StepKind;
  /** Which one of those of its kind it is. */
  name?: Text;
}

type StepKind =
  | 'request'
  | 'response'
  | 'callback'
  | 'address'
  | 'header'
  | 'media type'
  | 'part'
  | 'parameter'
  | `${ParameterLocation} parameter`;

const LOCATIONS = ['query', 'header', 'path', 'cookie', 'querystring'] as const;

type ParameterLocation = (typeof LOCATIONS)[number];

/** What people call a place of the contract: the way to it through the operation, and the field of the schema. */
export interface PlaceName {
  /** The component in which it stands, if that is no schema. */
  component?: string;
  /** The parts of the operation or of the component. */
  steps: readonly PlaceStep[];
  /** The field, such as `SearchRequest.sources[].type`; empty if the place is in no schema, or is a schema itself. */
  field: string;
}

/** What tells a part of an operation from its other parts. */
export function partOf({ component, steps }: PlaceName): string {
  return JSON.stringify([component, steps.map(({ kind, name = [] }) => [kind, plainText(name)])]);
}

/** What the places have in common of which one sentence is told: they differ at most in the response, in the media type or in the parameter. */
export function siblingsKey({ component, steps, field }: PlaceName): string {
  const isSibling = ({ kind }: PlaceStep) => kind === 'response' || kind === 'media type' || kind.endsWith('parameter');
  const shared = steps.map((step) => (isSibling(step) ? [] : [step.kind, plainText(step.name ?? [])]));
  return JSON.stringify([component, shared, field]);
}

export const NO_PLACE: PlaceName = { steps: [], field: '' };

interface Where extends Pick<Side, 'written' | 'ancestors'> {
  /** The document in which it is written: members of choices are called by their titles and marks. */
  root?: JsonObject;
  /** What the component around it is called, where the path has another name. */
  componentName?: string;
}

export function namedPlace({ written, ancestors, root = {}, componentName }: Where, isPart: boolean): PlaceName {
  // The message names a part that came or went, so the place is what it was part of.
  const path = written.slice(0, isPart && HOLDERS.has(written.at(-2) ?? '') ? -2 : -1);
  const [section, kind = '', name = ''] = path;
  if (section === 'components' && kind === 'schemas' && name)
    return { steps: [], field: `${name}${fields(path, 3, root)}` };
  const parameter = ancestors.find((each) => typeof each.in === 'string' && typeof each.name === 'string');
  if (section === 'components') {
    const component = componentName ?? name;
    const inner =
      kind === 'callbacks'
        ? inCallback({ path, start: 3, root, parameter })
        : inside({ path, start: 3, root, parameter });
    return { ...(component && { component }), ...inner };
  }
  if (section !== 'paths' && section !== 'webhooks') return { steps: [], field: section ?? '' };
  const isShared = !(METHODS as readonly string[]).includes(path[2] ?? '');
  return inside({ path, start: isShared ? 2 : 3, root, parameter });
}

/** The words for a place: "response 200 `code`". */
export function placeName(where: Where, isPart: boolean): Text {
  return placeWords([namedPlace(where, isPart)]);
}

/**
 * Names places that differ only in their parts, such as "responses 400 and 404 `code`" or "query parameters `from` and
 * `to`".
 */
export function placeWords(places: readonly PlaceName[]): Text {
  const [first = NO_PLACE] = places;
  const byKinds = new Map<string, PlaceName[]>();
  for (const place of places) {
    const kinds = place.steps.map(({ kind }) => kind).join();
    byKinds.set(kinds, [...(byKinds.get(kinds) ?? []), place]);
  }
  const groups = [...byKinds].filter(([kinds]) => kinds !== '').sort(([left], [right]) => byResponse(left, right));
  const parts = groups.flatMap(([, group]) => stepsWords(group.map(({ steps }) => steps)));
  const component = first.component === undefined ? [] : code(first.component);
  const field = first.field === '' ? [] : code(first.field);
  return sequence(
    [component, sequence(parts), field].filter((each) => each.length > 0),
    ' ',
  );
}

/** The words for the parts of one operation that are of the same kinds: together where they differ in one name. */
function stepsWords(all: readonly (readonly PlaceStep[])[]): Text[] {
  const [first = []] = all;
  const namesAt = (index: number) => {
    const names = withoutDoubles(all.map((steps) => steps[index]?.name ?? []));
    return names.toSorted((left, right) => (plainText(left) < plainText(right) ? -1 : 1));
  };
  const differing = first.map((_step, index) => index).filter((index) => namesAt(index).length > 1);
  if (differing.length > 1) return withoutDoubles(all.map((steps) => stepsText(steps, () => [])));
  return [stepsText(first, namesAt)];
}

function stepsText(steps: readonly PlaceStep[], namesAt: (index: number) => readonly Text[]): Text {
  return sequence(
    steps.map(({ kind, name }, index) => {
      if (!name) return text`${kind}`;
      const names = namesAt(index);
      return names.length > 1 ? text`${kind}s ${joined(names)}` : text`${kind} ${name}`;
    }),
    ' ',
  );
}

/** Responses are named last. */
function byResponse(left: string, right: string): number {
  const isResponse = (kinds: string) => kinds.startsWith('response');
  return Number(isResponse(left)) - Number(isResponse(right)) || (left < right ? -1 : 1);
}

/** A place of an operation, or of one of its parts. */
interface Inner {
  path: Path;
  /** Where the keys of the operation or of the component begin. */
  start: number;
  root: JsonObject;
  /** The parameter around the place, if it is in one. */
  parameter: JsonObject | undefined;
}

function inside({ path, start, root, parameter }: Inner): PlaceName {
  const steps: PlaceStep[] = [];
  let index = start;
  const holds = (keyword: string) => Object.keys(objectOf(valueAt(root, [...path.slice(0, index), keyword])));
  while (index < path.length) {
    const [keyword = '', key] = path.slice(index, index + 2);
    if (keyword === 'schema' || keyword === 'itemSchema') {
      const item = keyword === 'itemSchema' ? '[]' : '';
      const field = (item + fields(path, index + 1, root)).replace(/^\./, '');
      return { steps: withParameter(steps, parameter), field };
    }
    if (keyword === 'requestBody') {
      steps.push({ kind: 'request' });
      index++;
    } else if (keyword === 'callbacks' && key !== undefined) {
      const inner = inCallback({ path, start: index + 2, root, parameter });
      return { ...inner, steps: [...steps, { kind: 'callback', name: code(key) }, ...inner.steps] };
    } else if (keyword === 'itemEncoding') {
      steps.push({ kind: 'part' });
      index++;
    } else {
      const step = key === undefined ? undefined : stepOf(keyword, key, holds(keyword).length > 1);
      if (step) steps.push(step);
      index += key !== undefined && keyword in NAMED ? 2 : 1;
    }
  }
  return { steps: withParameter(steps, parameter), field: '' };
}

/** What a server sends for a call: the address and the method stand before its parts. One address of several is named. */
function inCallback({ path, start, ...rest }: Inner): PlaceName {
  const addresses = Object.keys(objectOf(valueAt(rest.root, path.slice(0, start)))).filter(
    (key) => !key.startsWith('x-'),
  );
  const address = path[start];
  const inner = inside({ path, start: start + 2, ...rest });
  if (address === undefined || addresses.length < 2) return inner;
  return { ...inner, steps: [{ kind: 'address', name: code(address) }, ...inner.steps] };
}

/** What is called by its name in a keyword. A media type is named where there are several. */
const NAMED: Readonly<Record<string, StepKind>> = {
  responses: 'response',
  headers: 'header',
  content: 'media type',
  encoding: 'part',
  prefixEncoding: 'part',
};

function stepOf(keyword: string, key: string, isOneOfSeveral: boolean): PlaceStep | undefined {
  const kind = NAMED[keyword];
  if (kind === undefined || (kind === 'media type' && !isOneOfSeveral)) return undefined;
  if (kind === 'response') return { kind, name: name(key) };
  return { kind, name: code(keyword === 'prefixEncoding' ? String(Number(key) + 1) : key) };
}

/** A parameter is named by what it is, because its place is a number or that of a component. */
function withParameter(steps: readonly PlaceStep[], parameter: JsonObject | undefined): readonly PlaceStep[] {
  if (!parameter) return steps;
  const location = LOCATIONS.find((each) => each === parameter.in);
  const kind: StepKind = location ? `${location} parameter` : 'parameter';
  return [...steps, { kind, name: code(String(parameter.name)) }];
}

/**
 * Names the fields of a path, such as `.sources[].type`. An alternative is named in parentheses, as in
 * `.sources[](Web).type`.
 */
function fields(path: Path, start: number, root: JsonObject): string {
  let text = '';
  for (let index = start; index < path.length; index++) {
    const key = path[index];
    if (key === 'properties' && index + 1 < path.length) text += `.${path[++index]}`;
    else if (key === 'items' || key === 'prefixItems') text += '[]';
    else if (key === 'additionalProperties' || key === 'patternProperties') text += '.*';
    else if ((key === 'oneOf' || key === 'anyOf') && index + 1 < path.length) {
      const members = asList(valueAt(root, path.slice(0, index + 1)));
      const name = memberName(members, Number(path[++index]));
      if (name) text += `(${name})`;
    }
  }
  return text;
}

/** What an alternative is called by in the middle of a path: its title, the value that marks it, or its type. */
function memberName(members: readonly Json[], index: number): string | undefined {
  const schema = members[index];
  if (!isObject(schema)) return undefined;
  if (typeof schema.title === 'string') return schema.title;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const [value, ...others] = isObject(field)
      ? [field.const ?? (Array.isArray(field.enum) ? field.enum : [])].flat()
      : [];
    if (value !== undefined && others.length === 0) return `${name}: ${value}`;
  }
  const { type } = schema;
  // A type that several alternatives have does not tell them apart.
  const isOwn = members.filter((member) => isObject(member) && member.type === type).length === 1;
  return typeof type === 'string' && isOwn ? type : undefined;
}
