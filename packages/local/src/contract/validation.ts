import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { CONTRACT, contract, type Schema } from './contract.js';
import type { Issue } from './issue.js';
import { issuesOf } from './schema-errors.js';

/**
 * How far findings are collected: a body with a million mistakes is answered with the first ones. Each value may be found
 * wrong in every branch of a union, so that of a large one only the first finding is made.
 */
const MAX_VALUES_FOR_ALL_ISSUES = 1_000;
const MAX_ISSUES = 50;

// The contract's own tests read it strictly; here its extensions are just passed over.
const options = { strict: false, validateSchema: false, verbose: true } as const;

class Validator {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<Schema, ValidateFunction>();

  constructor(allErrors: boolean) {
    this.#ajv = new Ajv2020({ ...options, allErrors });
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('binary', true);
    this.#ajv.addSchema(contract(), CONTRACT);
  }

  /** The findings of the compiler, or undefined when the value fits. */
  errors(schema: Schema, value: unknown): ErrorObject[] | undefined {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(schema as object | boolean);
      this.#compiled.set(schema, validate);
    }
    return validate(value) ? undefined : (validate.errors ?? []);
  }
}

let first: Validator | undefined;
let all: Validator | undefined;

/** Whether the value fits the schema. */
export function isValid(schema: Schema, value: unknown): boolean {
  first ??= new Validator(false);
  return first.errors(schema, value) === undefined;
}

/** What does not fit the schema, explained; undefined when everything fits. */
export function validate(schema: Schema, value: unknown): Issue[] | undefined {
  first ??= new Validator(false);
  const errors = first.errors(schema, value);
  if (!errors) return undefined;
  const options = { limit: MAX_ISSUES, explain: validate };
  if (!isSmall(value)) return issuesOf(errors, options);
  all ??= new Validator(true);
  return issuesOf(all.errors(schema, value) ?? errors, options);
}

/** Counts no further than it has to. */
function isSmall(value: unknown): boolean {
  const waiting = [value];
  for (let counted = 0; counted < waiting.length; counted++) {
    const next = waiting[counted];
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      if (waiting.length >= MAX_VALUES_FOR_ALL_ISSUES) return false;
      waiting.push((next as Record<string, unknown>)[key]);
    }
  }
  return true;
}

/** The schema of the contract with the given name. */
export function named(name: string): Schema {
  // The same object for the same name, so that it is compiled once.
  let schema = names.get(name);
  if (!schema) {
    schema = { $ref: `${CONTRACT}#/components/schemas/${name}` };
    names.set(name, schema);
  }
  return schema;
}

const names = new Map<string, Schema>();
