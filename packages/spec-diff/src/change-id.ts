import type { Part } from './comparison/comparison.js';
import type { Difference } from './difference.js';
import { kebab } from './id-pattern.js';
import { isNumber, isObject, type Json, objectOf } from './json.js';
import { KEYWORD_NAMES, SUBSCHEMAS } from './keywords/keywords.js';
import { listChange } from './keywords/strictness.js';
import { OPENAPI_FIELDS } from './openapi-fields.js';
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
const SCHEMA_PARTS = {
  Schema: '',
  DependentRequired: 'dependent-required',
  Discriminator: 'discriminator',
  DiscriminatorMapping: 'discriminator-value',
  Union: 'union',
  UnionMember: 'union-member',
} as const;

type SchemaPart = keyof typeof SCHEMA_PARTS;

/** Where a schema stands. */
const SCHEMA_PLACES = ['body', 'property', 'parameter', 'header', 'schema'] as const;

type SchemaPlace = (typeof SCHEMA_PLACES)[number];

function isSchemaPart(part: Part): part is SchemaPart {
  return part in SCHEMA_PARTS;
}

/** What the other parts are called in an id, wherever they stand. */
const SUBJECTS: Record<Exclude<Part, SchemaPart>, string> = {
  Callback: 'callback',
  ComponentType: 'type',
  Encoding: 'encoding',
  Example: 'example',
  Extension: 'extension',
  Header: 'header',
  Info: 'info',
  MediaType: 'media-type',
  OAuthFlow: 'oauth-flow',
  OAuthScope: 'oauth-scope',
  Operation: 'operation',
  Parameter: 'parameter',
  PathItem: 'path',
  RequestBody: 'body',
  Response: 'response',
  Root: 'contract',
  SecurityRequirement: 'security-requirement',
  SecurityScheme: 'security-scheme',
  Server: 'server',
  ServerVariable: 'server-variable',
  Tag: 'tag',
};

/** Requests, responses or exported types, if it is one of them only. */
function directionOf(uses: readonly Use[]): string {
  const all = new Set(uses.map(({ direction }) => direction));
  const inOperations = [...all].filter((direction) => direction === 'request' || direction === 'response');
  if (inOperations.length > 1) return '';
  return inOperations[0] ?? (all.has('type') ? 'type' : '');
}

function subjectOf(difference: Difference): string[] {
  const { part, parentKeyword = '', after, before } = difference;
  if (isSchemaPart(part)) return [placeOfSchema(difference), SCHEMA_PARTS[part]];
  if (part === 'Response') {
    const status = (after ?? before)?.path.at(-1) ?? '';
    return [/^[45]|^default$/.test(status) ? 'error-response' : 'response'];
  }
  if (part === 'Operation' && parentKeyword === 'callbacks') return ['callback'];
  if (part === 'PathItem' && parentKeyword === 'webhooks') return ['webhook'];
  return [SUBJECTS[part]];
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
  // Tags and extensions have names that only the contract knows.
  if (part === 'Tag' || part === 'Extension') return '';
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
  if (keyword.startsWith('x-')) return KEYWORDS[keyword] ?? 'extension';
  return KEYWORDS[keyword] ?? (WORDS.has(kebab(keyword)) ? kebab(keyword) : 'keyword');
}

/** What keywords are called in an id. One that neither OpenAPI nor JSON Schema has is a `keyword`. */
const WORDS: ReadonlySet<string> = new Set([
  ...KEYWORD_NAMES.map(kebab),
  ...OPENAPI_FIELDS.map(kebab),
  ...Object.values(KEYWORDS),
  'extension',
  'keyword',
]);

/** What can become of something. */
const HAPPENED = [
  '(value-)?(added|removed|changed)',
  'renamed|set|unset|forbidden|allowed|narrowed|widened|increased|decreased',
  'became-required|became-optional|required-changed',
];

const SUBJECT_PATTERNS = [
  `(${SCHEMA_PLACES.join('|')})(-(${Object.values(SCHEMA_PARTS).filter(Boolean).join('|')}))?`,
  ...Object.values(SUBJECTS),
  'error-response|webhook',
];

const ID = new RegExp(
  `^((request|response|type)-)?(required-)?(${SUBJECT_PATTERNS.join('|')})(-(${[...WORDS].join('|')}))?-(${HAPPENED.join('|')})$`,
);

/** Whether a text is put together as the ids of changes are. */
export function isFormedAsId(text: string): boolean {
  return ID.test(text);
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
