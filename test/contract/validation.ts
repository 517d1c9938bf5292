import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { get, isObject, type Json, type JsonObject, type Pointer, parsed, printed } from './contract.js';

const schemaPrefix = '#/components/schemas/';

// Beside JSON Schema, a schema of the contract may say these things. Ajv refuses any other word, so a typo is found.
const vocabulary = [
  'example',
  'externalDocs',
  'xml',
  'x-evidence',
  'x-unbounded',
  'x-refusal',
  'x-enumDescriptions',
  'x-extensible-enum',
  'x-expires-after-ms',
  'x-default-in-lockdown',
];

// Required names and types may stand in another part of an `allOf` than the properties they speak of.
const strictness = { strict: true, strictRequired: false, strictTypes: false, verbose: true } as const;

function createAjv(options: { coerceTypes?: 'array' } = {}): Ajv2020 {
  const ajv = new Ajv2020({ ...strictness, ...options });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addVocabulary(vocabulary);
  return ajv;
}

const ajv = createAjv();
const coercingAjv = createAjv({ coerceTypes: 'array' });
const compiled = new Map<string, ValidateFunction>();

/** Where the parts of a bundle come from, so that an error can name the place in the contract. */
const origins = new WeakMap<object, Pointer>();

/** What `false` says, as an object that an error can name. */
function never(origin: Pointer): JsonObject {
  const schema = { not: {} };
  origins.set(schema, origin);
  return schema;
}

/** One schema with all that it refers to, so that its text alone says whether it has changed. */
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
    const origin = parsed(reference).slice(0, 3);
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
  const key = `${compiler === coercingAjv} ${printed(pointer)} ${JSON.stringify(schema)}`;
  let validate = compiled.get(key);
  if (!validate) {
    try {
      validate = compiler.compile(schema as JsonObject | boolean);
    } catch (cause) {
      throw new Error(`The schema at ${printed(pointer)} does not compile: ${(cause as Error).message}`, { cause });
    }
    compiled.set(key, validate);
  }
  return validate;
}

/** What the schema at this place has against the value, or nothing. */
export function errorsAt(contract: JsonObject, pointer: Pointer, value: Json): ErrorObject[] {
  const validate = validatorOf(bundle(contract, pointer), pointer, ajv);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** The same for the text of a parameter, which is read as the type that the schema asks for. */
export function errorsInText(contract: JsonObject, pointer: Pointer, text: string): ErrorObject[] {
  const schema = bundle(contract, pointer);
  const { $defs, ...value }: JsonObject = isObject(schema) ? schema : { not: {} };
  const validate = validatorOf({ properties: { value }, $defs: $defs ?? {} }, pointer, coercingAjv);
  return validate({ value: text }) ? [] : (validate.errors ?? []);
}

/** The keyword of the contract that an error comes from, or the whole schema where that is just `false`. */
export function keywordOf(contract: JsonObject, error: ErrorObject): Pointer {
  const origin = error.parentSchema && origins.get(error.parentSchema);
  if (!origin) throw new Error(`${error.schemaPath} is nowhere in the contract`);
  const keyword = [...origin, error.keyword];
  return get(contract, keyword) === undefined ? origin : keyword;
}

/** One line per error, with the place in the value and the sentence. */
export function explained(errors: readonly ErrorObject[]): string {
  return errors
    .map((error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`)
    .join('\n');
}
