import { isFormedAsId } from '../change-id.js';
import type { Part } from '../comparison/comparison.js';
import type { Difference } from '../difference.js';
import { expanded } from '../id-pattern.js';
import { added } from './added.js';
import { allOfChanged } from './all-of-changed.js';
import { basePathMoved } from './base-path-moved.js';
import { defaultChanged } from './default-changed.js';
import { dependentRequiredChanged } from './dependent-required-changed.js';
import { deprecationWithoutDate } from './deprecation-without-date.js';
import { discriminatorChanged } from './discriminator-changed.js';
import { enumValuesAdded } from './enum-values-added.js';
import { enumValuesRemoved } from './enum-values-removed.js';
import { errorStatusChanged } from './error-status-changed.js';
import { extensionChanged } from './extension-changed.js';
import { forbiddenChanged } from './forbidden-changed.js';
import { headerBecameOptional } from './header-became-optional.js';
import { headerBecameRequired } from './header-became-required.js';
import { keyBecameRequired } from './key-became-required.js';
import { mediaTypeRemoved } from './media-type-removed.js';
import { modified } from './modified.js';
import { oauthFlowChanged } from './oauth-flow-changed.js';
import { objectOpened } from './object-opened.js';
import { oneWayField } from './one-way-field.js';
import { openSetChanged } from './open-set-changed.js';
import { operationRemoved } from './operation-removed.js';
import { operationRenamed } from './operation-renamed.js';
import { parameterBecameList } from './parameter-became-list.js';
import { parameterBecameRequired } from './parameter-became-required.js';
import { parameterMoved } from './parameter-moved.js';
import { parameterRemoved } from './parameter-removed.js';
import { parameterSerializationChanged } from './parameter-serialization-changed.js';
import { partContentTypeChanged } from './part-content-type-changed.js';
import { pathParameterRenamed } from './path-parameter-renamed.js';
import { pathRemoved } from './path-removed.js';
import { propertyRemoved } from './property-removed.js';
import { removed } from './removed.js';
import { requestBodyBecameRequired } from './request-body-became-required.js';
import { requestBodyRemoved } from './request-body-removed.js';
import { requestFieldRemoved } from './request-field-removed.js';
import { requiredBodyAdded } from './required-body-added.js';
import { requiredPropertiesAdded } from './required-properties-added.js';
import { requiredPropertiesRemoved } from './required-properties-removed.js';
import { responseHeaderRemoved } from './response-header-removed.js';
import { responseRangeChanged } from './response-range-changed.js';
import { responseRemoved } from './response-removed.js';
import type { Rule } from './rule.js';
import { schemaConstraintChanged } from './schema-constraint-changed.js';
import { schemaEntryChanged } from './schema-entry-changed.js';
import { schemaPresenceChanged } from './schema-presence-changed.js';
import { schemaTypeChanged } from './schema-type-changed.js';
import { securityRequirementChanged } from './security-requirement-changed.js';
import { securitySchemeChanged } from './security-scheme-changed.js';
import { securitySchemeRenamed } from './security-scheme-renamed.js';
import { serverRemoved } from './server-removed.js';
import { serverVariableChanged } from './server-variable-changed.js';
import { stabilityChanged } from './stability-changed.js';
import { sunsetChanged } from './sunset-changed.js';
import { typeOfTextChanged } from './type-of-text-changed.js';
import { typeRemoved } from './type-removed.js';
import { unionChanged } from './union-changed.js';
import { xmlChanged } from './xml-changed.js';

/** All rules, by their names. */
const ALL: readonly Rule[] = [
  added,
  allOfChanged,
  basePathMoved,
  defaultChanged,
  dependentRequiredChanged,
  deprecationWithoutDate,
  discriminatorChanged,
  enumValuesAdded,
  enumValuesRemoved,
  errorStatusChanged,
  extensionChanged,
  forbiddenChanged,
  headerBecameOptional,
  headerBecameRequired,
  keyBecameRequired,
  mediaTypeRemoved,
  modified,
  oauthFlowChanged,
  objectOpened,
  oneWayField,
  openSetChanged,
  operationRemoved,
  operationRenamed,
  parameterBecameList,
  parameterBecameRequired,
  parameterMoved,
  parameterRemoved,
  parameterSerializationChanged,
  partContentTypeChanged,
  pathParameterRenamed,
  pathRemoved,
  propertyRemoved,
  removed,
  requestBodyBecameRequired,
  requestBodyRemoved,
  requestFieldRemoved,
  requiredBodyAdded,
  requiredPropertiesAdded,
  requiredPropertiesRemoved,
  responseHeaderRemoved,
  responseRangeChanged,
  responseRemoved,
  schemaConstraintChanged,
  schemaEntryChanged,
  schemaPresenceChanged,
  schemaTypeChanged,
  securityRequirementChanged,
  securitySchemeChanged,
  securitySchemeRenamed,
  serverRemoved,
  serverVariableChanged,
  stabilityChanged,
  sunsetChanged,
  typeOfTextChanged,
  typeRemoved,
  unionChanged,
  xmlChanged,
];

/** The rules for what no other rule has anything to say about. They yield to all others. */
const FALLBACKS: readonly Rule[] = [added, removed, modified];

/** The order in which rules are asked: the first that finds something has the word. A rule is asked after those to which it yields. */
export const RULES: readonly Rule[] = [...inOrder(ALL.filter((rule) => !FALLBACKS.includes(rule))), ...FALLBACKS];

/** The rules that may have something to say about a part, in their order. */
export function rulesAbout(part: Part): readonly Rule[] {
  const known =
    BY_PART.get(part) ?? RULES.filter(({ about }) => about.parts.length === 0 || about.parts.includes(part));
  BY_PART.set(part, known);
  return known;
}

const BY_PART = new Map<Part, readonly Rule[]>();

/** Whether a rule is about a difference at all. */
export function isAbout({ about }: Rule, { kind, keyword = '', parentKeyword = '' }: Difference): boolean {
  const { kinds, keywords, parentKeywords, areExtensions } = about;
  if (areExtensions) return kind === 'modified' && keyword.startsWith('x-');
  if (kinds && !kinds.includes(kind)) return false;
  if (kind === 'modified' && keyword !== 'key')
    return keywords === undefined ? !parentKeywords : keywords.includes(keyword);
  if (kind === 'modified' && keywords && !keywords.includes('key')) return false;
  return parentKeywords === undefined ? !keywords || kind === 'modified' : parentKeywords.includes(parentKeyword);
}

/** Whether a rule says nothing where another one finds something. */
export function yieldsTo(rule: Rule, other: Rule): boolean {
  if (FALLBACKS.includes(rule)) return !FALLBACKS.includes(other);
  return (rule.yieldsTo ?? []).some((each) => each === other || yieldsTo(each, other));
}

/** Whether a kind of change has this id. */
export function isChangeId(id: string): boolean {
  ids ??= new Set(RULES.flatMap((rule) => rule.ids.flatMap(expanded)));
  return ids.has(id) || isFormedAsId(id);
}

let ids: ReadonlySet<string> | undefined;

function inOrder(rules: readonly Rule[]): readonly Rule[] {
  const ordered = new Set<Rule>();
  const place = (rule: Rule) => {
    if (ordered.has(rule)) return;
    for (const other of rule.yieldsTo ?? []) place(other);
    ordered.add(rule);
  };
  for (const rule of rules) place(rule);
  return [...ordered];
}
