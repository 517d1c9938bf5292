import { slug } from './addresses.js';
import { FieldReader } from './fields.js';
import { table } from './markdown-table.js';
import type { Choice, Field } from './model.js';
import { statusNote } from './notes.js';
import { broken, type Contract, lookUp, type Schema } from './openapi.js';
import { sharedSchemas } from './shared-schemas.js';
import { literal } from './types.js';

/** A table of everything that a field can hold, which the introduction shows: a row for each choice, value or field. */
interface Survey {
  /** The heading in the introduction, which is also the text of links to it. */
  title: string;
  /** The fields that it is about, where a link to it stands. */
  fields: readonly string[];
  /** What the link from the introduction to the first of them says. */
  name: string;
  /** What a row is, if it is no field. */
  row?: string;
  /** The closed set whose values are the rows. */
  values?: string;
}

const SCHEMAS = '#/components/schemas';

export const SURVEYS: Readonly<Record<string, Survey>> = {
  formats: {
    title: 'Formats',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/formats`, `${SCHEMAS}/ParseOptions/properties/formats`],
    name: '`formats` of a scrape',
    row: 'Format',
  },
  actions: {
    title: 'Actions',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/actions`],
    name: '`actions` of a scrape',
    row: 'Action',
  },
  sources: {
    title: 'Sources',
    fields: [`${SCHEMAS}/SearchRequest/properties/sources`],
    name: '`sources` of a search',
    row: 'Source',
  },
  categories: {
    title: 'Categories',
    fields: [`${SCHEMAS}/SearchRequest/properties/categories`],
    name: '`categories` of a search',
    row: 'Category',
    values: `${SCHEMAS}/SearchCategory/properties/type`,
  },
  parsers: {
    title: 'Parsers',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/parsers`, `${SCHEMAS}/ParseOptions/properties/parsers`],
    name: '`parsers` of a scrape',
    row: 'Parser',
  },
  'redact-pii': {
    title: 'redactPII',
    fields: [`${SCHEMAS}/ScrapeOptions/properties/redactPII`, `${SCHEMAS}/ParseOptions/properties/redactPII`],
    name: '`redactPII` of a scrape',
  },
  'threat-protection': {
    title: 'threatProtection',
    fields: [`${SCHEMAS}/ThreatProtectionOverride`],
    name: '`threatProtection` of a scrape',
  },
  'monitor-run': {
    title: 'Run of a monitor',
    fields: [`${SCHEMAS}/MonitorRun`],
    name: '`data` of a run',
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
  const schema = lookUp(contract, pointer) as Schema | undefined;
  if (!survey || !schema) throw broken(pointer, `the table '${name}' is about this field, which is not there.`);
  const address = pointer.replace('#/components/schemas/', '#/schema/').replace('/properties/', '/');
  return `${surveyTable(contract, survey, schema)}\n\nThe field: [${survey.name}](${address})`;
}

function surveyTable(
  contract: Contract,
  { title, fields: [pointer = ''], row, values }: Survey,
  schema: Schema,
): string {
  if (row !== undefined && values !== undefined) return table([row, 'What it stands for'], valueRows(contract, values));
  const reader = new FieldReader(contract, {
    linked: new Set(sharedSchemas(contract)),
    isNested: true,
    links: new Map(),
    marks: new Map(),
    id: (path) => path,
  });
  const name = pointer.includes('/properties/') ? pointer.slice(pointer.lastIndexOf('/') + 1) : title;
  const { choices, fields } = reader.field(name, schema).content;
  if (row === undefined) return table(['Field', 'Type', 'What it means'], fields.map(fieldRow));
  const costs = (contract['x-credit-rules'] ?? []).some((rule) => rule.field === name)
    ? 'What is not priced here costs what its page costs: see [Credits](#/section/credits).'
    : 'No [credit rule](#/section/credits) names one of them: they cost what the page or the search costs.';
  return `${table([row, 'What it brings, and where', 'Options'], choices.map(choiceRow))}\n\n${costs}`;
}

function choiceRow({ name, text, content: { fields } }: Choice): string[] {
  const options = fields.map((field) => `\`${field.name}\` ${factsOf(field)}`);
  return [`\`${name}\``, text, options.join('; ') || 'none'];
}

function fieldRow(field: Field): string[] {
  return [`\`${field.name}\``, factsOf(field), field.text];
}

function factsOf({ type, isRequired, isDeprecated, preset }: Field): string {
  const facts = [
    type,
    isRequired ? '**required**' : '',
    preset === undefined ? '' : `default \`${literal(preset)}\``,
    isDeprecated ? 'deprecated' : '',
  ];
  return facts.filter(Boolean).join(', ');
}

/** One row for each value of a set whose values are explained. */
export function valueRows(contract: Contract, pointer: string): string[][] {
  const schema = lookUp(contract, pointer) as Schema | undefined;
  const values = (schema?.enum ?? schema?.['x-extensible-enum']) as string[] | undefined;
  const meanings = schema?.['x-enumDescriptions'];
  if (!values || !meanings)
    throw broken(pointer, 'the table of its values needs its enum or x-extensible-enum, and x-enumDescriptions.');
  return values.map((value) => {
    const meaning = meanings[value];
    if (meaning === undefined) throw broken(`${pointer}/x-enumDescriptions`, `the value ${value} is not explained.`);
    return [`\`${value}\``, meaning + statusNote(schema, value)];
  });
}
