import type { Document } from '@trawl/client';
import { ResponseFormatError } from '../errors/response-format-error.js';
import { type AnswerContext, factsAbout } from './answer-context.js';
import type { Formats } from './format-input.js';
import type { SchemaInput } from './schema-input.js';
import type { CertainContent, Crawled, DefaultFormats, Found, Scraped } from './scraped.js';
import { validated } from './validated.js';

const DEFAULT_FORMATS: DefaultFormats = ['markdown'];

const CERTAIN: Readonly<Record<CertainContent, true>> = {
  markdown: true,
  html: true,
  rawHtml: true,
  links: true,
  images: true,
  attributes: true,
};

/** How much of a page may be missing before it is an error: nothing, data that does not fit its schema, or all of it. */
type Tolerance = 'nothing' | 'misfits' | 'everything';

/**
 * A page as its type says it is: what was asked for is there, or null where a server may lack it. Fields that the
 * contract does not know stay.
 *
 * @throws ResponseFormatError when certain content is missing, SchemaMismatchError when `json` does not fit its schema.
 */
export function scraped<const F extends Formats = DefaultFormats>(
  document: Document,
  formats: F | undefined,
  context: AnswerContext,
): Promise<Scraped<F>> {
  return shape(document, formats, context, 'nothing') as Promise<Scraped<F>>;
}

/** The same for one page of many; data that does not fit its schema is null there, and `jsonError` says why. */
export function crawled<const F extends Formats = DefaultFormats>(
  document: Document,
  formats: F | undefined,
  context: AnswerContext,
): Promise<Crawled<F>> {
  return shape(document, formats, context, 'misfits') as Promise<Crawled<F>>;
}

/** The same for a search result: what is missing is null. Without formats nothing was read, and nothing is added. */
export function found<Result extends object, const F extends Formats>(
  result: Result,
  formats: F,
  context: AnswerContext,
): Promise<Found<Result, F>> {
  return shape(result, formats, context, 'everything') as Promise<Found<Result, F>>;
}

async function shape(
  document: Document,
  formats: Formats = DEFAULT_FORMATS,
  context: AnswerContext,
  tolerance: Tolerance,
): Promise<Record<string, unknown>> {
  const page: Record<string, unknown> = { ...document };
  if (tolerance !== 'everything') page.metadata ??= {};
  const { of, remark } = wordsAbout(document);
  let schema: SchemaInput | undefined;
  for (const format of formats) {
    const options = typeof format === 'string' ? { type: format } : format;
    const field = options.type === 'question' ? 'answer' : options.type;
    page[field] ??= null;
    if (page[field] === null && field in CERTAIN && tolerance !== 'everything') {
      const sentence = `\`${field}\`${of} is missing, although it was asked for.${remark}`;
      throw new ResponseFormatError(context.redact?.(sentence) ?? sentence, factsAbout(document, context));
    }
    if (options.type === 'json' && 'schema' in options) schema ??= options.schema;
  }
  try {
    if (schema)
      page.json = await validated(page.json, schema, { name: `\`json\`${of}`, received: document, remark }, context);
  } catch (error) {
    if (tolerance === 'nothing') throw error;
    Object.assign(page, { json: null, jsonError: error });
  }
  return page;
}

/** Which page it is, and what the server had to say about it. */
function wordsAbout({ metadata, warning }: Document): { of: string; remark: string } {
  const url = metadata?.sourceURL ?? metadata?.url;
  const said = warning ?? metadata?.error;
  return { of: url ? ` of ${url}` : '', remark: said ? ` The server says: ${said}` : '' };
}
