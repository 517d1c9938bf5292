import {
  type Contract,
  contract,
  creditRules,
  propertiesOf,
  resolved,
  type Schema,
  type SchemaObject,
} from '../contract/contract.js';

/** A part of the reference that can answer a question. */
export interface Passage {
  /** Its anchor in the rendered reference. */
  readonly place: string;
  /** Its subject, such as `SCRAPE_TIMEOUT` or `ScrapeOptions.maxAge`. */
  readonly title: string;
  readonly text: string;
}

/** All descriptions in the contract: operations, failures, error codes, and fields with their limits. */
export function passages(): Passage[] {
  const { paths, components } = contract();
  return [
    ...operationPassages(paths),
    ...failurePassages(components),
    ...schemaPassages(components.schemas),
    ...creditPassages(),
  ];
}

function operationPassages(paths: Contract['paths']): Passage[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { operationId, summary = '', description = '' } = operation as { operationId?: string } & Described;
      if (!operationId) return [];
      const title = `${method.toUpperCase()} ${path}`;
      return [{ place: `#operation/${operationId}`, title, text: `${summary}. ${description}`.trim() }];
    }),
  );
}

interface Described {
  readonly summary?: string;
  readonly description?: string;
}

function failurePassages({ responses, schemas }: Contract['components']): Passage[] {
  const statuses = Object.entries(responses).map(([name, { description = '' }]) => ({
    place: '#section/Errors',
    title: name,
    text: description,
  }));
  const codes = Object.entries(enumDescriptions(schemas.ErrorCode)).map(([title, text]) => ({
    place: '#section/Errors',
    title,
    text,
  }));
  return [...statuses, ...codes];
}

/** The descriptions of the values of an enum. */
export function enumDescriptions(schema: Schema | undefined): Record<string, string> {
  const { 'x-enumDescriptions': values = {} } = (schema ?? {}) as { 'x-enumDescriptions'?: Record<string, string> };
  return values;
}

/** The credits of each option, in the terms of a question. */
function creditPassages(): Passage[] {
  return creditRules().map(({ field, value, least = 0, most, per, extra, description }) => {
    const amount = least === most ? `${most}` : `${least} to ${most}`;
    const option = `${field}: ${Array.isArray(value) ? '[]' : value}`;
    const unit = amount === '1' ? 'credit' : 'credits';
    const text = `${description} It costs ${amount} ${unit} per ${per}${extra ? ', on top of the rest' : ''}.`;
    return { place: '#section/Credits', title: `Credits for ${option}`, text };
  });
}

function schemaPassages(schemas: Contract['components']['schemas']): Passage[] {
  return Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(propertiesOf(schema)).flatMap(([property, propertySchema]) => {
      if (typeof propertySchema === 'boolean') return [];
      const field = { ...resolved(propertySchema), ...propertySchema };
      const text = [field.description, limitsOf(field)].filter(Boolean).join(' ');
      return text ? [{ place: `#schema/${name}`, title: `${name}.${property}`, text: text.trim() }] : [];
    }),
  );
}

const LIMITS: readonly (readonly [keyword: string, words: string])[] = [
  ['default', 'Default'],
  ['minimum', 'At least'],
  ['maximum', 'At most'],
  ['minLength', 'Shortest length'],
  ['maxLength', 'Longest length'],
  ['minItems', 'Fewest items'],
  ['maxItems', 'Most items'],
  ['enum', 'One of'],
];

function limitsOf(schema: SchemaObject): string {
  return LIMITS.filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, words]) => `${words}: ${[schema[keyword]].flat().map(String).join(', ')}.`)
    .join(' ');
}
