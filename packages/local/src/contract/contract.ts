import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { components } from '@trawl/client';
import { keysOf, operationsOf, resolve, valueAt } from '../../../../openapi/walk.mjs';
import type { OperationName } from './operation.js';

/** The URI of the contract in `$ref`s. They are absolute, so that each schema can be compiled on its own. */
export const CONTRACT = 'contract:v2';

export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface OperationObject {
  readonly operationId: OperationName;
  readonly tags?: readonly string[];
  readonly 'x-older-path'?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

type PathItem = Readonly<Record<string, OperationObject>> & {
  readonly parameters?: readonly (Parameter | Reference)[];
};

/** The parts of the contract that the service reads. */
export interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description?: string }>>;
  };
  readonly 'x-credit-rules': readonly CreditRule[];
  readonly 'x-regular-credits': readonly RegularCredits[];
}

/** What a call costs where no rule says otherwise. */
export interface RegularCredits {
  readonly id: string;
  readonly credits: number;
  /** The formats that cost it. */
  readonly formats?: readonly string[];
}

/** What an option costs. */
export interface CreditRule {
  readonly id: string;
  readonly field: string;
  readonly value: unknown;
  readonly least?: number;
  readonly most: number;
  readonly per: string;
  readonly extra?: boolean;
  readonly description: string;
}

/** The parts of an operation that a server needs. */
export interface Operation {
  readonly id: OperationName;
  /** The resource that it belongs to, such as `Batch scrape`. */
  readonly tag: string;
  readonly method: string;
  /** Path parameters are in braces, as in `/v2/crawl/{id}`. */
  readonly path: string;
  /** Where older clients make the same call. */
  readonly olderPath: string | undefined;
  readonly keyless: boolean;
  /** Whether an unguessable reference in the URL authorizes the call. */
  readonly signed: boolean;
  readonly parameters: readonly Parameter[];
  /** Schemas of the body by media type; undefined when there is no body. */
  readonly body: Readonly<Record<string, Schema>> | undefined;
  /** The statuses that the contract documents. */
  readonly statuses: readonly number[];
  /** Schema of the JSON body with the given status; undefined when the contract has none. */
  responseSchema(status: number): Schema | undefined;
}

let loadedContract: Contract | undefined;

/** The contract that this package was built with. */
export function contract(): Contract {
  if (!loadedContract) {
    const file = createRequire(import.meta.url).resolve('@trawl/client/openapi.json');
    loadedContract = JSON.parse(
      readFileSync(file, 'utf8').replaceAll(/"\$ref": ?"#/g, `"$ref":"${CONTRACT}#`),
    ) as Contract;
  }
  return loadedContract;
}

/** Follows `$ref`s to their target; returns anything else as it is. */
export function resolved<Target extends object>(target: Target | Reference): Target {
  return resolve(contract(), target) as Target;
}

/** Follows `$ref`s as far as a schema with a `not` of its own, which its target does not have. */
export function resolvedToCondition(schema: SchemaObject): SchemaObject {
  let target = schema;
  while (target.$ref !== undefined && target.not === undefined) target = valueAt(contract(), keysOf(target.$ref));
  return target;
}

/** The properties of a schema, including those that a part of its `allOf` declares. */
export function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  if (typeof schema === 'boolean') return {};
  const own = resolved(schema);
  return Object.assign({}, ...(own.allOf ?? []).map(propertiesOf), own.properties);
}

let fieldNames: ReadonlySet<string> | undefined;

/** Whether the contract has a field or a parameter of this name. Another in a path is a caller's, such as one of `headers`. */
export function isFieldName(name: string): boolean {
  if (!fieldNames) {
    const names = new Set(operations().flatMap(({ parameters }) => parameters.map((parameter) => parameter.name)));
    collectFieldNames(contract(), names);
    fieldNames = names;
  }
  return fieldNames.has(name);
}

function collectFieldNames(part: unknown, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'properties') for (const name of Object.keys(value)) names.add(name);
    collectFieldNames(value, names);
  }
}

/** All operations, in the order of the contract. */
export function operations(): Operation[] {
  return operationsOf(contract()).map(({ path, method, item, operation }) =>
    toOperation(path, method, operation as OperationObject, item.parameters ?? []),
  );
}

function toOperation(
  path: string,
  method: string,
  operation: OperationObject,
  pathParameters: readonly (Parameter | Reference)[],
): Operation {
  const { requestBody, responses, security } = operation;
  const parameters = [...pathParameters, ...(operation.parameters ?? [])].map((parameter) =>
    resolved<Parameter>(parameter),
  );
  return {
    id: operation.operationId,
    tag: operation.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    olderPath: operation['x-older-path'],
    keyless: security?.some((scheme) => Object.keys(scheme).length === 0) ?? false,
    signed: parameters.some(({ name }) => name === 'uploadRef'),
    parameters,
    body: requestBody && schemasOf(requestBody),
    statuses: Object.keys(responses)
      .filter((status) => status !== 'default')
      .map(Number),
    responseSchema: (status) => {
      const response = responses[status] ?? responses.default;
      return response && schemasOf(resolved<Media>(response))['application/json'];
    },
  };
}

function schemasOf(media: Media): Record<string, Schema> {
  return Object.fromEntries(Object.entries(media.content ?? {}).map(([type, { schema = true }]) => [type, schema]));
}

type Schemas = components['schemas'];

/** The defaults of the properties of a schema. The code reads them here instead of repeating them. */
export function contractDefaults<Name extends keyof Schemas>(name: Name): Partial<Schemas[Name]> {
  const defaults = defaultsBySchema.get(name) ?? defaultsOf(name);
  defaultsBySchema.set(name, defaults);
  return defaults as Partial<Schemas[Name]>;
}

/** Each page asks for them several times. */
const defaultsBySchema = new Map<string, Readonly<Record<string, unknown>>>();

function defaultsOf(name: string): Readonly<Record<string, unknown>> {
  const properties = Object.entries(propertiesOf({ $ref: `${CONTRACT}#/components/schemas/${name}` }));
  const defaults = properties.flatMap(([property, schema]) => {
    const { default: value } = typeof schema === 'boolean' ? {} : { ...resolved(schema), ...schema };
    return value === undefined ? [] : [[property, value] as const];
  });
  return Object.freeze(Object.fromEntries(defaults));
}

/** The `x-credit-rules` of the contract. */
export function creditRules(): readonly CreditRule[] {
  return contract()['x-credit-rules'];
}

/** The `x-regular-credits` of the contract. */
export function regularCredits(): readonly RegularCredits[] {
  return contract()['x-regular-credits'];
}
