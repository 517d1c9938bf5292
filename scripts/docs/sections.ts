import { slug } from './links.js';
import { table } from './markdown-table.js';
import { type Contract, isReference, type Operation, type Parameter, resolve, type Schema } from './openapi.js';
import { operations, type PlacedOperation, webhooks } from './operations.js';
import { literal, nameOfReference, propertiesOf, type SchemaOrReference, typeInWords, variantsOf } from './types.js';

/** A part of the reference as text: a section of the introduction, an operation, or a schema that several share. */
export interface Section {
  kind: 'introduction' | 'operation' | 'schema';
  /** Where it stands on the page, such as `/search/searchweb`. */
  id: string;
  title: string;
  /** The tag of an operation. */
  group?: string;
  operation?: PlacedOperation;
  /** Without its heading; its own headings begin with `##`. */
  markdown: string;
}

/** The whole reference as text, in the order of reading. The contract has its notes, tables and samples. */
export function sectionsOf(contract: Contract): Section[] {
  const order = (contract.tags ?? []).map(({ name }) => name);
  const placeOf = ({ group = '' }: Section) => order.indexOf(group);
  const operationSections = [...calls(contract), ...events(contract)];
  // The order of the tags is that of the menu, here and in Redoc.
  operationSections.sort((one, other) => placeOf(one) - placeOf(other));
  return [...introduction(contract), ...operationSections, ...schemas(contract)];
}

function introduction({ info }: Contract): Section[] {
  const [preface = '', ...parts] = (info.description ?? '').split(/^# (?=\S)/m);
  const sections = parts.map((part): Section => {
    const [title = '', ...lines] = part.split('\n');
    return { kind: 'introduction', id: `/section/${slug(title)}`, title, markdown: lines.join('\n').trim() };
  });
  return [{ kind: 'introduction', id: '/', title: info.title, markdown: preface.trim() }, ...sections];
}

function calls(contract: Contract): Section[] {
  return [...operations(contract)].map((entry): Section => {
    const { operation, method, path, parameters } = entry;
    const parts = [
      `\`${method.toUpperCase()} ${path}\``,
      operation.description,
      parametersTable(contract, parameters),
      ...bodies(contract, operation),
      ...responses(contract, operation),
      ...(operation['x-codeSamples'] ?? []).map(({ label, lang, source }) => {
        const language = lang === 'TypeScript' ? 'ts' : lang;
        return `## ${label}\n\n\`\`\`${language}\n${source.trim()}\n\`\`\``;
      }),
    ];
    return { ...place(operation), operation: entry, markdown: joined(parts) };
  });
}

function events(contract: Contract): Section[] {
  return [...webhooks(contract)].map((operation): Section => {
    const parts = ['An event, which the service sends to your webhook.', operation.description];
    return { ...place(operation), markdown: joined([...parts, ...bodies(contract, operation)]) };
  });
}

function place({ operationId, summary, tags: [group = ''] = [] }: Operation) {
  const id = `/${slug(group)}/${slug(operationId)}`;
  return { kind: 'operation' as const, id, title: summary ?? operationId, group };
}

function parametersTable(contract: Contract, parameters: Parameter[]): string | undefined {
  if (parameters.length === 0) return undefined;
  const rows = parameters.map(({ name, in: where, required, schema, description }) => [
    `\`${name}\``,
    [`in the ${where}`, required ? '**required**' : '', schema ? typeText(contract, schema) : '']
      .filter(Boolean)
      .join(', '),
    description ?? '',
  ]);
  return `## Parameters\n\n${table(['Name', 'Type', 'What it means'], rows)}`;
}

function bodies(contract: Contract, { requestBody }: Operation): string[] {
  if (!requestBody) return [];
  const { content } = resolve(contract, requestBody);
  return Object.entries(content).map(([mediaType, { schema }]) =>
    joined([`## Body, \`${mediaType}\``, schema && schemaText(contract, schema)]),
  );
}

function responses(contract: Contract, operation: Operation): string[] {
  const all = Object.entries(operation.responses ?? {}).map(([status, responseOrReference]) => ({
    status,
    ...resolve(contract, responseOrReference),
  }));
  const successes = all.filter(({ status }) => status.startsWith('2'));
  const failures = all.filter(({ status }) => !status.startsWith('2'));
  const answers = successes.map(({ status, description, content }) =>
    joined([
      `## Answer ${status}`,
      description,
      ...Object.values(content ?? {}).map(({ schema }) => schema && schemaText(contract, schema)),
    ]),
  );
  if (failures.length === 0) return answers;
  const rows = failures.map(({ status, description }) => [`\`${status}\``, description ?? '']);
  return [...answers, `## Failures\n\n${table(['Status', 'What happened'], rows)}`];
}

function schemas(contract: Contract): Section[] {
  return Object.entries(contract.components?.schemas ?? {})
    .filter(([, schema]) => isWorthASection(schema))
    .map(([name, schema]) => ({
      kind: 'schema',
      id: `/schema/${name}`,
      title: name,
      markdown: ownText(contract, schema),
    }));
}

function isWorthASection(schema: Schema): boolean {
  return schema.properties !== undefined || schema.allOf !== undefined || variantsOf(schema).length > 1;
}

/** A schema in its place: the fields of what stands there alone, or a link to the section of what is shared. */
function schemaText(contract: Contract, schemaOrReference: SchemaOrReference): string {
  const link = linkOf(contract, schemaOrReference);
  const schema = resolve<Schema>(contract, schemaOrReference);
  if (schema.properties === undefined && link === undefined) return typeText(contract, schemaOrReference);
  return joined([link, ownText(contract, flattened(contract, schema))]);
}

/** The schema with the fields of all that it is made of. */
function flattened(contract: Contract, { allOf, ...schema }: Schema): Schema {
  const parts = ((allOf ?? []) as unknown as SchemaOrReference[]).map((part) =>
    flattened(contract, resolve<Schema>(contract, part)),
  );
  const properties = [...parts, schema].map(propertiesOf);
  return properties.some((each) => Object.keys(each).length > 0)
    ? { ...schema, properties: Object.assign({}, ...properties) }
    : schema;
}

function ownText(contract: Contract, schema: Schema): string {
  const parts = ((schema.allOf ?? []) as unknown as SchemaOrReference[]).map((part) =>
    isReference(part) ? `Has the fields of ${typeText(contract, part)}.` : ownText(contract, part),
  );
  const variants = variantsOf(schema).map((variant) => typeText(contract, variant));
  const choice = variants.length > 0 ? `One of: ${variants.join('; ')}.` : undefined;
  return joined([schema.description?.trim(), ...parts, choice, fieldsTable(contract, schema)]);
}

function fieldsTable(contract: Contract, schema: Schema): string | undefined {
  const required = (schema.required ?? []) as string[];
  const rows = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const { default: preset, deprecated, description } = described(contract, property);
    const notes = [
      required.includes(name) ? '**required**' : undefined,
      preset === undefined ? undefined : `default \`${literal(preset)}\``,
      deprecated ? 'deprecated' : undefined,
    ];
    return [
      `\`${name}\``,
      [typeText(contract, property), ...notes].filter(Boolean).join(', '),
      withoutTables(description),
    ];
  });
  return rows.length > 0 ? table(['Field', 'Type', 'What it means'], rows) : undefined;
}

/** What stands beside a reference counts more than what it leads to. */
function described(contract: Contract, property: SchemaOrReference): Schema {
  return { ...resolve<Schema>(contract, property), ...(isReference(property) ? property : {}) } as Schema;
}

/** A table cannot stand in the cell of another one: the link that follows it leads to where it stands. */
function withoutTables(description = ''): string {
  const [text = '', rest] = description.split(/\n\n?(?=\|)/);
  const link = rest === undefined ? undefined : description.slice(description.lastIndexOf('\n') + 1);
  return [text.trim(), link].filter(Boolean).join(' ');
}

function typeText(contract: Contract, schemaOrReference: SchemaOrReference): string {
  const link = linkOf(contract, schemaOrReference);
  if (link) return link;
  const schema = resolve<Schema>(contract, schemaOrReference);
  const items = schema.items as unknown as SchemaOrReference | undefined;
  const itemLink = items && linkOf(contract, items);
  if (itemLink) return `array of ${itemLink}`;
  return typeInWords(contract, schemaOrReference);
}

function linkOf(contract: Contract, schemaOrReference: SchemaOrReference): string | undefined {
  const name = nameOfReference(schemaOrReference);
  if (!name || !isWorthASection(resolve<Schema>(contract, schemaOrReference))) return undefined;
  return `[${name}](#/schema/${name})`;
}

function joined(parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
