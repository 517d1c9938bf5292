import type { Document } from '@trawl/client';
import type { ResponseFormatError, SchemaMismatchError } from '../errors/errors.js';
import type { Formats, FormatType, JsonFormatName } from './format-input.js';
import type { Metadata } from './metadata.js';
import type { CertainNames, NameOf, UncertainNames } from './requested.js';
import type { OutputOf } from './schema-input.js';

/** Content that every server returns when it is requested. */
export type CertainContent = 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'attributes';

/** The formats of a request without formats. */
export type DefaultFormats = readonly ['markdown'];

/** A page with the requested formats. Content that a server may lack can be null. Then `warning` says why. */
export type Scraped<F extends Formats = DefaultFormats> = Flat<Contents<F, never> & Facts>;

/**
 * A page of a crawl or a batch. A problem with a page does not end the job: missing content is empty, with the reason in
 * `contentError`. Data that does not fit its schema is null, with the reason in `jsonError`.
 */
export type Crawled<F extends Formats = DefaultFormats> = Flat<
  Contents<F, 'json'> & ContentFailure & JsonFailure<F> & Facts
>;

/** A search result. Its content is null when the page could not be read. Without formats no page is read. */
export type Found<Result, F extends Formats> = Flat<
  Omit<Result, keyof Document> &
    (F extends readonly [] ? unknown : Contents<F, keyof Document> & JsonFailure<F> & Partial<Facts>)
>;

/** One object in place of an intersection, so that editors show its fields. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};

/** The fields beside the formats: metadata, and the results of `actions` and `parsers`. */
type Facts = Content<Document, 'metadata'> & Partial<Content<Document, 'warning' | 'actions' | 'pages' | 'blocks'>>;

type ContentFailure = {
  /** Which content is empty only because the server did not send it; `received` has the page as it came. */
  contentError?: ResponseFormatError;
};

type JsonFailure<F extends Formats> = {
  /** Why `json` is null although a schema was given; `received` has the page as it came. */
  [K in NameOf<F[number], JsonFormatName> as K extends JsonFormatName ? 'jsonError' : never]?: SchemaMismatchError;
};

type Contents<F extends Formats, Nullable> = Content<
  Document,
  FieldOf<CertainNames<F, FormatType>>,
  JsonOf<F[number]>,
  Nullable
> &
  Partial<Content<Document, FieldOf<UncertainNames<F, FormatType>>, JsonOf<F[number]>, Nullable>>;

/** `Nullable` are fields that may be null although the contract, or a schema, does not say so. */
// The document is a parameter so that the comments of the contract stay with its fields.
type Content<Doc, Field extends keyof Doc, Json = never, Nullable = never> = {
  [K in Field]-?:
    | (K extends 'json' ? Json : Part<Doc, K> | (K extends CertainContent ? never : Extract<Doc[K], null>))
    | (K extends Nullable ? null : never);
};

type Part<Doc, K extends keyof Doc> = K extends 'metadata' ? Metadata : NonNullable<Doc[K]>;

/** The field of a format, which mostly has its name. */
type FieldOf<Type extends FormatType> = Type extends 'question' | 'query'
  ? 'answer'
  : Type extends JsonFormatName
    ? 'json'
    : Type;

type JsonOf<Item> = Item extends { readonly type: infer Type }
  ? [JsonFormatName & Type] extends [never]
    ? never
    : Item extends { readonly schema: infer Schema }
      ? OutputOf<Schema>
      : unknown
  : [JsonFormatName & Item] extends [never]
    ? never
    : unknown;
