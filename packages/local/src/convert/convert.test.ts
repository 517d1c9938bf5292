import { DEFAULT_OPTIONS, type Format } from '@trawl/convert';
import { createConverter } from '@trawl/convert/workers';
import { afterAll, expect, test } from 'vitest';
import { contractDefaults } from '../contract/contract.js';
import type { ConversionOptions } from '../options/scrape-options.js';
import { convertWith } from './convert.js';
import { converterOptions } from './converter-options.js';

const converter = createConverter({ size: 1 });
const convert = convertWith(converter);

afterAll(() => converter.close());

const LAMP =
  '<title>Lamp</title><main><h1>Lamp</h1><p>A lamp gives light when the sun has gone down behind the hill.</p></main>';

async function warningsOf(formats: NonNullable<ConversionOptions['formats']>): Promise<readonly string[]> {
  const file = { url: 'https://shop.example/lamp', contentType: 'text/html', body: new TextEncoder().encode(LAMP) };
  return (
    await convert(file, { formats }, { owner: { team: 'tests', job: 'tests' }, signal: AbortSignal.timeout(30_000) })
  ).warnings;
}

test('the converter has the defaults of the contract', () => {
  expect(contractDefaults('ScrapeOptions')).toMatchObject(DEFAULT_OPTIONS);
  expect(contractDefaults('RedactPiiOptions')).toEqual({ mode: 'accurate', replaceStyle: 'tag' });
});

test('the converter gets the formats that it makes, and no others', () => {
  const formats: ConversionOptions['formats'] = [
    'markdown',
    'screenshot',
    { type: 'query', prompt: 'Which lamp?' },
    { type: 'query', prompt: 'Which lamp?', mode: 'directQuote' },
    'changeTracking',
  ];
  const names = converterOptions({ formats }).formats?.map((format: Format) =>
    typeof format === 'string' ? format : format.type,
  );
  expect(names).toEqual(['markdown', 'query', 'pageLinks', 'searchEntry']);
});

test('what a language model could have made is said in the warning', async () => {
  const schema = { type: 'object', properties: { sku: { type: 'string' } } };
  expect(await warningsOf([{ type: 'json', schema }])).toEqual([
    'JSON extraction failed: the structured data of the page have none of its properties. To read them from its text, this server needs a language model (--model-url).',
  ]);
  expect(await warningsOf(['json'])).toEqual([
    'JSON extraction failed: there is no schema. Without one it needs a language model, and this server has no language model (--model-url).',
  ]);
  expect(await warningsOf([{ type: 'deterministicJson', schema }])).toEqual([
    'JSON extraction failed: the structured data of the page have none of its properties.',
  ]);
  expect(await warningsOf(['summary'])).toEqual([
    '`summary` is made of sentences of the page. It is not written anew: this server has no language model (--model-url).',
  ]);
});
