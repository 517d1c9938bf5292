import type { Part } from './comparison/comparison.js';
import type { Difference } from './difference.js';
import { kebab } from './id-pattern.js';
import { isNumber, isObject, type Json, objectOf } from './json.js';
import { SUBSCHEMAS } from './keywords/keywords.js';
import { listChange } from './keywords/strictness.js';
import type { Rule } from './rules/rule.js';
import { strictnessOf } from './strictness.js';
import type { Use } from './uses.js';

/**
 * The id of a kind of change, such as `request-property-max-length-decreased`: who sends it, the part, the keyword, and what
 * became of it. It follows from these facts alone, and is the same in every report.
 */
export function changeId(rule: Rule, difference: Difference, uses: readonly Use[] = difference.uses): string {
  const { prefix = '', keyword, happened } = rule.idParts ?? {};
  const { part, kind } = difference;
  const what = happened === undefined ? [keyword ?? keywordOf(difference), happenedTo(difference)] : [happened];
  return [
    HAVE_DIRECTION.includes(part) ? directionOf(uses) : '',
    prefix,
    kind === 'added' && isRequired(difference) ? 'required' : '',
    ...subjectOf(difference),
    ...what,
  ]
    .filter((each) => each !== '')
    .join('-');
}

/** The parts of which it matters who sends them. */
const HAVE_DIRECTION: readonly Part[] = [
  'DependentRequired',
  'Discriminator',
  'DiscriminatorMapping',
  'Encoding',
  'Header',
  'MediaType',
  'Parameter',
  'RequestBody',
  'Schema',
  'Union',
  'UnionMember',
];

/** The parts of a schema, which is called by where it stands. */
const SCHEMA_PARTS: Partial<Record<Part, string>> = {
  Schema: '',
  DependentRequired: 'dependent-required',
  Discriminator: 'discriminator',
  DiscriminatorMapping: 'discriminator-value',
  Union: 'union',
  UnionMember: 'union-member',
};

/** Where a schema stands. */
type SchemaPlace = 'body' | 'property' | 'parameter' | 'header' | 'schema';

/** Parts that have another name in an id. */
const SUBJECTS: Partial<Record<Part, string>> = {
  ComponentType: 'type',
  PathItem: 'path',
  RequestBody: 'body',
  Root: 'contract',
  OAuthFlow: 'oauth-flow',
  OAuthScope: 'oauth-scope',
};

/** What a part is called in an id, wherever it stands. */
function nameOfPart(part: Part): string {
  return SUBJECTS[part] ?? kebab(part);
}

/** Requests, responses or exported types, if it is one of them only. */
function directionOf(uses: readonly Use[]): string {
  const all = new Set(uses.map(({ direction }) => direction));
  const inOperations = [...all].filter((direction) => direction === 'request' || direction === 'response');
  if (inOperations.length > 1) return '';
  return inOperations[0] ?? (all.has('type') ? 'type' : '');
}

function subjectOf(difference: Difference): string[] {
  const { part, parentKeyword = '', after, before } = difference;
  const role = SCHEMA_PARTS[part];
  if (role !== undefined) return [placeOfSchema(difference), role];
  if (part === 'Response') {
    const status = (after ?? before)?.path.at(-1) ?? '';
    return [/^[45]|^default$/.test(status) ? 'error-response' : 'response'];
  }
  if (part === 'Operation' && parentKeyword === 'callbacks') return ['callback'];
  if (part === 'PathItem' && parentKeyword === 'webhooks') return ['webhook'];
  return [nameOfPart(part)];
}

/** Keywords below which a schema is that of a field or of an item. */
const INSIDE = ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'];

function placeOfSchema({ part, kind, keyword, parentKeyword, after, before, uses }: Difference): SchemaPlace {
  const { path = [] } = after ?? before ?? {};
  const root = path.findIndex((key) => key === 'schema' || key === 'itemSchema');
  const isComponent = root < 0;
  const start = isComponent ? 2 : root;
  if (part === 'Schema' && (parentKeyword === 'properties' || keyword === 'required')) return 'property';
  if (path.slice(0, start).includes('headers')) return 'header';
  if (uses.length > 0 && uses.every(({ isInParameter }) => isInParameter)) return 'parameter';
  // The keyword that changed, or holds what changed, says nothing of where the schema stands.
  const isInside = path.slice(start + 1, kind === 'modified' ? -1 : -2).some((key) => INSIDE.includes(key));
  if (isInside) return 'property';
  return isComponent ? 'schema' : 'body';
}

/** Keywords that an id calls by another name. */
const KEYWORDS: Readonly<Record<string, string>> = { operationId: 'id', 'x-extensible-enum': 'open-set' };

function keywordOf({ part, kind, keyword = '', parentKeyword = '' }: Difference): string {
  if (kind !== 'modified') {
    const isNamedByPart = part !== 'Schema' || parentKeyword === 'properties';
    return isNamedByPart ? '' : nameOfKeyword(parentKeyword);
  }
  if (keyword === 'key') return part === 'Schema' && parentKeyword !== 'properties' ? nameOfKeyword(parentKeyword) : '';
  if (keyword === 'required' || part === 'DiscriminatorMapping' || part === 'DependentRequired') return '';
  if (part === 'Union') return '';
  return nameOfKeyword(keyword);
}

function nameOfKeyword(keyword: string): string {
  return KEYWORDS[keyword] ?? (keyword.startsWith('x-') ? 'extension' : kebab(keyword));
}

/** Keywords whose values are sets. */
const SETS = ['enum', 'x-extensible-enum'];

function happenedTo(difference: Difference): string {
  const { part, kind, keyword = '', before, after } = difference;
  if (kind !== 'modified') return kind;
  if (keyword === 'key') return 'renamed';
  const [own, other] = [before?.value, after?.value];
  if (keyword === 'required') return becameRequired(own, other);
  if (keyword === 'default') return changeOf(own, other);
  const areBoth = own !== undefined && other !== undefined;
  if (SETS.includes(keyword) && areBoth) return `value-${changeOfList(own, other)}`;
  if (part !== 'Schema') return isFlag(own, other) ? flagChange(other) : changeOf(own, other);
  if (own === false || other === false) return SUBSCHEMAS.has(keyword) ? closingChange(other) : flagChange(other);
  if (own === true || other === true) return flagChange(other);
  if (!areBoth) return changeOf(own, other);
  if (keyword === 'type') return TYPE_CHANGES[strictnessOf(difference) ?? 'different'];
  const isBound = isNumber(own) && isNumber(other) && before?.path.at(-1) === after?.path.at(-1);
  if (!isBound) return 'changed';
  return other > own ? 'increased' : 'decreased';
}

function changeOf(before: Json | undefined, after: Json | undefined): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

function isFlag(before: Json | undefined, after: Json | undefined): boolean {
  const values = [before, after].filter((value) => value !== undefined);
  return values.every((value) => typeof value === 'boolean');
}

function flagChange(after: Json | undefined): string {
  return after === true ? 'set' : 'unset';
}

function closingChange(after: Json | undefined): string {
  return after === false ? 'forbidden' : 'allowed';
}

const TYPE_CHANGES = { stricter: 'narrowed', looser: 'widened', different: 'changed' } as const;

function becameRequired(before: Json | undefined, after: Json | undefined): string {
  const change = typeof before === 'boolean' || typeof after === 'boolean' ? undefined : changeOfList(before, after);
  if (change === 'changed') return 'required-changed';
  const isRequired = change === undefined ? after === true : change === 'added';
  return isRequired ? 'became-required' : 'became-optional';
}

function changeOfList(before: Json | undefined, after: Json | undefined): 'added' | 'removed' | 'changed' {
  const { added, removed } = listChange(before, after);
  if (added.length > 0 && removed.length > 0) return 'changed';
  return removed.length > 0 ? 'removed' : 'added';
}

function isRequired({ isRequired: isRequiredField, part, after }: Difference): boolean {
  const hasFlag = part === 'Parameter' || part === 'RequestBody' || part === 'Header';
  return isRequiredField === true || (hasFlag && isObject(after?.value) && objectOf(after?.value).required === true);
}
