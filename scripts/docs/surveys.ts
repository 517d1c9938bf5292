import { slug } from './addresses.js';
import { oneLine, table } from './markdown-table.js';
import { price } from './notes.js';
import { broken, type Contract, type CreditRule, lookUp, resolve, type Schema } from './openapi.js';
import { literal, type SchemaOrReference, typeInWords, variantsOf } from './types.js';

/** A table of everything that a field can hold, which stands at the field and in the introduction. */
interface Survey {
  /** The heading in the introduction, which is also the text of links to it. */
  title: string;
  /** The fields that it is about, where it stands too. */
  fields: readonly string[];
  /** What the link from the introduction to the first of them says. */
  name: string;
  make: (contract: Contract, field: SchemaOrReference) => string;
}

const SCHEMAS = '#/components/schemas';

export const SURVEYS: Readonly<Record<string, Survey>> = {
  formats: {
    title: 'Formats',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/formats`, `${SCHEMAS}/ParseOptions/properties/formats`],
    name: '`formats` of a scrape',
    make: (contract, field) => choices(contract, field, { field: 'formats', head: 'Format' }),
  },
  actions: {
    title: 'Actions',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/actions`],
    name: '`actions` of a scrape',
    make: (contract, field) => choices(contract, field, { field: 'actions', head: 'Action' }),
  },
  sources: {
    title: 'Sources',
    fields: [`${SCHEMAS}/SearchRequest/properties/sources`],
    name: '`sources` of a search',
    make: (contract, field) => choices(contract, field, { field: 'sources', head: 'Source' }),
  },
  categories: {
    title: 'Categories',
    fields: [`${SCHEMAS}/SearchRequest/properties/categories`],
    name: '`categories` of a search',
    make: explainedValues,
  },
  parsers: {
    title: 'Parsers',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/parsers`, `${SCHEMAS}/ParseOptions/properties/parsers`],
    name: '`parsers` of a scrape',
    make: (contract, field) => choices(contract, field, { field: 'parsers', head: 'Parser' }),
  },
  'redact-pii': {
    title: 'redactPII',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/redactPII`, `${SCHEMAS}/ParseOptions/properties/redactPII`],
    name: '`redactPII` of a scrape',
    make: (contract, field) => fieldsOf(contract, field, 'redactPII'),
  },
  'threat-protection': {
    title: 'threatProtection',
    fields: [`${SCHEMAS}/ThreatProtectionOverride`],
    name: '`threatProtection` of a scrape',
    make: (contract, field) => fieldsOf(contract, field, 'threatProtection'),
  },
  'monitor-run': {
    title: 'Run of a monitor',
    fields: [`${SCHEMAS}/MonitorRun`],
    name: '`data` of a run',
    make: (contract, field) => fieldsOf(contract, field, 'run'),
  },
};

/** The link to each survey that the introduction shows, by the field that it is about. */
export function surveyLinks(contract: Contract): Map<object, string> {
  const links = new Map<object, string>();
  for (const [name, survey] of Object.entries(SURVEYS)) {
    if (!contract.info.description?.includes(`<!-- table: ${name} -->`)) continue;
    for (const pointer of survey.fields) {
      const field = lookUp(contract, pointer) as Schema | undefined;
      if (!field)
        throw broken(
          pointer,
          `the table '${survey.title}' is about this field, which is not there. Mend scripts/docs/surveys.ts.`,
        );
      links.set(field, `[Table: ${survey.title}](#/section/${SECTION}/${slug(survey.title)})`);
    }
  }
  return links;
}

/** The section of the introduction below which the surveys stand. */
const SECTION = 'values-at-a-glance';

/** The survey as it stands in the introduction: with a link to the field that it is about. */
export function surveySection(contract: Contract, name: string): string {
  const survey = SURVEYS[name];
  const [pointer = ''] = survey?.fields ?? [];
  const field = lookUp(contract, pointer) as Schema | undefined;
  if (!survey || !field) throw broken(pointer, `the table '${name}' is about this field, which is not there.`);
  const address = pointer.replace('#/components/schemas/', '#/schema/').replace('/properties/', '/');
  return `${survey.make(contract, field)}\n\nThe field: [${survey.name}](${address})`;
}

/** One row for each object that a list of choices admits: what it brings and where, its options, what it needs. */
function choices(
  contract: Contract,
  schemaOrReference: SchemaOrReference,
  { field, head }: { field: string; head: string },
): string {
  const rows = objectsOf(contract, schemaOrReference).map(({ schema, properties }) => {
    const { type, ...options } = properties;
    const name = literal(resolve<Schema>(contract, type ?? {}).const ?? '');
    const responseField = schema['x-returned-in'];
    const needs = schema['x-needs'];
    const notes = [
      plain(schema),
      responseField && !schema.description?.includes(`in \`${responseField}\``)
        ? `Comes back in \`${responseField}\`.`
        : undefined,
      needs ? `**Needs:** ${needs}` : undefined,
      ...creditRules(contract, field, name).map((rule) => `**Costs:** ${price(rule)}`),
      schema.deprecated ? '*Deprecated.*' : undefined,
    ];
    return [`\`${name}\``, notes.filter(Boolean).join(' '), optionsInWords(contract, schema, options)];
  });
  return `${table([head, 'What it brings, and where', 'Options'], rows)}\n\n${unpriced(contract, field)}`;
}

/** A choice without a price says so once, not in every row. */
function unpriced(contract: Contract, field: string): string {
  const hasPrice = (contract['x-credit-rules'] ?? []).some((rule) => rule.field === field);
  return hasPrice
    ? 'What is not priced here costs what its page costs: see [Credits](#/section/credits).'
    : `No [credit rule](#/section/credits) names one of them: they cost what the page or the search costs.`;
}

function creditRules(contract: Contract, field: string, value: string): CreditRule[] {
  return (contract['x-credit-rules'] ?? []).filter((rule) => rule.field === field && rule.value === value);
}

function optionsInWords(contract: Contract, schema: Schema, options: Record<string, SchemaOrReference>): string {
  const required = (schema.required ?? []) as string[];
  const entries = Object.entries(options).map(([name, option]) => {
    const { default: preset, deprecated } = resolve<Schema>(contract, option);
    const notes = [
      required.includes(name) ? '**required**' : undefined,
      preset === undefined ? undefined : `default \`${literal(preset)}\``,
      deprecated ? 'deprecated' : undefined,
    ];
    return [`\`${name}\` ${typeInWords(contract, option)}`, ...notes].filter(Boolean).join(', ');
  });
  return entries.join('; ') || 'none';
}

/** One row for each value that a closed set admits, with what the contract says of it. */
function explainedValues(contract: Contract, schemaOrReference: SchemaOrReference): string {
  const [object] = objectsOf(contract, schemaOrReference);
  const schema = object?.properties.type && resolve<Schema>(contract, object.properties.type);
  const meanings = schema?.['x-enumDescriptions'] ?? {};
  const rows = ((schema?.enum ?? []) as string[]).map((value) => {
    const meaning = meanings[value];
    if (meaning === undefined)
      throw broken('x-enumDescriptions', `the value ${value} of the categories is not explained.`);
    return [`\`${value}\``, meaning];
  });
  return table(['Category', 'What it narrows the results to'], rows);
}

/** One row for each field of the object that a value is, or can be. */
function fieldsOf(contract: Contract, schemaOrReference: SchemaOrReference, field: string): string {
  const [object] = objectsOf(contract, schemaOrReference);
  if (!object) throw broken(field, 'the table of its fields needs an object.');
  const required = (object.schema.required ?? []) as string[];
  const rows = Object.entries(object.properties).map(([name, option]) => {
    const schema = resolve<Schema>(contract, option);
    const values = schema['x-extensible-enum'];
    const preset = schema.default === undefined ? [] : [`default \`${literal(schema.default)}\``];
    const type = [typeInWords(contract, option), required.includes(name) ? 'required' : '', ...preset]
      .filter(Boolean)
      .join(', ');
    const costs = (contract['x-credit-rules'] ?? [])
      .filter((rule) => rule.field === `${field}.${name}`)
      .map((rule) => `\`${literal(rule.value ?? '')}\` costs ${price(rule)}`);
    const valueList = values ? `Known: ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
    return [`\`${name}\``, type, [plain(schema), valueList, ...costs].filter(Boolean).join(' ')];
  });
  return table(['Field', 'Type', 'What it means'], rows);
}

interface ObjectSchema {
  schema: Schema;
  properties: Record<string, SchemaOrReference>;
}

/** The objects that a schema admits, through lists and choices, each once. */
function objectsOf(contract: Contract, schemaOrReference: SchemaOrReference): ObjectSchema[] {
  const schema = resolve<Schema>(contract, schemaOrReference);
  if (schema.properties) return [{ schema, properties: schema.properties as Record<string, SchemaOrReference> }];
  const inner = [...variantsOf(schema), ...(schema.items ? [schema.items as unknown as SchemaOrReference] : [])];
  return inner.flatMap((each) => objectsOf(contract, each));
}

function plain(schema: Schema): string {
  return oneLine(schema.description ?? '');
}
