import { canParseUrl } from '@trawl/base/can-parse-url';
import ajv2020, { type Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CONTRACT, contract, type Schema } from './contract.js';
import { custom, type Issue, MAX_ISSUES } from './issue.js';
import { pageUrlFault } from './page-url.js';
import { issuesOf } from './schema-errors.js';
import { MAX_SELECTOR_CHARACTERS, SELECTOR_FORMATS, SelectorReader } from './selectors.js';

/**
 * Limits for a body with a million errors. Each value may be invalid in every branch of a union, so that the compiler stops
 * at the first error of a large body.
 */
const MAX_VALUES_FOR_ALL_ISSUES = 1_000;

// This is not strict, so that the compiler ignores the extensions of the contract. The tests of the contract are
// strict. Its optimizer takes a third of the time of a first call, and makes no later call faster.
const options = { strict: false, validateSchema: false, verbose: true, code: { optimize: false } } as const;

class Validator {
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<Schema, ValidateFunction>();
  readonly #selectors = new SelectorReader();

  constructor(allErrors: boolean) {
    this.#ajv = new ajv2020.Ajv2020({ ...options, allErrors });
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('binary', true);
    // The format of the library knows no host with letters such as `bücher.example`, and servers of this API take one.
    this.#ajv.addFormat('uri', canParseUrl);
    this.#ajv.addFormat('page-url', (text) => pageUrlFault(text) === undefined);
    for (const format of SELECTOR_FORMATS) {
      this.#ajv.addFormat(format, (text) => this.#selectors.accepts(format, text));
    }
    this.#ajv.addSchema(contract(), CONTRACT);
  }

  /** The errors of the compiler; undefined when the value is valid. */
  errors(schema: Schema, value: unknown): ErrorObject[] | undefined {
    let validate = this.#validators.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(schema as object | boolean);
      this.#validators.set(schema, validate);
    }
    this.#selectors.begin();
    return validate(value) ? undefined : (validate.errors ?? []);
  }

  /** Whether the last value has more selectors than are read. */
  hasTooManySelectors(): boolean {
    return this.#selectors.isExceeded();
  }
}

let first: Validator | undefined;
let all: Validator | undefined;

/** Whether the value matches the schema. */
export function isValid(schema: Schema, value: unknown): boolean {
  first ??= new Validator(false);
  return first.errors(schema, value) === undefined;
}

/** The issues of a value; undefined when it matches the schema. */
export function validate(schema: Schema, value: unknown): Issue[] | undefined {
  first ??= new Validator(false);
  const errors = first.errors(schema, value);
  if (first.hasTooManySelectors()) return [custom([], TOO_MANY_SELECTORS)];
  if (!errors) return undefined;
  const options = { limit: MAX_ISSUES, explain: validate };
  if (!isSmall(value)) return issuesOf(errors, options);
  all ??= new Validator(true);
  return issuesOf(all.errors(schema, value) ?? errors, options);
}

const TOO_MANY_SELECTORS = `The selectors of a request may have ${MAX_SELECTOR_CHARACTERS} characters together, the most that this server reads. Send fewer or shorter ones.`;

/** Counts the values inside a value, and stops at the limit. */
function isSmall(value: unknown): boolean {
  const queue = [value];
  for (let position = 0; position < queue.length; position++) {
    const next = queue[position];
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      if (queue.length >= MAX_VALUES_FOR_ALL_ISSUES) return false;
      queue.push((next as Record<string, unknown>)[key]);
    }
  }
  return true;
}

/** The schema of the contract with the given name. */
export function named(name: string): Schema {
  // Returns the same object for the same name, so that it is compiled once.
  let schema = names.get(name);
  if (!schema) {
    schema = { $ref: `${CONTRACT}#/components/schemas/${name}` };
    names.set(name, schema);
  }
  return schema;
}

const names = new Map<string, Schema>();
