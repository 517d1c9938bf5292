import { type Entity, entitiesOf, isOfType, textOf } from '../extraction/entity.js';
import type { PageFacts } from '../extraction/page-facts.js';
import { type ContentLine, contentLines } from '../html/content.js';
import { contentImages } from '../html/links.js';
import type { Metadata, PageImage, SearchEntry } from '../page/data.js';
import type { FormatDefinition } from './format-definition.js';

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

export const searchEntry: FormatDefinition = {
  field: 'searchEntry',
  make: (facts) => ({ value: makeSearchEntry(facts) }),
};

function makeSearchEntry({ source, entities, metadata, baseUrl, main }: PageFacts): SearchEntry {
  // Most pages have no structured data; this check saves searching for it.
  const items = /schema\.org|ld\+json/i.test(source.html) ? entities() : [];
  return searchEntryOf(metadata, contentLines(main), contentImages(main, baseUrl), items);
}

function searchEntryOf(
  metadata: Metadata,
  lines: readonly ContentLine[],
  images: readonly PageImage[],
  entities: readonly Entity[],
): SearchEntry {
  const article = entities.find((entity) => isOfType(entity, ...ARTICLES));
  const dates = [...DATES.map((name) => first(metadata[name])), textOf(article, 'datePublished')];
  const published = dates.find((date) => date && !Number.isNaN(Date.parse(date)));
  return {
    title: first(metadata.title),
    description: first(metadata.description),
    text: textOfLines(lines.filter(({ isOnlyLinks }) => !isOnlyLinks)),
    links: textOfLines(lines.filter(({ isOnlyLinks }) => isOnlyLinks)),
    publishedAt: published === undefined ? undefined : new Date(published).toISOString(),
    isArticle: article !== undefined || first(metadata['og:type']) === 'article',
    imageUrl: first(metadata.ogImage) || imageUrlOf(article),
    images,
  };
}

function textOfLines(lines: readonly ContentLine[]): string {
  return lines.map(({ text }) => text).join('\n');
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
