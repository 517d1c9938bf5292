import type { Document } from '@trawl/client';
import { ResponseFormatError, SchemaMismatchError } from '../errors/errors.js';
import { errorFieldsOf, type ReceivedResponse } from '../transport/received-response.js';
import type { Formats } from './format-input.js';
import { urlsOf } from './page-urls.js';
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

/**
 * Turns a document into what its type promises: the formats that were asked for, or null where a server may lack them.
 * Keeps fields that the contract does not know. `requested` is the URL that was asked for, or the name of the file.
 *
 * @throws ResponseFormatError when certain content is missing, SchemaMismatchError when `json` does not fit its schema.
 */
export function toScraped<const F extends Formats = DefaultFormats>(
  document: Document,
  formats: F | undefined,
  response: ReceivedResponse,
  requestUrl?: string,
): Promise<Scraped<F>> {
  return shape(document, formats, response, { throwsErrors: true, fill: fillPage, requestUrl }) as Promise<Scraped<F>>;
}

/**
 * The same for a page of a job, which must not end the job: missing content is empty, with the error in `contentError`.
 * Data that does not fit its schema is null, with the error in `jsonError`.
 */
export function toCrawled<const F extends Formats = DefaultFormats>(
  document: Document,
  formats: F | undefined,
  response: ReceivedResponse,
): Promise<Crawled<F>> {
  return shape(document, formats, response, { throwsErrors: false, fill: fillPage }) as Promise<Crawled<F>>;
}

/** The same for a search result: missing content is null. Without formats it adds nothing. */
export function toFound<Result extends { readonly url?: string }, const F extends Formats>(
  result: Result,
  formats: F,
  response: ReceivedResponse,
): Promise<Found<Result, F>> {
  const requestUrl = Object(result).url;
  const options: ShapeOptions = { throwsErrors: false, fill: fillResult, requestUrl };
  return shape(result as Document, formats, response, options) as Promise<Found<Result, F>>;
}

/** Fills the fields that a page must have. Returns the error about those that were missing, if there were any. */
type Fill = (
  page: Record<string, unknown>,
  fields: readonly string[],
  description: PageDescription,
  response: ReceivedResponse,
) => ResponseFormatError | undefined;

interface ShapeOptions {
  /** Whether an error about the page ends the call. Otherwise the page has the error as a field: it is one of many. */
  readonly throwsErrors: boolean;
  readonly fill: Fill;
  /** The URL that was requested, or the name of the file, where the call knows it. */
  readonly requestUrl?: string | undefined;
}

async function shape(
  document: Document,
  formats: Formats = DEFAULT_FORMATS,
  response: ReceivedResponse,
  { throwsErrors, fill, requestUrl }: ShapeOptions,
): Promise<Record<string, unknown>> {
  const page: Record<string, unknown> = { ...document };
  const description = describePage(document, requestUrl);
  let schema: SchemaInput | null | undefined;
  const fields = formats.map((format: Formats[number]) => {
    const { type = String(format), schema: ownSchema } = Object(format) as {
      type?: string;
      schema?: SchemaInput | null;
    };
    const field = type === 'question' || type === 'query' ? 'answer' : type === 'deterministicJson' ? 'json' : type;
    page[field] ??= null;
    if (field === 'json') schema ??= ownSchema;
    return field;
  });
  const error = fill(page, fields, description, response);
  if (error && throwsErrors) throw error;
  try {
    if (schema) {
      const subject = { name: `json${description.place}`, body: document, remark: description.remark };
      page.json = await validate(page.json, schema, subject, response);
    }
  } catch (error) {
    if (throwsErrors || !(error instanceof SchemaMismatchError)) throw error;
    Object.assign(page, { json: null, jsonError: error });
  }
  return page;
}

const fillPage: Fill = (page, fields, { document, url, sourceURL, place, remark }, response) => {
  page.metadata = { ...document?.metadata, url, sourceURL };
  const nullFields = new Set(fields.filter((field) => page[field] === null && field in EMPTY));
  for (const field of nullFields) page[field] = EMPTY[field as CertainContent].slice();
  if (!url) nullFields.add('metadata.url');
  if (!nullFields.size) return undefined;
  const message = `${[...nullFields].join(' and ')}${place} ${nullFields.size > 1 ? 'are' : 'is'} missing.${remark}`;
  const error = new ResponseFormatError(response.redact(message), errorFieldsOf(document, response));
  page.contentError = error;
  return error;
};

const fillResult: Fill = (page, _, { document, url, sourceURL }) => {
  if (page.metadata) page.metadata = { ...document.metadata, url, sourceURL };
  return undefined;
};

/** A page as it was received, its URLs, and parts of a message about it: its URL, and what the server said. */
interface PageDescription {
  readonly document: Document;
  /** Empty if neither the server nor the call knows it. */
  readonly url: string;
  readonly sourceURL: string;
  readonly place: string;
  readonly remark: string;
}

function describePage(document: Document, requestUrl?: string): PageDescription {
  // A server may send null in place of a page.
  const { metadata, warning } = Object(document) as Partial<Document>;
  const { url, sourceURL } = urlsOf(document, requestUrl);
  const reason = warning ?? metadata?.error;
  return {
    document,
    url,
    sourceURL,
    place: url ? ` of ${sourceURL}` : '',
    remark: reason ? ` The server says: ${reason}` : '',
  };
}
