import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { keysOf, pointerOf } from '../../openapi/walk.mjs';
import { get, isObject, type Json, type JsonObject, type Pointer } from './contract.js';

const schemaPrefix = '#/components/schemas/';

// The keywords of the contract beside JSON Schema. Ajv refuses all others, which finds typos.
const vocabulary = [
  'example',
  'externalDocs',
  'xml',
  'x-evidence',
  'x-unbounded',
  'x-refusal',
  'x-enumDescriptions',
  'x-enumStatuses',
  'x-extensible-enum',
  'x-expires-after-ms',
  'x-default-in-lockdown',
  'x-needs',
  'x-returned-in',
];

// Required names and types may be in another part of an `allOf` than their properties.
const strictness = { strict: true, strictRequired: false, strictTypes: false, verbose: true } as const;

function createAjv(options: { coerceTypes?: 'array' } = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...strictness, ...options });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  // Its pattern says as much of it as can be said without code.
  ajv.addFormat('page-url', true);
  ajv.addFormat('css-selector', true);
  ajv.addFormat('element-selector', true);
  ajv.addVocabulary(vocabulary);
  return ajv;
}

const ajv = createAjv();
const coercingAjv = createAjv({ coerceTypes: 'array' });
const compiled = new Map<string, ValidateFunction>();

/** The pointers of the parts of a bundle, so that an error can name its location in the contract. */
const origins = new WeakMap<object, Pointer>();

/** The schema `false` as an object, which can have an origin. */
function never(origin: Pointer): JsonObject {
  const schema = { not: {} };
  origins.set(schema, origin);
  return schema;
}

/** A schema with all schemas that it refers to, so that comparing its text shows every change. */
function bundle(contract: JsonObject, pointer: Pointer): Json {
  const definitions: JsonObject = {};
  const copy = (value: Json, origin: Pointer): Json => {
    if (Array.isArray(value)) return value.map((item, index) => copy(item, [...origin, String(index)]));
    if (value === false && origin.at(-2) === 'properties') return never(origin);
    if (!isObject(value)) return value;
    const pairs = Object.entries(value).map(([key, item]): [string, Json] => [
      key,
      key === '$ref' && typeof item === 'string' ? definition(item) : copy(item, [...origin, key]),
    ]);
    const object = Object.fromEntries(pairs);
    origins.set(object, origin);
    return object;
  };
  const definition = (reference: string): string => {
    if (!reference.startsWith(schemaPrefix)) throw new Error(`${reference} does not lead to a schema of the contract`);
    const origin = keysOf(reference).slice(0, 3);
    const name = origin[2] ?? '';
    if (!(name in definitions)) {
      const schema = get(contract, origin);
      if (schema === undefined) throw new Error(`${reference} leads nowhere`);
      definitions[name] = {};
      definitions[name] = copy(schema, origin);
    }
    return reference.replace(schemaPrefix, '#/$defs/');
  };
  const root = copy(get(contract, pointer) ?? false, pointer);
  // The definitions are added to the same object, which keeps its origin.
  return isObject(root) ? Object.assign(root, { $defs: definitions }) : root;
}

function validatorOf(schema: Json, pointer: Pointer, compiler: Ajv2020): ValidateFunction {
  const key = `${compiler === coercingAjv} ${pointerOf(pointer)} ${JSON.stringify(schema)}`;
  let validate = compiled.get(key);
  if (!validate) {
    try {
      validate = compiler.compile(schema as JsonObject | boolean);
    } catch (cause) {
      throw new Error(`The schema at ${pointerOf(pointer)} does not compile: ${(cause as Error).message}`, { cause });
    }
    compiled.set(key, validate);
  }
  return validate;
}

/** The errors of the value by the schema at this pointer. */
export function errorsAt(contract: JsonObject, pointer: Pointer, value: Json): ErrorObject[] {
  const validate = validatorOf(bundle(contract, pointer), pointer, ajv);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** The errors of the text of a parameter, which is converted to the type of the schema. */
export function errorsInText(contract: JsonObject, pointer: Pointer, text: string): ErrorObject[] {
  const schema = bundle(contract, pointer);
  const { $defs, ...value }: JsonObject = isObject(schema) ? schema : { not: {} };
  const validate = validatorOf({ properties: { value }, $defs: $defs ?? {} }, pointer, coercingAjv);
  return validate({ value: text }) ? [] : (validate.errors ?? []);
}

/** The keyword of the contract that an error comes from, or the schema when it is just `false`. */
export function keywordOf(contract: JsonObject, error: ErrorObject): Pointer {
  const origin = error.parentSchema && origins.get(error.parentSchema);
  if (!origin) throw new Error(`${error.schemaPath} is nowhere in the contract`);
  const keyword = [...origin, error.keyword];
  return get(contract, keyword) === undefined ? origin : keyword;
}

/** One line per error, with the path in the value and the message. */
export function explained(errors: readonly ErrorObject[]): string {
  return errors
    .map((error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`)
    .join('\n');
}
