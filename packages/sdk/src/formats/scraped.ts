import type { Document } from '@trawl/client';
import type { ResponseFormatError, SchemaMismatchError } from '../errors/errors.js';
import type { Formats, FormatType } from './format-input.js';
import type { PageParts } from './page-parts.js';
import type { CertainNames, NameOf, UncertainNames } from './requested.js';
import type { OutputOf } from './schema-input.js';

/** Content that every page has and every server can give: when it was asked for, it is there. */
export type CertainContent = 'markdown' | 'html' | 'rawHtml' | 'links' | 'images' | 'attributes';

/** The formats of a request that does not say any: Markdown. */
export type DefaultFormats = readonly ['markdown'];

/** A page, with exactly what was asked for. What a server may be unable to give can be null; `warning` then says why. */
export type Scraped<F extends Formats = DefaultFormats> = Flat<Contents<F, never> & Facts>;

/**
 * One page of a crawl or a batch, which does not end the job when something is wrong with it: content that is missing is
 * empty, with the reason in `contentError`; data that does not fit its schema is null, with the reason in `jsonError`.
 */
export type Crawled<F extends Formats = DefaultFormats> = Flat<
  Contents<F, 'json'> & ContentFailure & JsonFailure<F> & Facts
>;

/** A search result, with content that is null when the page could not be read; without formats nothing was read. */
export type Found<Result, F extends Formats> = Flat<
  Omit<Result, keyof Document> &
    (F extends readonly [] ? unknown : Contents<F, keyof Document> & JsonFailure<F> & Partial<Facts>)
>;

/** One object in place of an intersection, for those who read it in their editor. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};

/** What stands beside the formats: how it went, and what came of `actions` and `parsers`. */
type Facts = Content<Document, 'metadata'> & Partial<Content<Document, 'warning' | 'actions' | 'pages' | 'blocks'>>;

type ContentFailure = {
  /** Which content is empty only because the server did not send it; `received` has the page as it came. */
  contentError?: ResponseFormatError;
};

type JsonFailure<F extends Formats> = {
  /** Why `json` is null although a schema was given; `received` has the page as it came. */
  [K in NameOf<F[number], 'json'> as `${K}Error`]?: SchemaMismatchError;
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

type Part<Doc, K extends keyof Doc> = K extends keyof PageParts ? PageParts[K] : NonNullable<Doc[K]>;

/** A question is answered in `answer`; all other fields have the name of their format. */
type FieldOf<Type extends FormatType> = Type extends 'question' ? 'answer' : Type;

type JsonOf<Item> = Item extends { readonly type: infer Type }
  ? 'json' extends Type
    ? Item extends { readonly schema: infer Schema }
      ? OutputOf<Schema>
      : unknown
    : never
  : 'json' extends Item
    ? unknown
    : never;
