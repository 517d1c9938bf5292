/**
 * Keywords that say something to people and nothing to programs. Whoever changes one of them changes the documentation,
 * and of two schemas that have to hold together it does not matter whose words are shown.
 */
export const WORDS = new Set([
  '$comment',
  'bearerFormat',
  'contact',
  'description',
  'example',
  'examples',
  'externalDocs',
  'license',
  'summary',
  'tags',
  'termsOfService',
  'title',
  'x-badges',
  'x-codeSamples',
  'x-enumDescriptions',
  'x-evidence',
  'x-needs',
  'x-refusal',
  'x-returned-in',
  'x-unbounded',
]);

/** Keywords with the value that says no more than leaving them out. */
export const SAYS_NOTHING: Record<string, readonly unknown[]> = {
  additionalProperties: [true],
  allowEmptyValue: [false],
  allowReserved: [false],
  deprecated: [false],
  items: [true],
  minItems: [0],
  minLength: [0],
  minProperties: [0],
  nullable: [false],
  pattern: ['', '^', '.*', '^.*', '.*$', '[\\s\\S]*'],
  propertyNames: [true],
  readOnly: [false],
  required: [false],
  unevaluatedItems: [true],
  unevaluatedProperties: [true],
  uniqueItems: [false],
  writeOnly: [false],
};
