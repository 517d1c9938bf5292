import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseUrl } from '@trawl/base/can-parse-url';
import { sql } from 'kysely';
import type { ImageRow, ImageSearch } from './image-search.js';
import { likeText, type SiteCondition, siteFilter } from './page-condition.js';
import type { FoundPages, PageSearch } from './page-search.js';
import type { IndexedPage, SearchStore, SeenPage, StoredLink } from './search-store.js';
import { statement } from './statement.js';
import { type StoreContext, together } from './store-context.js';

/** A page of the tables whose words are not in the index yet. */
export interface UnindexedPage {
  readonly id: number;
  readonly team: string;
  readonly title: string;
  readonly url: string;
  readonly description: string;
  readonly text: string;
}

/** An image of the tables whose words are not in the index yet. */
export interface UnindexedImage {
  readonly id: number;
  readonly team: string;
  readonly url: string;
  readonly alt: string;
  /** The title of the page of the image. */
  readonly title: string;
}

const findText = statement((db, { id }: { readonly id: number }) =>
  db.selectFrom('search_texts').where('id', '=', id).select('text'),
);

const findPage = statement((db, { team }: { readonly team: string }) =>
  db.selectFrom('search_pages').where('team', '=', team).select('id').limit(sql.lit(1)),
);

/** What all databases do alike. Each finds words in its own way. */
export abstract class SqlSearch implements SearchStore {
  protected readonly context: StoreContext;

  constructor(context: StoreContext) {
    this.context = context;
  }

  abstract put(page: IndexedPage): Promise<void>;
  abstract pages(team: string, search: PageSearch): Promise<FoundPages>;
  abstract images(team: string, search: ImageSearch): Promise<ImageRow[]>;
  abstract forget(pages: readonly Pick<SeenPage, 'id' | 'team'>[]): Promise<void>;
  /** Adds the words of a page that is stored to the index. */
  protected abstract addPageWords(context: StoreContext, page: UnindexedPage): Promise<void>;
  /** Adds the words of an image that is stored to the index. */
  protected abstract addImageWords(context: StoreContext, image: UnindexedImage): Promise<void>;

  indexPages(after: number): Promise<number | undefined> {
    return together(this.context, async (context) => {
      const pages = await context.db
        .selectFrom('search_pages')
        .innerJoin('search_texts', 'search_texts.id', 'search_pages.id')
        .where('search_pages.id', '>', after)
        .select(['search_pages.id', 'team', 'title', 'url', 'description', 'text'])
        .orderBy('search_pages.id')
        .limit(INDEX_BATCH)
        .execute();
      for (const page of pages) await this.addPageWords(context, { ...page, text: unpackText(page.text) });
      return pages.at(-1)?.id;
    });
  }

  indexImages(after: number): Promise<number | undefined> {
    return together(this.context, async (context) => {
      const images = await context.db
        .selectFrom('search_images as image')
        .innerJoin('search_pages as page', 'page.id', 'image.page')
        .where('image.id', '>', after)
        .select(['image.id', 'image.team', 'image.url', 'image.alt', 'page.title'])
        .orderBy('image.id')
        .limit(INDEX_BATCH)
        .execute();
      for (const image of images) await this.addImageWords(context, image);
      return images.at(-1)?.id;
    });
  }

  async text(id: number): Promise<string> {
    const [row] = (await findText(this.context.db, { id })).rows;
    return row ? unpackText(row.text) : '';
  }

  async hasPages(team: string): Promise<boolean> {
    const { rows } = await findPage(this.context.db, { team });
    return rows.length > 0;
  }

  async size(): Promise<number> {
    const { pages } = await this.context.db
      .selectFrom('search_pages')
      .select(({ fn }) => fn.countAll<number>().as('pages'))
      .executeTakeFirstOrThrow();
    return pages;
  }

  pagesOfSite(team: string, site: SiteCondition, limit: number): Promise<Pick<StoredLink, 'title' | 'description'>[]> {
    return this.context.db
      .selectFrom('search_pages as p')
      .where('team', '=', team)
      .where(siteFilter(site))
      .select(['title', 'description'])
      .orderBy(({ fn }) => fn('length', ['path']))
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  linksOfDomain(team: string, domain: string, after: number, limit: number): Promise<StoredLink[]> {
    return this.context.db
      .selectFrom('search_pages as p')
      .where('team', '=', team)
      .where(siteFilter({ domain, port: '', path: '' }))
      .where('id', '>', after)
      .select(['id', 'url', 'title', 'description'])
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  seenPages(text: string, limit: number): Promise<SeenPage[]> {
    const pattern = `%${likeText(text)}%`;
    return this.#seenPages()
      .where(sql<boolean>`lower(url || ' ' || title) like lower(${pattern}) escape '\\'`)
      .orderBy('seen', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  seenPage(id: number): Promise<SeenPage | undefined> {
    return this.#seenPages().where('id', '=', id).executeTakeFirst();
  }

  #seenPages() {
    return this.context.db.selectFrom('search_pages').select(['id', 'team', 'url', 'title', 'filetype', 'seen']);
  }
}

/** The number of pages or images that are added to the indexes in a transaction. */
const INDEX_BATCH = 20;

/** The path of the URL of an image, by which it is found. */
export function pathOf(url: string): string {
  return parseUrl(url)?.pathname ?? '';
}

/** The fastest level, because a crawl writes many pages. */
const COMPRESSION_LEVEL = 1;

/** Texts are compressed: a search reads only those of its results, and they would be most of the size of the database. */
export const packText = (text: string): Uint8Array => deflateRawSync(text, { level: COMPRESSION_LEVEL });

export const unpackText = (packedText: Uint8Array): string => inflateRawSync(packedText).toString('utf8');
