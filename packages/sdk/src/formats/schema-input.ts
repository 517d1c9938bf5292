import type { JsonSchema } from '@trawl/client';

/** Where and why a value does not fit, by the Standard Schema. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A schema of https://standardschema.dev. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** A Standard Schema that can be turned into JSON Schema: Zod 4.2, ArkType, Valibot with `toStandardJsonSchema()`. */
export interface StandardJsonSchema<Output = unknown> extends StandardSchema<Output> {
  readonly '~standard': StandardSchema<Output>['~standard'] & {
    readonly jsonSchema: { input(options: { readonly target: 'draft-2020-12' }): Record<string, unknown> };
  };
}

/** A schema of Zod 3. */
export interface Zod3Schema<Output = unknown> {
  readonly _output: Output;
  readonly _def: object;
  safeParseAsync(value: unknown): Promise<Zod3Result<Output>>;
}

type Zod3Result<Output> =
  | { readonly success: true; readonly data: Output; readonly error?: never }
  | { readonly success: false; readonly data?: never; readonly error: { readonly issues: readonly SchemaIssue[] } };

/**
 * JSON Schema as an interface without an index signature, such as `JSONSchema7` of `@types/json-schema`. It must have one
 * of these keywords.
 */
interface JsonSchemaKeywords {
  readonly type?: unknown;
  readonly properties?: unknown;
  readonly items?: unknown;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly anyOf?: unknown;
  readonly oneOf?: unknown;
  readonly allOf?: unknown;
  readonly $ref?: unknown;
  readonly '~standard'?: never;
  readonly _def?: never;
}

/** A schema of Zod, ArkType or Valibot, whose type the data then has, or JSON Schema. */
export type SchemaInput = StandardJsonSchema | Zod3Schema | JsonSchema | JsonSchemaKeywords;

/** The output type of a schema; `unknown` for JSON Schema. */
export type OutputOf<Schema> = Schema extends StandardSchema
  ? NonNullable<Schema['~standard']['types']>['output']
  : Schema extends Zod3Schema
    ? Schema['_output']
    : unknown;
