import type { ImageRow, ImageSearch, ImageSize } from './image-search.js';
import type { PageCondition, SiteCondition } from './page-condition.js';
import type { FoundPages, PageRow, PageSearch } from './page-search.js';
import type { TermGroup, WordSearch } from './search-words.js';

export type { FoundPages, ImageRow, ImageSize, PageCondition, PageRow, TermGroup, WordSearch };

/** A page as it is searched. Its key is what makes it the same page. */
export interface IndexedPage {
  readonly team: string;
  readonly key: string;
  readonly url: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly extension: string;
  readonly filetype: string;
  readonly title: string;
  readonly description: string;
  readonly text: string;
  /** A hash of the text: pages with the same text count as one page with several URLs. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly published: number | null;
  readonly isArticle: boolean;
  readonly imageUrl: string | null;
  readonly seenAt: number;
  readonly images: readonly IndexedImage[];
}

export interface IndexedImage {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A page of a team, as the operator of the server sees it. */
export interface SeenPage {
  readonly id: number;
  readonly team: string;
  readonly url: string;
  readonly title: string;
  readonly filetype: string;
  /** Milliseconds since 1970. */
  readonly seen: number;
}

export interface StoredLink {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** The pages that teams have seen, and their full-text indexes. */
export interface SearchStore {
  /** Adds a page, and replaces the one of the team with the same key. */
  put(page: IndexedPage): Promise<void>;
  /** The best pages of a team; pages with the same text count once. */
  pages(team: string, search: PageSearch): Promise<FoundPages>;
  /** The best images of the pages of a team. */
  images(team: string, search: ImageSearch): Promise<ImageRow[]>;
  /** The text of a page. */
  text(id: number): Promise<string>;
  hasPages(team: string): Promise<boolean>;
  /** How many pages there are of all teams. */
  size(): Promise<number>;
  /** Titles and descriptions of the pages of a site, those with the shortest paths first. */
  pagesOfSite(team: string, site: SiteCondition, limit: number): Promise<Pick<StoredLink, 'title' | 'description'>[]>;
  /** Pages of a domain and its subdomains after the id, in the order of their first visit. */
  linksOfDomain(team: string, domain: string, after: number, limit: number): Promise<StoredLink[]>;
  /** The last pages of all teams whose URL or title contains the text. */
  seenPages(text: string, limit: number): Promise<SeenPage[]>;
  seenPage(id: number): Promise<SeenPage | undefined>;
  /** Deletes pages with their words, texts and images. */
  forget(pages: readonly Pick<SeenPage, 'id' | 'team'>[]): Promise<void>;
  /** Adds some pages after the id to the empty full-text indexes; returns the last id, or undefined after the last page. */
  indexPages(after: number): Promise<number | undefined>;
  /** The same for images. */
  indexImages(after: number): Promise<number | undefined>;
}
