import type { Document } from '@trawl/client';
import type { Metadata } from './metadata.js';

/** A page as the service sends it, with both of its URLs. */
export interface ReceivedPage extends Omit<Document, 'metadata'> {
  metadata: Metadata;
}

interface PageUrls {
  /** Empty if neither the server nor the call knows it. */
  readonly url: string;
  readonly sourceURL: string;
}

/** The URLs of a page. `requested` is the URL that was asked for, or the name of the file, where the call knows it. */
export function urlsOf(document: Document, requestUrl = ''): PageUrls {
  // A server may send null in place of a page.
  const { metadata } = Object(document) as Partial<Document>;
  const url = metadata?.url ?? metadata?.sourceURL ?? requestUrl;
  return { url, sourceURL: metadata?.sourceURL ?? (requestUrl || url) };
}

type WithPageUrls<T> = { [Field in keyof T]: Field extends 'data' ? ReceivedPage[] : T[Field] };

/** An answer or an event whose pages have both of their URLs. */
export function withPageUrls<T extends { readonly data?: Document[] }>(answer: T): WithPageUrls<T> {
  const { data } = answer;
  // A server may send something else than a list.
  return (Array.isArray(data) ? { ...answer, data: data.map(receivedPage) } : answer) as WithPageUrls<T>;
}

const receivedPage = (document: Document): ReceivedPage => ({
  ...document,
  metadata: { ...document?.metadata, ...urlsOf(document) },
});
