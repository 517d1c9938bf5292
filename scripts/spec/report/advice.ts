import { RULES } from '../rules/index.js';

/** What to do instead of what Redocly minds. */
const REDOCLY: Record<string, string> = {
  'enum-values-added': 'Open the set first (`x-extensible-enum`), so that callers let unknown values pass.',
  'enum-values-removed': 'Go on taking the value, and mark it as deprecated in the description.',
  'media-type-removed': 'Go on speaking the media type; add the other beside it.',
  'operation-removed': 'Mark the operation `deprecated`, and remove it in the next version of the interface.',
  'parameter-became-required': 'Let it stay optional, and give it a default.',
  'parameter-removed': 'Keep the parameter, mark it `deprecated`, and say what replaces it.',
  'parameter-serialization-changed': 'Keep the way it is written; take the other under another name.',
  'path-removed': 'Keep the path, mark its operations `deprecated`, and add the new one beside it.',
  'property-removed': 'Keep the field, mark it `deprecated`, and say what replaces it.',
  'request-body-became-required': 'Let the body stay optional, and give what is missing a default.',
  'request-body-removed': 'Go on taking the body, and ignore what is no longer needed.',
  'required-properties-added': 'Let the field be optional, and give it a default.',
  'required-properties-removed': 'Go on sending the field, empty if need be.',
  'response-header-removed': 'Go on sending the header.',
  'response-removed': 'Go on answering with the status.',
  'schema-combinator-changed':
    'Go on taking what was taken in requests; in answers, let a field of its own carry what is new.',
  'schema-constraint-changed': 'Leave the bound as it is, or add a field with the other bound.',
  'schema-type-changed': 'Keep the type; add a field of the other type beside it.',
  'security-requirement-changed': 'Go on taking the present way to authenticate beside the new one.',
  'security-scheme-changed': 'Add a scheme beside the present one, and take both for a while.',
  'server-removed': 'Keep the server until nobody calls it.',
};

/** What to do instead of a change that breaks, by the rule that found it; empty where nothing better is known. */
export function adviceOn(rule: string): string {
  return RULES.find(({ name }) => name === rule)?.advice ?? REDOCLY[rule] ?? '';
}
