import { describe, expect, it } from 'vitest';
import { readContract } from '../codegen/contract.js';
import { contractWith } from './contract-for-tests.js';
import { type Contract, lookUp, type Schema } from './openapi.js';
import { SURVEYS, surveyLinks, surveySection } from './surveys.js';

const ours = readContract('openapi/v2.yaml') as unknown as Contract;

/** The cells of the row that begins with a name. */
function row(text: string, name: string): string[] {
  const line = text.split('\n').find((each) => each.startsWith(`| \`${name}\` |`)) ?? '';
  return line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .slice(2, -1);
}

describe('the table of formats', () => {
  const formats = surveySection(ours, 'formats');

  it('has a row for every format', () => {
    const variants = lookUp(ours, '#/components/schemas/FormatOptions/oneOf') as unknown[];
    expect(formats.match(/^\| `\w+` \|/gm)).toHaveLength(variants.length);
  });

  it('says what comes back, where, what it needs, and with which options', () => {
    expect(row(formats, 'question')).toEqual([
      'An answer to a question about the page, returned in `answer`. **Needs:** a model.',
      '`question` string, at most 10,000 characters, **required**',
    ]);
    expect(row(formats, 'screenshot')[1]).toContain('`quality` integer, 1 to 100');
    expect(row(formats, 'markdown')).toEqual(['The page as Markdown. Comes back in `markdown`.', 'none']);
  });

  it('links its field, and its field the table', () => {
    expect(formats).toContain('(#/schema/ScrapeOptions/formats)');
    const field = lookUp(ours, '#/components/schemas/ScrapeOptions/properties/formats') as Schema;
    expect(surveyLinks(ours).get(field)).toContain('(#/section/values-at-a-glance/formats)');
  });
});

it('says what a choice costs where the contract prices it', () => {
  expect(row(surveySection(ours, 'parsers'), 'pdf')[0]).toContain('**Costs:** 1 credit per page.');
  expect(row(surveySection(ours, 'threat-protection'), 'mode')[1]).toContain(
    '**Costs** with `normal`: 2 more credits per checked URL.',
  );
});

it('lists both kinds of waiting, which share a name', () => {
  expect(surveySection(ours, 'actions').match(/^\| `wait` \|/gm)).toHaveLength(2);
});

it('lists the values of a field, its default and the known values of an open set', () => {
  expect(row(surveySection(ours, 'redact-pii'), 'replaceStyle')[0]).toBe('`tag`, `mask`, `remove`, default `tag`');
  expect(row(surveySection(ours, 'monitor-run'), 'status')[1]).toContain('One of `queued`, `running`');
});

it('has a heading in the introduction for every table', () => {
  const { description = '' } = ours.info;
  for (const [name, { title }] of Object.entries(SURVEYS)) {
    expect(description.indexOf(`<!-- table: ${name} -->`)).toBeGreaterThan(description.indexOf(`## ${title}\n`));
    expect(description).toContain(`## ${title}\n`);
  }
});

it('says which field is gone', () => {
  expect(() => surveyLinks(contractWith({ introduction: '<!-- table: formats -->' }))).toThrow(
    'is about this field, which is not there. Mend scripts/docs/surveys.ts.',
  );
});
