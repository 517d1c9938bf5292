import type { ErrorObject } from 'ajv';
import { keysOf, REFUSAL_KEYWORDS } from '../../../../openapi/walk.mjs';
import { propertiesOf, resolved, type Schema, type SchemaObject } from './contract.js';
import { pageUrlFault } from './page-url.js';

/** One validation error, in the format of this API. */
export interface Issue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly [key: string]: unknown;
}

export type Path = Issue['path'];

/** A refusal lists no more issues. */
export const MAX_ISSUES = 50;

export function toIssues(error: ErrorObject): Issue[] {
  const { keyword, instancePath, propertyName } = error;
  const path = [...pathOf(instancePath), ...(propertyName === undefined ? [] : [propertyName])];
  const schema = error.parentSchema as SchemaObject;
  const refusal = schema['x-refusal'];
  if (typeof refusal === 'string' && REFUSAL_KEYWORDS.includes(keyword)) return [custom(path, refusal)];
  // The pattern of a page URL says less than the format.
  const isPageUrl = schema.format === 'page-url' && (keyword === 'pattern' || keyword === 'format');
  if (isPageUrl) return pageUrlIssues(path, String(error.data));
  const issue = issueOfKeyword(error, path, schema);
  return keyword === 'pattern' && schema.format === 'uri' ? [issue, wrongFormat(path, 'uri')] : [issue];
}

/** The issues of a text that is no URL of a page. */
export function pageUrlIssues(path: Path, text: string): Issue[] {
  switch (pageUrlFault(text)) {
    case 'protocol':
      return [unsupportedProtocol(path, '/^https?:\\/\\//i'), custom(path, 'Invalid URL')];
    case 'syntax':
      return [{ code: 'invalid_format', format: 'url', path, message: 'Invalid URL' }];
    case 'host':
      return [custom(path, 'URL must have a valid top-level domain or be an IP address')];
    case undefined:
      return [];
  }
}

function issueOfKeyword({ keyword, params, data, ...error }: ErrorObject, path: Path, schema: SchemaObject): Issue {
  switch (keyword) {
    case 'required': {
      const name = String(params.missingProperty);
      return missingField([...path, name], propertiesOf(schema)[name]);
    }
    case 'type': {
      const expectedType = [params.type].flat().join(' or ');
      return wrongType(
        path,
        expectedType === 'integer' && typeof data === 'number' ? 'int' : jsonTypeName(expectedType),
        data,
      );
    }
    case 'enum':
      return invalidOption(path, params.allowedValues as unknown[]);
    case 'const':
      return invalidOption(path, [params.allowedValue]);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return outOfBounds(path, keyword, Number(params.limit));
    case 'format':
      return SELECTOR_FORMATS.has(params.format)
        ? wrongSelector(path, String(data))
        : wrongFormat(path, String(params.format));
    case 'pattern':
      return wrongPattern(path, String(params.pattern), schema, data);
    case 'minProperties':
      return custom(path, 'Object cannot be empty');
    case 'false schema':
      return custom(
        path.slice(0, -1),
        `${path.at(-1)} and ${excludingField(error.schemaPath)} cannot be used together`,
      );
    default:
      return custom(path, `Invalid input: ${error.message ?? keyword}`);
  }
}

function missingField(path: Path, schema: Schema | undefined): Issue {
  const target = typeof schema === 'object' ? resolved(schema) : {};
  if (target.enum) return invalidOption(path, target.enum);
  if (target.const !== undefined) return invalidOption(path, [target.const]);
  return wrongType(path, jsonTypeName([target.type ?? 'object'].flat().join(' or ')), undefined);
}

function wrongType(path: Path, expectedType: string, data: unknown): Issue {
  const message = `Invalid input: expected ${expectedType}, received ${kindOf(data)}`;
  return { expected: expectedType, code: 'invalid_type', path, message };
}

function invalidOption(path: Path, values: readonly unknown[]): Issue {
  const list = listOf(values);
  const message = values.length === 1 ? `Invalid input: expected ${list}` : `Invalid option: expected one of ${list}`;
  return { code: 'invalid_value', values, path, message };
}

const listOf = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('|');

/** A value whose `type` belongs to no branch of a union. */
export function unknownVariant(path: Path, types: readonly unknown[]): Issue {
  const errors = types.map((type) => [invalidOption(['type'], [type])]);
  return { code: 'invalid_union', errors, path, message: `Invalid input: expected one of ${listOf(types)}` };
}

const UNITS = { Length: 'characters', Items: 'items' } as const;

function outOfBounds(path: Path, keyword: string, limit: number): Issue {
  const small = /min/i.test(keyword);
  const inclusive = !keyword.startsWith('exclusive');
  const kind = keyword.endsWith('Length') ? 'Length' : keyword.endsWith('Items') ? 'Items' : undefined;
  const origin = kind === 'Length' ? 'string' : kind === 'Items' ? 'array' : 'number';
  const sign = `${small ? '>' : '<'}${inclusive ? '=' : ''}`;
  const bound = kind ? `to have ${sign}${limit} ${UNITS[kind]}` : `to be ${sign}${limit}`;
  return {
    origin,
    code: small ? 'too_small' : 'too_big',
    [small ? 'minimum' : 'maximum']: limit,
    inclusive,
    path,
    message: `Too ${small ? 'small' : 'big'}: expected ${origin} ${bound}`,
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'Invalid UUID',
  uri: 'Invalid URL',
  email: 'Invalid email address',
  date: 'Invalid ISO date',
  'date-time': 'Invalid ISO datetime',
};

const SELECTOR_FORMATS = new Set(['css-selector', 'element-selector']);

const MAX_SHOWN_CHARACTERS = 100;

function wrongSelector(path: Path, text: string): Issue {
  const excerpt = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return custom(path, `${path.join('.')} is not a CSS selector: ${JSON.stringify(excerpt)}`);
}

function wrongFormat(path: Path, format: string): Issue {
  const message = FORMATS[format] ?? `Invalid ${format}`;
  return format === 'uri' ? custom(path, message) : { origin: 'string', code: 'invalid_format', format, path, message };
}

/** The correct spelling if only the case of the letters is wrong. */
function advice(data: unknown, pattern: string): string {
  const capitals = String(data).toUpperCase();
  return new RegExp(pattern).test(capitals) ? ` Send "${capitals}".` : '';
}

function wrongPattern(path: Path, pattern: string, schema: SchemaObject, data: unknown): Issue {
  const patternText = printPattern(pattern);
  if (schema.format === 'uri') return unsupportedProtocol(path, patternText);
  return invalidString(
    path,
    patternText,
    `Invalid string: ${describePattern(schema, pattern)}${advice(data, pattern)}`,
  );
}

function unsupportedProtocol(path: Path, pattern: string): Issue {
  return invalidString(path, pattern, 'URL uses unsupported protocol');
}

function invalidString(path: Path, pattern: string, message: string): Issue {
  return { origin: 'string', code: 'invalid_format', format: 'regex', pattern, path, message };
}

/** The pattern as a RegExp literal. A contract has no flags: it writes `[aA]` where a RegExp has the flag `i`. */
function printPattern(pattern: string): string {
  const isCaseInsensitive = /^(?:\[([a-z])\1\]|[^[\]a-z])+$/i.test(pattern);
  return String(isCaseInsensitive ? new RegExp(pattern.replaceAll(/\[.(.)\]/g, '$1'), 'i') : new RegExp(pattern));
}

function describePattern({ description }: SchemaObject, pattern: string): string {
  return description ? description.replaceAll(/\s+/g, ' ').trim() : `must match pattern /${pattern}/`;
}

/** The field that excludes another one. */
function excludingField(schemaPath: string): string {
  return /\/dependentSchemas\/([^/]+)\//.exec(schemaPath)?.[1] ?? 'the other fields';
}

export const custom = (path: Path, message: string): Issue => ({ code: 'custom', path, message });

const jsonTypeName = (type: string): string => type.replace('integer', 'number');

export function pathOf(instancePath: string): (string | number)[] {
  return keysOf(instancePath).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

export function kindOf(data: unknown): string {
  if (data === null) return 'null';
  return Array.isArray(data) ? 'array' : typeof data;
}
