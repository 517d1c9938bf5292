import { resolveSchema } from '../../openapi/walk.mjs';
import type { Marks } from './marks.js';
import { type Choice, type Content, type Field, NO_CONTENT } from './model.js';
import { badgesOf, costsOf, joined, OBSERVED, textOf } from './notes.js';
import {
  type Contract,
  type Evidence,
  isReference,
  type Json,
  lookUp,
  type Parameter,
  resolve,
  type Schema,
} from './openapi.js';
import {
  bounds,
  nameOfReference,
  propertiesOf,
  type SchemaOrReference,
  typeInWords,
  typesOf,
  variantsOf,
} from './types.js';

export interface FieldReaderOptions {
  /** The schemas that have a place of their own: their names are links. */
  readonly linked: ReadonlySet<string>;
  /** Whether linked schemas are shown in place as well. */
  readonly isNested: boolean;
  /** The links that stand at fields, by what the contract has at the field. */
  readonly links: ReadonlyMap<object, string>;
  /** What changed, by what the contract has at the field. */
  readonly marks: Marks;
  /** The id of a field by its path, such as `scrapeOptions.maxAge`. */
  id(path: string): string;
  /** Told of every named schema, the id of the field where its fields are shown, and the path that theirs begin with. */
  onSchema?(name: string, id: string, path: string): void;
}

/** Where a value stands: the path of its field, which makes its id, and its place in an example, which knows no choices. */
interface At {
  readonly path: string;
  readonly place: string;
}

/** Reads what values can hold, for one page. In a section, a schema is shown once. */
export class FieldReader {
  readonly #shownAt = new Map<string, string>();
  readonly #paths = new Set<string>();
  #sectionId = '';

  constructor(
    private readonly contract: Contract,
    private readonly options: FieldReaderOptions,
  ) {}

  /** What the value of a section can hold. The ids of its fields begin with that of the section, if they have a prefix. */
  sectionContent(schema: SchemaOrReference, sectionId: string, hasPrefix = false): Content {
    this.#shownAt.clear();
    this.#sectionId = sectionId;
    return this.#contentOf(schema, { path: hasPrefix ? sectionId : '', place: '' }, true);
  }

  /** A field by itself. */
  field(name: string, schema: SchemaOrReference): Field {
    return this.#field(name, [schema], { path: name, place: name }, {});
  }

  parameter(parameter: Parameter): Field {
    const { name, in: where, required = false, schema = {}, description, deprecated = false } = parameter;
    const field = this.field(name, schema);
    const changes = this.#changes([parameter]);
    return {
      ...field,
      badges: [...(changes.length > 0 ? ['changed'] : []), ...field.badges],
      type: `${field.type}, in the ${where}`,
      text: joined([
        ...changes,
        description === undefined ? field.text : joined([description.trim(), this.#openSetOf(schema)]),
      ]),
      isRequired: required,
      isDeprecated: deprecated,
    };
  }

  /** The type in words, with links to what is shared. */
  typeOf(schemaOrReference: SchemaOrReference): string {
    const { names, schema } = this.#followed(schemaOrReference);
    const name = names.find((each) => this.options.linked.has(each));
    if (name !== undefined) return `[${name}](#/schema/${name})`;
    if (schema.items && !Array.isArray(schema.type)) {
      return [`array of ${this.typeOf(itemsOf(schema))}`, bounds(schema)].filter(Boolean).join(', ');
    }
    const variants = variantsOf(schema);
    if (variants.length > 0) {
      // Beside objects, the values of a set are said where the objects are shown.
      const hasObjects = this.#variants(variants).some((variant) => isWorthAPlace(variant.schema));
      const types = variants.map((variant) => (hasObjects ? this.#shortTypeOf(variant) : this.typeOf(variant)));
      return [...new Set(types)].join(' or ');
    }
    const values = schema.additionalProperties;
    if (typeof values === 'object' && schema.properties === undefined && Object.keys(values as object).length > 0)
      return `object of ${this.typeOf(values as Schema)}`;
    if (schema.format === 'binary') return 'file';
    const format = typeof schema.format === 'string' ? ` (${FORMATS[schema.format] ?? schema.format})` : '';
    return typeInWords(this.contract, schema).replace(/^string/, `string${format}`);
  }

  #shortTypeOf(schemaOrReference: SchemaOrReference): string {
    const { schema } = this.#followed(schemaOrReference);
    if (schema.items && !Array.isArray(schema.type)) return `array of ${this.#shortTypeOf(itemsOf(schema))}`;
    return schema.enum ? typesOf(this.contract, schema).join(' or ') : this.typeOf(schemaOrReference);
  }

  #openSetOf(schema: SchemaOrReference): string {
    const { description: _, ...rest } = this.#resolved(schema);
    return textOf(rest);
  }

  #contentOf(schemaOrReference: SchemaOrReference, at: At, isTop = false): Content {
    const { names, schema } = this.#followed(schemaOrReference);
    if (!isTop && !this.options.isNested && names.some((name) => this.options.linked.has(name))) return NO_CONTENT;
    if (schema.items) return this.#contentOf(itemsOf(schema), at);
    const { properties, required, plain, variants } = this.#flattened(schema);
    if (properties.size === 0 && variants.length === 0 && plain.length === 0) return NO_CONTENT;
    const [name] = names;
    if (name !== undefined) {
      const shownAt = this.#shownAt.get(name);
      if (shownAt !== undefined) return { ...NO_CONTENT, shownAt };
      const id = this.options.id(at.path || this.#sectionId);
      this.#shownAt.set(name, id);
      for (const each of names) this.#tell(each, at);
    }
    const fields = [...properties].map(([field, definitions]) => {
      const inner = { path: dotted(at.path, field), place: dotted(at.place, field) };
      return { ...this.#field(field, definitions, inner, schema), isRequired: required.has(field) };
    });
    fields.sort((one, other) => rankOf(one) - rankOf(other));
    const choice = this.#choice(variants, at);
    return { ...choice, fields: [...fields, ...choice.fields], plain: [...plain, ...choice.plain] };
  }

  /** The fields of a schema and of all that it is made of; its own come first. */
  #flattened(schema: Schema): Flattened {
    const own = Object.entries(propertiesOf(schema)).map(([name, property]) => [name, [property]] as const);
    const result: Flattened = {
      properties: new Map<string, SchemaOrReference[]>(own.map(([name, definitions]) => [name, [...definitions]])),
      required: new Set((schema.required ?? []) as string[]),
      plain: [],
      variants: [...variantsOf(schema)],
    };
    for (const part of (schema.allOf ?? []) as unknown as SchemaOrReference[]) {
      const name = nameOfReference(part);
      if (!this.options.isNested && name !== undefined && this.options.linked.has(name)) {
        result.plain.push(`the fields of [${name}](#/schema/${name})`);
        continue;
      }
      const inner = this.#flattened(this.#resolved(part));
      for (const [field, definitions] of inner.properties)
        result.properties.set(field, [...(result.properties.get(field) ?? []), ...definitions]);
      for (const field of inner.required) result.required.add(field);
      result.plain.push(...inner.plain);
      result.variants.push(...inner.variants);
    }
    return result;
  }

  /** A field that several parts of an object define is what the first of them says, under the conditions of all. */
  #field(name: string, definitions: readonly SchemaOrReference[], { path, place }: At, parent: Schema): Field {
    const at = { path: this.#newPath(path), place };
    const [property = {}] = definitions;
    const schema = this.#resolved(property);
    const preset = definitions.map((each) => this.#resolved(each).default).find((each) => each !== undefined);
    const parts = definitions.flatMap((each) => [each, resolve<Schema>(this.contract, each)]);
    const link = parts.map((part) => this.options.links.get(part)).find((each) => each !== undefined);
    const changes = this.#changes(parts);
    return {
      name,
      id: this.options.id(at.path),
      place,
      type: this.typeOf(property),
      isRequired: false,
      isDeprecated: schema.deprecated === true,
      ...(preset !== undefined && { preset: preset as Json }),
      badges: [
        ...(changes.length > 0 ? ['changed'] : []),
        ...badgesOf(schema, evidenceOf(property, schema), parent['x-evidence']),
      ],
      text: joined([...changes, textOf(schema), ...costsOf(this.contract, place), link]),
      refusals: definitions.map((each) => this.#resolved(each)['x-refusal']).filter((refusal) => refusal !== undefined),
      content: this.#contentOf(property, at),
    };
  }

  /** What changed at the parts of the contract that define a field, a sentence each. */
  #changes(parts: readonly object[]): string[] {
    const messages = new Set(parts.flatMap((part) => this.options.marks.get(part) ?? []));
    return [...messages].map((message) => `**Changed:** ${message}`);
  }

  /** What a value is one of. The fields of the only object among other forms belong to the value itself. */
  #choice(schemas: readonly SchemaOrReference[], at: At): Content {
    const variants = this.#variants(schemas, at);
    const objects = variants.filter(
      ({ names, schema, isLinked }) => !isLinked && (names.length > 0 || isWorthAPlace(schema)),
    );
    const others = variants.filter((variant) => !objects.includes(variant));
    const plain = [...new Set(others.map(({ variant }) => this.typeOf(variant)))].filter((type) => type !== 'null');
    const [only] = objects;
    // Without an object, the type of the value says it all, but for links.
    if (!only) return { ...NO_CONTENT, plain: plain.filter((type) => type.includes('](#')) };
    if (objects.length === 1) {
      const content = this.#contentOf(only.variant, at);
      return { ...content, plain: [...content.plain, ...plain] };
    }
    const isNamedByType = objects.every(({ constant }) => constant !== undefined);
    const choices = objects.map(({ names, schema, constant, variant }): Choice => {
      const name =
        constant ?? (schema.title as string | undefined) ?? names[0] ?? typesOf(this.contract, schema).join(' or ');
      const costs = constant === undefined ? [] : costsOf(this.contract, at.place, constant);
      const text = joined([textOf(schema), ...costs, schema.deprecated ? '*Deprecated.*' : undefined]);
      const path = this.#newPath(dotted(at.path, name));
      const content = this.#contentOf(variant, { path, place: at.place });
      // The name of the choice says it.
      const fields = content.fields.filter((field) => !isNamedByType || field.name !== DISCRIMINATOR);
      return { name, id: this.options.id(path), text, content: { ...content, fields } };
    });
    return { ...NO_CONTENT, choices, plain, ...(isNamedByType && { discriminator: DISCRIMINATOR }) };
  }

  /** What a value is one of, with the variants of a choice or a list within it. */
  #variants(schemas: readonly SchemaOrReference[], at?: At): Variant[] {
    return schemas.flatMap((variant): Variant[] => {
      const { names, schema } = this.#followed(variant);
      const isLinked = !this.options.isNested && names.some((name) => this.options.linked.has(name));
      const { names: innerNames, schema: inner } = this.#followed(schema.items ? itemsOf(schema) : variant);
      if (!isLinked && inner.properties === undefined && variantsOf(inner).length > 0) {
        for (const name of at ? innerNames : []) this.#tell(name, at as At);
        return this.#variants(variantsOf(inner), at);
      }
      const constant = propertiesOf(schema)[DISCRIMINATOR]?.const as string | undefined;
      return [{ names, schema: schema.items ? inner : schema, constant, isLinked, variant }];
    });
  }

  #resolved(schema: SchemaOrReference): Schema {
    return resolveSchema(this.contract, schema) as Schema;
  }

  /** The schema that a reference leads to, and the names of the objects and choices on the way. */
  #followed(schemaOrReference: SchemaOrReference): { names: string[]; schema: Schema } {
    const names: string[] = [];
    let target: SchemaOrReference | undefined = schemaOrReference;
    while (target && isReference(target)) {
      const name = nameOfReference(target);
      if (name !== undefined && isWorthAPlace(resolve<Schema>(this.contract, target))) names.push(name);
      target = lookUp(this.contract, target.$ref) as SchemaOrReference | undefined;
    }
    return { names, schema: this.#resolved(schemaOrReference) };
  }

  /** Says where a named schema is shown. */
  #tell(name: string, { path }: At): void {
    this.options.onSchema?.(name, this.options.id(path || this.#sectionId), path);
  }

  /** A path that nothing else on the page has. */
  #newPath(path: string): string {
    let unique = path;
    for (let count = 2; this.#paths.has(unique); count++) unique = `${path}-${count}`;
    this.#paths.add(unique);
    return unique;
  }
}

interface Flattened {
  readonly properties: Map<string, SchemaOrReference[]>;
  readonly required: Set<string>;
  readonly plain: string[];
  readonly variants: SchemaOrReference[];
}

interface Variant {
  readonly variant: SchemaOrReference;
  readonly names: readonly string[];
  /** That of its items, if it is a list. */
  readonly schema: Schema;
  readonly constant: string | undefined;
  readonly isLinked: boolean;
}

/** The order in which fields are read: what has to be there comes first, what was promised before what was observed. */
function rankOf({ isRequired, isDeprecated, badges }: Field): number {
  if (isRequired) return 0;
  return isDeprecated ? 3 : badges.includes(OBSERVED) ? 2 : 1;
}

/** Where a field is known from. A named type such as that of all URLs says where its form is known from, not the field. */
function evidenceOf(property: SchemaOrReference, schema: Schema): Evidence | undefined {
  const isNamedType = isReference(property) && !isWorthAPlace(schema);
  return isNamedType ? (property as { 'x-evidence'?: Evidence })['x-evidence'] : schema['x-evidence'];
}

/** The field whose constant says which of several objects a value is. */
const DISCRIMINATOR = 'type';

/** What the formats of JSON Schema are called. */
const FORMATS: Readonly<Record<string, string>> = {
  uri: 'URL',
  'page-url': 'URL',
  uuid: 'UUID',
  'date-time': 'date and time, ISO 8601',
  'css-selector': 'CSS selector',
  'element-selector': 'CSS selector',
};

/** A schema that has fields, or that is a choice. */
export function isWorthAPlace(schema: Schema): boolean {
  return schema.properties !== undefined || schema.allOf !== undefined || variantsOf(schema).length > 1;
}

function itemsOf(schema: Schema): SchemaOrReference {
  return schema.items as unknown as SchemaOrReference;
}

function dotted(...names: readonly string[]): string {
  return names.filter(Boolean).join('.');
}
