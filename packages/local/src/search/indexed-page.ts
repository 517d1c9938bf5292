import { createHash } from 'node:crypto';
import type { PageImage } from '@trawl/convert';
import { indexableKey } from '../store/indexable-key.js';
import type { IndexedImage, IndexedPage } from '../store/search-store.js';
import type { IndexEntry } from './index-entry.js';
import { extensionOf, filetypeOf, pageKey } from './page-address.js';
import { storedText } from './page-text.js';
import { placeOf } from './site.js';

/** Characters of text that are indexed: about the length of a book. */
const MAX_TEXT = 500_000;
/** Characters of a title or description; real ones are shorter. */
const MAX_NAME = 1_000;
const MAX_IMAGES = 50;
/** Characters of the URL of an image: an index of PostgreSQL takes no more than about 2,700. */
const MAX_IMAGE_URL = 2_000;

/** What is stored of a page, for searches of the team. Its URL is valid. */
export function indexedPage(team: string, entry: IndexEntry): IndexedPage {
  const { host, port, path } = placeOf(entry.url);
  const text = storedText(entry).slice(0, MAX_TEXT);
  const published = entry.publishedAt === undefined ? Number.NaN : Date.parse(entry.publishedAt);
  return {
    team,
    key: indexableKey(pageKey(entry.url)),
    url: entry.url,
    host,
    port,
    path,
    extension: extensionOf(path),
    filetype: filetypeOf(entry.contentType),
    title: entry.title.slice(0, MAX_NAME),
    description: entry.description.slice(0, MAX_NAME),
    text,
    digest: createHash('sha1').update(text).digest('base64'),
    published: Number.isNaN(published) ? null : published,
    isArticle: entry.isArticle,
    imageUrl: entry.imageUrl ?? null,
    seenAt: entry.seenAt,
    images: entry.images.slice(0, MAX_IMAGES).filter(isIndexed).map(indexedImage),
  };
}

function isIndexed({ url }: PageImage): boolean {
  return url.length <= MAX_IMAGE_URL && /^https?:/.test(url);
}

function indexedImage({ url, alt, width, height }: PageImage): IndexedImage {
  return { url, alt: alt.slice(0, MAX_NAME), width: width ?? null, height: height ?? null };
}
