import type { Document } from '@trawl/client';
import { ResponseFormatError, SchemaMismatchError } from '../errors/errors.js';
import type { Formats } from './format-input.js';
import { errorFieldsOf, type ResponseContext } from './response-context.js';
import type { SchemaInput } from './schema-input.js';
import type { CertainContent, Crawled, DefaultFormats, Found, Scraped } from './scraped.js';
import { validate } from './validate.js';

const DEFAULT_FORMATS: DefaultFormats = ['markdown'];

/** The value of content that is missing. */
const EMPTY: Readonly<Record<CertainContent, string | readonly unknown[]>> = {
  markdown: '',
  html: '',
  rawHtml: '',
  links: [],
  images: [],
  attributes: [],
};

/** What to do about missing content: throw an error, set it empty and add the error to the page, or set it to null. */
type Missing = 'fails' | 'is told' | 'is null';

/**
 * Turns a document into what its type promises: the formats that were asked for, or null where a server may lack them.
 * Keeps fields that the contract does not know.
 *
 * @throws ResponseFormatError when certain content is missing, SchemaMismatchError when `json` does not fit its schema.
 */
export function toScraped<const F extends Formats = DefaultFormats>(
  document: Document,
  formats: F | undefined,
  context: ResponseContext,
): Promise<Scraped<F>> {
  return shape(document, formats, context, 'fails') as Promise<Scraped<F>>;
}

/**
 * The same for a page of a job, which must not end the job: missing content is empty, with the error in `contentError`.
 * Data that does not fit its schema is null, with the error in `jsonError`.
 */
export function toCrawled<const F extends Formats = DefaultFormats>(
  document: Document,
  formats: F | undefined,
  context: ResponseContext,
): Promise<Crawled<F>> {
  return shape(document, formats, context, 'is told') as Promise<Crawled<F>>;
}

/** The same for a search result: missing content is null. Without formats it adds nothing. */
export function toFound<Result extends object, const F extends Formats>(
  result: Result,
  formats: F,
  context: ResponseContext,
): Promise<Found<Result, F>> {
  return shape(result, formats, context, 'is null') as Promise<Found<Result, F>>;
}

async function shape(
  document: Document,
  formats: Formats = DEFAULT_FORMATS,
  context: ResponseContext,
  missing: Missing,
): Promise<Record<string, unknown>> {
  const page: Record<string, unknown> = { ...document };
  if (missing !== 'is null') page.metadata ??= {};
  const { of, remark } = describePage(page);
  const missingFields = new Set<string>();
  let schema: SchemaInput | undefined;
  for (const format of formats) {
    const options: { type: string; schema?: SchemaInput } = typeof format === 'string' ? { type: format } : format;
    const { type } = options;
    const field = type === 'question' || type === 'query' ? 'answer' : type === 'deterministicJson' ? 'json' : type;
    page[field] ??= null;
    if (page[field] === null && missing !== 'is null' && field in EMPTY) {
      missingFields.add(field);
      page[field] = EMPTY[field as CertainContent].slice();
    }
    if (field === 'json') schema ??= options.schema;
  }
  if (missingFields.size) {
    const sentence = `${[...missingFields].join(' and ')}${of} ${missingFields.size > 1 ? 'are' : 'is'} missing.${remark}`;
    const error = new ResponseFormatError(context.redact(sentence), errorFieldsOf(document, context));
    if (missing === 'fails') throw error;
    page.contentError = error;
  }
  try {
    if (schema)
      page.json = await validate(page.json, schema, { name: `json${of}`, received: document, remark }, context);
  } catch (error) {
    if (missing === 'fails' || !(error instanceof SchemaMismatchError)) throw error;
    Object.assign(page, { json: null, jsonError: error });
  }
  return page;
}

/** Parts of a message: the URL of the page, and what the server said about it. */
function describePage({ metadata, warning }: Partial<Document>): { of: string; remark: string } {
  const url = metadata?.sourceURL ?? metadata?.url;
  const reason = warning ?? metadata?.error;
  return { of: url ? ` of ${url}` : '', remark: reason ? ` The server says: ${reason}` : '' };
}
