import { resolveSchema } from '../../../openapi/walk.mjs';
import type { Contract, Json, Schema } from '../openapi.js';
import { nameOfReference, propertiesOf, type SchemaOrReference, variantsOf } from '../types.js';

/** How a value is filled in. What a form has no field for, such as an object of any names, is written as JSON. */
export type FieldKind =
  | { readonly kind: 'text' | 'number' | 'boolean' | 'json' }
  /** One of several values; an open choice also takes others. */
  | { readonly kind: 'choice'; readonly values: readonly Json[]; readonly isOpen: boolean }
  /** Some of several values. */
  | { readonly kind: 'choices'; readonly values: readonly Json[] }
  /** Texts, one a line. */
  | { readonly kind: 'lines' }
  | { readonly kind: 'list'; readonly item: SchemaOrReference }
  | { readonly kind: 'object'; readonly fields: readonly ObjectField[] }
  | { readonly kind: 'union'; readonly options: readonly UnionOption[] };

export interface ObjectField {
  readonly name: string;
  readonly schema: SchemaOrReference;
  readonly isRequired: boolean;
}

export interface UnionOption {
  readonly name: string;
  /** The value that it is, if it is one alone. */
  readonly constant?: Json;
  readonly schema: SchemaOrReference;
}

/** How values of a schema are filled in. */
export function kindOf(contract: Contract, schemaOrReference: SchemaOrReference): FieldKind {
  const schema = resolveSchema(contract, schemaOrReference) as Schema;
  const fields = objectFields(contract, schema);
  if (fields.length > 0) return { kind: 'object', fields };
  const options = unionOptions(contract, schemaOrReference);
  if (options.length > 0) {
    const values = options.map(({ constant }) => constant).filter((value) => value !== undefined);
    const isOpen = values.length < options.length;
    const others = options.filter(({ constant }) => constant === undefined);
    const areTexts = others.every((option) => kindOf(contract, option.schema).kind === 'text');
    if (values.length > 0 && areTexts) return { kind: 'choice', values, isOpen };
    const [only] = options;
    return only && options.length === 1 ? kindOf(contract, only.schema) : { kind: 'union', options };
  }
  const types = [schema.type].flat();
  if (types.includes('array')) return kindOfList(contract, schema);
  if (types.includes('boolean')) return { kind: 'boolean' };
  if (types.includes('integer') || types.includes('number')) return { kind: 'number' };
  return { kind: types.includes('string') ? 'text' : 'json' };
}

function kindOfList(contract: Contract, schema: Schema): FieldKind {
  const item = (schema.items ?? {}) as SchemaOrReference;
  const kind = kindOf(contract, item);
  if (kind.kind === 'choice' && !kind.isOpen) return { kind: 'choices', values: kind.values };
  return kind.kind === 'text' || kind.kind === 'choice' ? { kind: 'lines' } : { kind: 'list', item };
}

/** The fields of an object and of all that it is made of, each once. */
function objectFields(contract: Contract, schema: Schema): ObjectField[] {
  const required = new Set<string>();
  const properties = new Map<string, SchemaOrReference>();
  const collect = (part: Schema) => {
    for (const name of (part.required ?? []) as string[]) required.add(name);
    for (const [name, property] of Object.entries(propertiesOf(part)))
      if (!properties.has(name)) properties.set(name, property);
    for (const inner of (part.allOf ?? []) as unknown as SchemaOrReference[])
      collect(resolveSchema(contract, inner) as Schema);
  };
  collect(schema);
  return [...properties].map(([name, property]) => ({ name, schema: property, isRequired: required.has(name) }));
}

/** What a value is one of: each value of a set, and each kind; nothing for a schema without a choice. */
function unionOptions(contract: Contract, schemaOrReference: SchemaOrReference): UnionOption[] {
  const schema = resolveSchema(contract, schemaOrReference) as Schema;
  const values = (schema['x-extensible-enum'] ?? schema.enum ?? []) as Json[];
  if (values.length > 0 || schema.const !== undefined) {
    const constants = schema.const === undefined ? values : [schema.const];
    const known = constants.map((constant): UnionOption => ({ name: String(constant), constant, schema }));
    // Of an open set, the type says what else may come.
    const { 'x-extensible-enum': open, ...rest } = schema;
    return open ? [...known, { name: 'other', schema: rest }] : known.filter(({ constant }) => constant !== null);
  }
  return variantsOf(schema).flatMap((variant): UnionOption[] => {
    const inner = unionOptions(contract, variant);
    if (inner.length > 0) return inner;
    const target = resolveSchema(contract, variant) as Schema;
    if (target.type === 'null') return [];
    const type = (resolveSchema(contract, propertiesOf(target).type ?? {}) as Schema).const;
    const name = target.title ?? (type === undefined ? undefined : `${type}, with options`) ?? nameOfReference(variant);
    return [{ name: String(name ?? [target.type].flat().join(' or ')), schema: variant }];
  });
}

/** Whether a value can be shown in a field of this kind. */
export function fits(kind: FieldKind, value: Json): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  switch (kind.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return kind.values.includes(value) || (kind.isOpen && typeof value === 'string');
    case 'choices':
      return Array.isArray(value) && value.every((each) => kind.values.includes(each));
    case 'lines':
      return Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes('\n'));
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isObject && Object.keys(value).every((name) => kind.fields.some((field) => field.name === name));
    default:
      return true;
  }
}

/** The option of a union that a value is; none for a value that is none of them. */
export function optionOf(contract: Contract, options: readonly UnionOption[], value: Json): UnionOption | undefined {
  const constant = options.find((option) => option.constant === value);
  if (constant) return constant;
  return options.find(({ constant: own, schema }) => {
    if (own !== undefined) return false;
    const kind = kindOf(contract, schema);
    return fits(kind, value) && hasType(contract, schema, value);
  });
}

/** Whether the `type` that an object states is the one of a schema. */
function hasType(contract: Contract, schemaOrReference: SchemaOrReference, value: Json): boolean {
  const schema = resolveSchema(contract, schemaOrReference) as Schema;
  const type = (resolveSchema(contract, propertiesOf(schema).type ?? {}) as Schema).const;
  return type === undefined || (value as { type?: Json } | null)?.type === type;
}
