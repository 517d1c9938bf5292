import { isObject, type Json, type JsonObject } from '../contract/contract.js';

/** Of several examples the one that leaves nothing to wait for: a success, and of a job its completion. */
export function finalExample(examples: readonly Json[]): Json {
  const successes = examples.filter((example) => !isObject(example) || example.success !== false);
  return successes.find((example) => isObject(example) && example.status === 'completed') ?? successes[0] ?? {};
}

/** What a page may have besides what the example of its operation shows. */
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

/** The formats of a request, by name; undefined where it names none. */
export function formatsIn(body: Buffer): string[] | undefined {
  const { formats } = JSON.parse(body.toString('utf8')) as { formats?: (string | { type: string })[] };
  return formats?.map((format) => (typeof format === 'string' ? format : format.type));
}

/** The answer to a scrape, with these formats in the place of those of the example. */
export function withFormats(example: Json, formats: readonly string[] | undefined): Json {
  if (!formats || !isObject(example) || !isObject(example.data)) return example;
  const { metadata = {} } = example.data;
  const fields = formats.map((format) => (format === 'question' ? 'answer' : format));
  const content = fields.map((field) => [field, CONTENT[field] ?? null] as const);
  return { ...example, data: { ...Object.fromEntries(content), metadata } };
}
