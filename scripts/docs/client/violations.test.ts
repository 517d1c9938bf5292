import { expect, it } from 'vitest';
import { readContract } from '../../codegen/contract.js';
import type { Contract, Json } from '../openapi.js';
import { violations } from './violations.js';

const contract = readContract('openapi/v2.yaml') as unknown as Contract;
const sentencesOn = (value: Json) =>
  violations(contract, value, { $ref: '#/components/schemas/ScrapeRequest' }).map(
    ({ path, text }) => `${path}: ${text}`,
  );
const url = 'https://a.example';

it.each<[Json, string[]]>([
  [{ url, formats: ['markdown'] }, []],
  [{ url, formts: ['markdown'] }, ['formts: there is no such field.']],
  [{ url, parsers: [{ type: 'pdf', pages: 1 }] }, ['parsers.0.pages: it is a number, and has to be boolean.']],
  [{ url, formats: [{ type: 'json', promt: 'x' }] }, ['formats.0.promt: there is no such field.']],
  [{ url, formats: [{ type: 'question' }] }, ['formats.0.question: it is required.']],
  [{}, ['url: it is required.']],
  [{ url: 5 }, ['url: it is a number, and has to be string.']],
  [
    { url, formats: [{ type: 'json' }, { type: 'json' }] },
    ['formats: You may only specify one screenshot format, and one `json` format: ask for all data in one schema.'],
  ],
  [{ url, waitFor: -1 }, ['waitFor: it has to be at least 0.']],
])('says what is wrong with %j', (value, sentences) => {
  expect(sentencesOn(value)).toEqual(sentences);
});

it('lists the words that a value may be', () => {
  const [sentence] = sentencesOn({ url, formats: ['markdwn'] });
  expect(sentence).toMatch(/^formats\.0: it has to be one of "markdown", "summary"/);
});
