import type { ErrorObject } from 'ajv';
import { propertiesOf, resolved, type Schema, type SchemaObject } from './contract.js';

/** One finding of a validation, in the shape that clients of this API know. */
export interface Issue {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly [key: string]: unknown;
}

type Path = Issue['path'];

interface Explaining {
  /** Validates a part against the branch of a union that it means. */
  explain(schema: Schema, value: unknown): Issue[] | undefined;
}

/** What the findings of the schema compiler mean to the sender of a request. */
export function issuesOf(errors: readonly ErrorObject[], { explain }: Explaining): Issue[] {
  const unions = errors.filter(isUnion);
  const conditions = errors.filter(({ keyword }) => keyword === 'if');
  const unknownKeys = new Map<string, string[]>();
  const issues: Issue[] = [];
  for (const error of errors) {
    if (isUnion(error)) {
      // Of unions at one place the outermost is reported last.
      const around = unions.slice(unions.indexOf(error) + 1);
      if (!around.some((outer) => isWithin(error, outer))) issues.push(...ofUnion(error, explain));
    } else if (unions.some((union) => isWithin(error, union))) {
      // Of a branch: the branch that was meant speaks for itself.
    } else if (error.keyword === 'enum' && isOfAnotherType(error, errors)) {
      // Of the wrong type, which is said already.
    } else if (conditions.some((condition) => condition !== error && isOfCondition(error, condition))) {
      // The condition as a whole says it in a sentence.
    } else if (error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties') {
      const key = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
      // A part of an `allOf` that fails does not tell which keys it knows.
      if (Object.hasOwn(propertiesOf(error.parentSchema as SchemaObject), key)) continue;
      unknownKeys.set(error.instancePath, [...new Set([...(unknownKeys.get(error.instancePath) ?? []), key])]);
    } else {
      issues.push(ofValue(error));
    }
  }
  for (const [place, keys] of unknownKeys) {
    const message = `Unrecognized key${keys.length > 1 ? 's' : ''}: ${keys.map((key) => `"${key}"`).join(', ')}`;
    issues.push({ code: 'unrecognized_keys', keys, path: pathOf(place), message });
  }
  return issues;
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'oneOf' || keyword === 'anyOf';

/** Unions stand alone in the contract: what is wrong at their place is wrong in one of their branches. */
function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`);
}

function isOfAnotherType(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return errors.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === error.instancePath);
}

function isOfCondition(error: ErrorObject, condition: ErrorObject): boolean {
  return error.instancePath.startsWith(condition.instancePath) && error.schemaPath.includes('/then/');
}

function ofUnion(error: ErrorObject, explain: Explaining['explain']): Issue[] {
  const path = pathOf(error.instancePath);
  const branches = flattened(error.schema as readonly Schema[]);
  const type = isObject(error.data) ? error.data.type : undefined;
  const meant = branches.filter((branch) => fitsKind(branch, error.data));
  const chosen = meant.filter((branch) => typeof type === 'string' && constOf(branch) === type);
  const candidates = chosen.length > 0 ? chosen : meant.every((branch) => constOf(branch) === undefined) ? meant : [];
  const begun = candidates.filter((branch) =>
    requiredOf(branch).some((key) => isObject(error.data) && key in error.data),
  );
  if (candidates.length > 1 && begun.length === 0 && isObject(error.data)) {
    const keys = candidates.flatMap(requiredOf);
    return [
      custom(
        path,
        `Either ${keys
          .sort()
          .map((key) => `'${key}'`)
          .join(' or ')} must be provided.`,
      ),
    ];
  }
  for (const branch of begun.length > 0 ? begun : candidates) {
    const found = explain(branch, error.data);
    if (found) return found.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  }
  const types = branches.map(constOf).filter((value) => value !== undefined);
  if (isObject(error.data) && types.length > 0) return [option([...path, 'type'], types)];
  const message = `Invalid input: expected ${[...new Set(branches.flatMap(kindsOf))].join(' or ')}, received ${kindOf(error.data)}`;
  return [{ code: 'invalid_union', errors: [], path, message }];
}

function flattened(branches: readonly Schema[]): SchemaObject[] {
  return branches.flatMap((branch) => {
    if (typeof branch === 'boolean') return [];
    const schema = resolved(branch);
    const inner = schema.oneOf ?? schema.anyOf;
    return inner ? flattened(inner) : [schema];
  });
}

function constOf(branch: SchemaObject): unknown {
  const type = branch.properties?.type;
  return typeof type === 'object' ? type.const : undefined;
}

function requiredOf(branch: SchemaObject): string[] {
  const required = (branch.required ?? []) as readonly string[];
  return required.filter((key) => key !== 'type' || constOf(branch) === undefined);
}

function kindsOf(branch: SchemaObject): string[] {
  return [branch.type ?? 'object'].flat();
}

function fitsKind(branch: SchemaObject, data: unknown): boolean {
  const kind = kindOf(data);
  if (!kindsOf(branch).some((name) => name === kind || (name === 'integer' && kind === 'number'))) return false;
  if (!Array.isArray(data) || data.length === 0 || typeof branch.items !== 'object') return true;
  return flattened([branch.items]).some((item) => fitsKind(item, data[0]));
}

function ofValue(error: ErrorObject): Issue {
  const path = pathOf(error.instancePath);
  const { keyword, params, data } = error;
  const schema = error.parentSchema as SchemaObject;
  switch (keyword) {
    case 'required': {
      const name = String(params.missingProperty);
      return missing([...path, name], propertiesOf(schema)[name]);
    }
    case 'type': {
      const expected = [params.type].flat().join(' or ');
      return wrongType(path, expected === 'integer' && typeof data === 'number' ? 'int' : readable(expected), data);
    }
    case 'enum':
      return option(path, params.allowedValues as unknown[]);
    case 'const':
      return option(path, [params.allowedValue]);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return beyond(path, keyword, Number(params.limit));
    case 'format':
      return wrongFormat(path, String(params.format));
    case 'pattern':
      return wrongPattern(path, String(params.pattern), schema);
    case 'minProperties':
      return custom(path, path.length === 0 ? 'Update body cannot be empty' : 'Object cannot be empty');
    case 'false schema':
      return custom(path.slice(0, -1), `${path.at(-1)} and ${excluding(error)} cannot be used together`);
    case 'if':
      return custom(path, conditionIn(schema));
    default:
      return custom(path, `Invalid input: ${error.message ?? keyword}`);
  }
}

function missing(path: Path, schema: Schema | undefined): Issue {
  const wanted = typeof schema === 'object' ? resolved(schema) : {};
  if (wanted.enum) return option(path, wanted.enum);
  if (wanted.const !== undefined) return option(path, [wanted.const]);
  return wrongType(path, readable([wanted.type ?? 'object'].flat().join(' or ')), undefined);
}

function wrongType(path: Path, expected: string, data: unknown): Issue {
  const message = `Invalid input: expected ${expected}, received ${kindOf(data)}`;
  return { expected, code: 'invalid_type', path, message };
}

function option(path: Path, values: readonly unknown[]): Issue {
  const list = values.map((value) => JSON.stringify(value)).join('|');
  const message = values.length === 1 ? `Invalid input: expected ${list}` : `Invalid option: expected one of ${list}`;
  return { code: 'invalid_value', values, path, message };
}

const UNITS = { Length: 'characters', Items: 'items' } as const;

function beyond(path: Path, keyword: string, limit: number): Issue {
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

function wrongFormat(path: Path, format: string): Issue {
  const message = FORMATS[format] ?? `Invalid ${format}`;
  return format === 'uri' ? custom(path, message) : { origin: 'string', code: 'invalid_format', format, path, message };
}

function wrongPattern(path: Path, pattern: string, schema: SchemaObject): Issue {
  const message =
    schema.format === 'uri' ? 'URL uses unsupported protocol' : `Invalid string: ${described(schema, pattern)}`;
  return { origin: 'string', code: 'invalid_format', format: 'regex', pattern: `/${pattern}/`, path, message };
}

function described({ description }: SchemaObject, pattern: string): string {
  return description ? description.replaceAll(/\s+/g, ' ').trim() : `must match pattern /${pattern}/`;
}

/** What a condition asks for, such as the sources that a good rating needs. */
function conditionIn(schema: SchemaObject): string {
  const asked = (schema.then as SchemaObject | undefined)?.required as readonly string[] | undefined;
  const when = Object.entries(propertiesOf(schema.if as SchemaObject)).map(
    ([name, value]) => `${name} ${JSON.stringify(typeof value === 'object' ? value.const : value)}`,
  );
  return `With ${when.join(' and ')}, at least one entry is required in: ${asked?.join(', ') ?? 'the rest'}`;
}

/** The field beside which another one must not stand. */
function excluding({ schemaPath }: ErrorObject): string {
  return /\/dependentSchemas\/([^/]+)\//.exec(schemaPath)?.[1] ?? 'the other fields';
}

const custom = (path: Path, message: string): Issue => ({ code: 'custom', path, message });

const readable = (type: string): string => type.replace('integer', 'number');

function pathOf(instancePath: string): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function kindOf(data: unknown): string {
  if (data === null) return 'null';
  return Array.isArray(data) ? 'array' : typeof data;
}

const isObject = (data: unknown): data is Record<string, unknown> => kindOf(data) === 'object';
