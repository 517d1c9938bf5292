import type { FormatName, ScrapeRequest } from '@trawl/client';

/** The formats that the page offers, by name. All others are in the reference. */
export const FORMATS = {
  markdown: 'Markdown',
  summary: 'Summary',
  html: 'HTML',
  rawHtml: 'Raw HTML',
  links: 'Links',
  images: 'Images',
  screenshot: 'Screenshot',
  json: 'JSON',
} as const satisfies Partial<Record<FormatName, string>>;

export type OfferedFormat = keyof typeof FORMATS;

export const OFFERED = Object.keys(FORMATS) as OfferedFormat[];

/** The name of each format of a request. */
export const formatNames = ({ formats = [] }: Pick<ScrapeRequest, 'formats'>): string[] =>
  formats.map((format) => (typeof format === 'string' ? format : format.type));

/** What people have filled in. */
export interface ScrapeInput {
  readonly url: string;
  readonly formats: readonly OfferedFormat[];
  /** What to extract as JSON, in words and as a schema. */
  readonly prompt: string;
  readonly schema: string;
  /** Whether the page is fetched although the cache has it. */
  readonly isFresh: boolean;
}

/** @throws an error whose message names the field that cannot be used. */
export function requestOf({ url, formats, prompt, schema, isFresh }: ScrapeInput): ScrapeRequest {
  if (formats.length === 0) throw new Error('Choose at least one format.');
  const json = {
    type: 'json' as const,
    ...(prompt !== '' && { prompt }),
    ...(schema !== '' && { schema: schemaOf(schema) }),
  };
  return {
    url,
    formats: formats.map((format) => (format === 'json' ? json : format)),
    ...(isFresh && { maxAge: 0 }),
  };
}

function schemaOf(text: string): Record<string, unknown> {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    throw new Error(`The schema is no JSON: ${(error as Error).message}`);
  }
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) {
    return schema as Record<string, unknown>;
  }
  throw new Error('The schema must be a JSON object, such as {"type": "object"}.');
}
