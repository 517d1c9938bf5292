import type { Metadata } from '@trawl/client';
import type { PageImage, Searchable } from './converted.js';

const DATES = [
  'publishedTime',
  'article:published_time',
  'datePublished',
  'date',
  'dc.date',
  'DC.date',
  'dcterms.created',
];

/** What a search finds a page by. */
export function searchableOf(metadata: Metadata, text: string, images: readonly PageImage[]): Searchable {
  const published = DATES.map((name) => first(metadata[name])).find(
    (date) => date !== '' && !Number.isNaN(Date.parse(date)),
  );
  const imageUrl = first(metadata.ogImage);
  return {
    title: first(metadata.title),
    description: first(metadata.description),
    text,
    publishedAt: published === undefined ? undefined : new Date(published).toISOString(),
    isArticle: first(metadata['og:type']) === 'article',
    imageUrl: imageUrl === '' ? undefined : imageUrl,
    images,
  };
}

function first(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : '';
}
