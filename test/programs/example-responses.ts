import { isObject, type Json, type JsonObject } from '../contract/contract.js';

/** The example of a completed job, or else the first successful one. */
export function finalExample(examples: readonly Json[]): Json {
  const successes = examples.filter((example) => !isObject(example) || example.success !== false);
  return successes.find((example) => isObject(example) && example.status === 'completed') ?? successes[0] ?? {};
}

/** Content for the formats that the example of the operation does not show. */
const CONTENT: JsonObject = {
  markdown: '# Quickstart',
  html: '<h1>Quickstart</h1>',
  rawHtml: '<!doctype html><h1>Quickstart</h1>',
  links: ['https://docs.example.com/install'],
  images: ['https://docs.example.com/logo.png'],
  summary: 'How to begin.',
  json: { name: 'Folding anchor', price: 89.9 },
  answer: '89.90 euros',
  highlights: 'It weighs 12 kg.',
};

/** The names of the formats of a request; undefined when it has none. */
export function formatsIn(body: Buffer): string[] | undefined {
  const { formats } = JSON.parse(body.toString('utf8')) as { formats?: (string | { type: string })[] };
  return formats?.map((format) => (typeof format === 'string' ? format : format.type));
}

/** The response to a scrape, with these formats instead of those of the example. */
export function withFormats(example: Json, formats: readonly string[] | undefined): Json {
  if (!formats || !isObject(example) || !isObject(example.data)) return example;
  const { metadata = {} } = example.data;
  const fields = formats.map((format) => (format === 'question' ? 'answer' : format));
  const content = fields.map((field) => [field, CONTENT[field] ?? null] as const);
  return { ...example, data: { ...Object.fromEntries(content), metadata } };
}
