import { type Entity, entitiesOf, isOfType, textOf } from '../extraction/entity.js';
import type { Metadata } from '../page/data.js';
import type { PageImage, Searchable } from '../page/page.js';

const DATES = ['publishedTime', 'datePublished', 'date', 'dcDate', 'dcDateCreated', 'dcTermsCreated'];

/** An article need not be news, but documentation never has one of these types. */
const ARTICLES = [
  'NewsArticle',
  'ReportageNewsArticle',
  'AnalysisNewsArticle',
  'BackgroundNewsArticle',
  'OpinionNewsArticle',
  'Article',
  'BlogPosting',
];

/** The data that search indexes for a page; `entities` are its structured data. */
export function searchableOf(
  metadata: Metadata,
  text: string,
  images: readonly PageImage[],
  entities: readonly Entity[],
): Searchable {
  const article = entities.find((entity) => isOfType(entity, ...ARTICLES));
  const dates = [...DATES.map((name) => first(metadata[name])), textOf(article, 'datePublished')];
  const published = dates.find((date) => date && !Number.isNaN(Date.parse(date)));
  return {
    title: first(metadata.title),
    description: first(metadata.description),
    text,
    publishedAt: published === undefined ? undefined : new Date(published).toISOString(),
    isArticle: article !== undefined || first(metadata['og:type']) === 'article',
    imageUrl: first(metadata.ogImage) || imageUrlOf(article),
    images,
  };
}

function imageUrlOf(article: Entity | undefined): string | undefined {
  const [picture] = entitiesOf(article, 'image');
  const url = picture ? textOf(picture, 'url', 'contentUrl') : textOf(article, 'image');
  return url && /^https?:/.test(url) ? url : undefined;
}

function first(value: unknown): string {
  const item: unknown = Array.isArray(value) ? value[0] : value;
  return typeof item === 'string' ? item : '';
}
