import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { operationsOf, resolve } from '../../../openapi/walk.mjs';
import type { Schema } from './contract-schema.js';

interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Described {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface ContractOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Values for its path, as the caller gives them. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** Queries that together have every parameter with every value that it may have. */
  readonly queries: readonly Readonly<Record<string, unknown>>[];
  /** Bodies that together have every field, at any depth, in every form that it may have; and the examples. */
  readonly bodies: readonly unknown[];
  /** The examples of its success; those that say `success: false` are errors to a caller. */
  readonly answers: readonly unknown[];
}

// The contract as the client ships it, which `npm run codegen -- --check` holds against openapi/v2.yaml.
const file = createRequire(import.meta.url).resolve('@trawl/client/openapi.json');
const contract = JSON.parse(readFileSync(file, 'utf8'));

export function operationsOfContract(): ContractOperation[] {
  return operationsOf(contract).map(({ name, method, path, item, operation }) => {
    const { parameters = [], requestBody, responses } = operation as Described;
    const all = [...(item.parameters ?? []), ...parameters].map(
      (parameter) => resolve(contract, parameter) as Parameter,
    );
    const inPath = all.filter((parameter) => parameter.in === 'path');
    const query = Object.fromEntries(
      all.filter((parameter) => parameter.in === 'query').map((p) => [p.name, p.schema]),
    );
    // Bytes have no fields.
    const media = Object.values(requestBody?.content ?? {}).filter(
      ({ schema }) => (resolve(contract, schema) as Schema).format !== 'binary',
    );
    return {
      name,
      method: method.toUpperCase(),
      path,
      // Whatever an id is, it has to stay in its segment.
      pathValues: Object.fromEntries(inPath.map(({ name }) => [name, `${name}/with?odd#signs`])),
      queries: combined(query) as Record<string, unknown>[],
      bodies: media.flatMap((content) => [...examplesOf(content), ...variants(content.schema)]),
      answers: Object.values(responses['200']?.content ?? {})
        .flatMap(examplesOf)
        .filter(isSuccess),
    };
  });
}

const isSuccess = (answer: unknown): boolean => (answer as { success?: boolean }).success !== false;

function examplesOf({ examples = {} }: Media): unknown[] {
  return Object.values(examples).map((example) => (resolve(contract, example) as { value: unknown }).value);
}

/**
 * Values that together have everything the schema allows: each alternative, each property, each value of a closed set.
 * They need not be valid together: only the server judges that.
 */
function variants(schema: Schema, within: readonly unknown[] = []): unknown[] {
  const target: Schema = resolve(contract, schema);
  // A schema that contains itself has been said already.
  if (within.includes(target)) return [];
  const inside = [...within, target];
  const { allOf, oneOf, anyOf, properties = {}, additionalProperties, items, enum: values } = target;
  if ('const' in target) return [target.const];
  if (values) return [...values];
  const alternatives = oneOf ?? anyOf;
  if (allOf || Object.keys(properties).length) {
    const parts = [...(allOf ?? []), ...(alternatives ? [{ oneOf: alternatives }] : [])];
    return combined(properties, parts, inside);
  }
  if (alternatives) return alternatives.flatMap((alternative) => variants(alternative, inside));
  return [target.type ?? 'any'].flat().flatMap((type): unknown[] => {
    // Text in capitals is sent so, however it was given.
    if (type === 'string' && target.pattern?.startsWith('^[A-Z]')) return ['XX'];
    if (type === 'string') return ['x'.repeat(Math.max(1, target.minLength ?? 1))];
    if (type === 'integer' || type === 'number') return [Math.max(1, target.minimum ?? 1)];
    if (type === 'boolean') return [true, false];
    if (type === 'null') return [null];
    if (type === 'array') return [variants(items ?? {}, inside)];
    const value = typeof additionalProperties === 'object' ? variants(additionalProperties, inside)[0] : ['goes'];
    return [{ anything: value }];
  });
}

/** As many objects as the property with the most variants has; each property goes round its own. */
function combined(
  properties: Readonly<Record<string, Schema>>,
  parts: readonly Schema[] = [],
  within: readonly unknown[] = [],
): object[] {
  const fields = Object.entries(properties).map(([name, schema]) =>
    variants(schema, within).map((value): object => ({ [name]: value })),
  );
  const all = [...fields, ...parts.map((part) => variants(part, within) as object[])].filter(({ length }) => length);
  const count = Math.max(1, ...all.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) =>
    Object.assign({}, ...all.map((choices) => choices[index % choices.length])),
  );
}
