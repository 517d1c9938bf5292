import { expect, test } from 'vitest';
import { parseJson } from './json-text.js';

const VALUE = { price: 12, note: 'a } and a "quote"' };
const JSON_TEXT = JSON.stringify(VALUE);

test.each<[string, string]>([
  ['alone', JSON_TEXT],
  ['in a code block', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
  ['in a code block of one line', `\`\`\`${JSON_TEXT}\`\`\``],
  ['in a code block of another name', `\`\`\`JSON5\n${JSON_TEXT}\n\`\`\``],
  ['in a block that never ends', `Here it is:\n\`\`\`json\n${JSON_TEXT}`],
  ['after thoughts with braces', `The page {maybe} says 12. So:\n\n${JSON_TEXT}`],
  ['after a draft', `First I thought of {"price": 11}.\n\n${JSON_TEXT}`],
  ['after the schema', `It must fit {"type": "object", "properties": {"price": {}}}.\n${JSON_TEXT}`],
  ['before words', `${JSON_TEXT}\n\nThe price stands in the first paragraph [1], {see there}.`],
  ['after a quotation mark that is never closed', `The 12" model costs 12: ${JSON_TEXT}`],
])('the JSON of an answer is found %s', (_, text) => {
  expect(parseJson(text)).toEqual({ value: VALUE });
});

test('a list is found among words that have other lists', () => {
  expect(parseJson('The prices [1] are:\n[{"price": 12}, {"price": 15}]\nSee [2].')).toEqual({
    value: [{ price: 12 }, { price: 15 }],
  });
});

test('an answer without JSON has none', () => {
  expect(parseJson('The ferry costs {12} euros.')).toBeUndefined();
  expect(parseJson('{'.repeat(100_000))).toBeUndefined();
});
