import type { Document } from '@trawl/client';
import { ResponseFormatError, SchemaMismatchError } from '../errors/errors.js';
import type { Formats } from './format-input.js';
import { errorFieldsOf, type ResponseContext } from './response-context.js';
import type { SchemaInput } from './schema-input.js';
import type { CertainContent, Crawled, DefaultFormats, Found, Scraped } from './scraped.js';
import { validate } from './validate.js';

const DEFAULT_FORMATS: DefaultFormats = ['markdown'];

/** What certain content is when there is none of it. */
const EMPTY: Readonly<Record<CertainContent, string | readonly unknown[]>> = {
  markdown: '',
  html: '',
  rawHtml: '',
  links: [],
  images: [],
  attributes: [],
};

/** What is missing from a page ends the call, or is empty with the reason beside it, or is null. */
type Missing = 'fails' | 'is told' | 'is null';

/**
 * A page as its type says it is: what was asked for is there, or null where a server may lack it. Fields that the
 * contract does not know stay.
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
 * The same for one page of many, which does not end the others: certain content that is missing is empty, and
 * `contentError` says so; data that does not fit its schema is null, and `jsonError` says why.
 */
export function toCrawled<const F extends Formats = DefaultFormats>(
  document: Document,
  formats: F | undefined,
  context: ResponseContext,
): Promise<Crawled<F>> {
  return shape(document, formats, context, 'is told') as Promise<Crawled<F>>;
}

/** The same for a search result: what is missing is null. Without formats nothing was read, and nothing is added. */
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
    const options = typeof format === 'string' ? { type: format } : format;
    const field = options.type === 'question' ? 'answer' : options.type;
    page[field] ??= null;
    if (page[field] === null && missing !== 'is null' && field in EMPTY) {
      missingFields.add(field);
      page[field] = EMPTY[field as CertainContent].slice();
    }
    if (options.type === 'json' && 'schema' in options) schema ??= options.schema;
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

/** Which page it is, and what the server had to say about it. */
function describePage({ metadata, warning }: Partial<Document>): { of: string; remark: string } {
  const url = metadata?.sourceURL ?? metadata?.url;
  const reason = warning ?? metadata?.error;
  return { of: url ? ` of ${url}` : '', remark: reason ? ` The server says: ${reason}` : '' };
}
