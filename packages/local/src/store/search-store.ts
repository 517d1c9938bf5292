import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { canParseUrl } from '../can-parse-url.js';
import { addressWords, indexable, type TeamIndexes, type TermGroup, type WordSearch } from './full-text.js';
import { type ImageRow, type ImageSearch, type ImageSize, searchImages } from './image-search.js';
import { filterOf, type PageCondition, type SiteCondition } from './page-condition.js';
import { type PageRow, type PageSearch, searchPages } from './page-search.js';
import { statement } from './statement.js';
import { rowsOf, type StoreContext, together } from './store-context.js';
import type { Tables } from './tables.js';

export type { ImageRow, ImageSize, PageCondition, PageRow, TermGroup, WordSearch };

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
  pages(team: string, search: PageSearch): Promise<PageRow[]>;
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
  /** Adds some pages after the id to the empty full-text indexes; returns the last id, or undefined after the last page. */
  indexPages(after: number): Promise<number | undefined>;
  /** The same for images. */
  indexImages(after: number): Promise<number | undefined>;
}

/** Characters of text that are indexed. */
const MAX_TEXT = 500_000;

/** The number of pages or images that are added to the indexes in a transaction. */
const BATCH = 20;

const findTable = statement((db, { name }: { readonly name: string }) =>
  db.selectFrom('sqlite_schema').where('name', '=', name).select('name'),
);

const findPage = statement((db, { team, key }: Pick<IndexedPage, 'team' | 'key'>) =>
  db.selectFrom('search_pages').where('team', '=', team).where('key', '=', key).select('id'),
);

const lastPage = statement((db) => db.selectFrom('search_pages').select(({ fn }) => fn.max('id').as('id')));

async function nextId(context: StoreContext): Promise<number> {
  const { rows } = await lastPage(context.db, {});
  return (rows[0]?.id ?? 0) + 1;
}

const addPage = statement((db, page: PageTableRow) =>
  db.insertInto('search_pages').values({
    id: page.id,
    team: page.team,
    key: page.key,
    url: page.url,
    host: page.host,
    port: page.port,
    path: page.path,
    extension: page.extension,
    filetype: page.filetype,
    title: page.title,
    description: page.description,
    digest: page.digest,
    published: page.published,
    is_article: page.is_article,
    image_url: page.image_url,
    seen: page.seen,
  }),
);

type PageTableRow = Omit<Tables['search_pages'], 'id'> & { readonly id: number };

const addText = statement((db, { id, text }: Tables['search_texts']) =>
  db.insertInto('search_texts').values({ id, text }),
);

const addImage = statement((db, image: IndexedImage & { readonly team: string; readonly page: number }) =>
  db
    .insertInto('search_images')
    .values({
      team: image.team,
      page: image.page,
      url: image.url,
      alt: image.alt,
      width: image.width,
      height: image.height,
    })
    .onConflict((conflict) => conflict.columns(['team', 'url']).doNothing())
    .returning('id'),
);

export class SqlSearch implements SearchStore {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  async put({ text, images, isArticle, imageUrl, seenAt, ...page }: IndexedPage): Promise<void> {
    await together(this.#context, async (context) => {
      const indexes = await indexesOf(context, page.team);
      const { rows: existing } = await findPage(context.db, page);
      for (const { id } of existing) await forget(context, indexes, id);
      const id = existing[0]?.id ?? (await nextId(context));
      await addPage(context.db, { ...page, id, is_article: isArticle ? 1 : 0, image_url: imageUrl, seen: seenAt });
      await addText(context.db, { id, text: pack(text) });
      await putWords(context, indexes, { ...page, id }, text);
      for (const image of images) await putImage(context, indexes, { ...page, id }, image);
    });
  }

  async pages(team: string, search: PageSearch): Promise<PageRow[]> {
    return searchPages(this.#context, await indexesOf(this.#context, team), search);
  }

  async images(team: string, search: ImageSearch): Promise<ImageRow[]> {
    return searchImages(this.#context, await indexesOf(this.#context, team), search);
  }

  async text(id: number): Promise<string> {
    const row = await this.#context.db
      .selectFrom('search_texts')
      .where('id', '=', id)
      .select('text')
      .executeTakeFirst();
    return row ? inflateRawSync(row.text).toString('utf8') : '';
  }

  async hasPages(team: string): Promise<boolean> {
    const row = await this.#context.db
      .selectFrom('search_pages')
      .where('team', '=', team)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async size(): Promise<number> {
    const { pages } = await this.#context.db
      .selectFrom('search_pages')
      .select(({ fn }) => fn.countAll<number>().as('pages'))
      .executeTakeFirstOrThrow();
    return pages;
  }

  pagesOfSite(team: string, site: SiteCondition, limit: number): Promise<Pick<StoredLink, 'title' | 'description'>[]> {
    const filter = filterOf({ site });
    return rowsOf(
      this.#context,
      `select title, description from search_pages p where p.team = ? and ${filter.sql} order by length(path), id limit ?`,
      [team, ...filter.values, limit],
    );
  }

  linksOfDomain(team: string, domain: string, after: number, limit: number): Promise<StoredLink[]> {
    return this.#context.db
      .selectFrom('search_pages')
      .where('team', '=', team)
      .where(({ eb, or }) => or([eb('host', '=', domain), eb('host', 'like', `%.${domain.replace(/[%_]/g, '')}`)]))
      .where('id', '>', after)
      .select(['id', 'url', 'title', 'description'])
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  seenPages(text: string, limit: number): Promise<SeenPage[]> {
    return this.#seenPages()
      .where(sql<boolean>`instr(lower(url || ' ' || title), lower(${text}))`)
      .orderBy('seen', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  seenPage(id: number): Promise<SeenPage | undefined> {
    return this.#seenPages().where('id', '=', id).executeTakeFirst();
  }

  indexPages(after: number): Promise<number | undefined> {
    return together(this.#context, async (context) => {
      const pages = await context.db
        .selectFrom('search_pages')
        .innerJoin('search_texts', 'search_texts.id', 'search_pages.id')
        .where('search_pages.id', '>', after)
        .select(['search_pages.id', 'team', 'title', 'url', 'description', 'text'])
        .orderBy('search_pages.id')
        .limit(BATCH)
        .execute();
      for (const { team, text, ...page } of pages) {
        await putWords(context, await indexesOf(context, team), page, inflateRawSync(text).toString('utf8'));
      }
      return pages.at(-1)?.id;
    });
  }

  indexImages(after: number): Promise<number | undefined> {
    return together(this.#context, async (context) => {
      const images = await context.db
        .selectFrom('search_images as image')
        .innerJoin('search_pages as page', 'page.id', 'image.page')
        .where('image.id', '>', after)
        .select(['image.id', 'image.team', 'image.url', 'image.alt', 'page.title'])
        .orderBy('image.id')
        .limit(BATCH)
        .execute();
      for (const { team, ...image } of images) {
        await putImageWords(context, await indexesOf(context, team), image);
      }
      return images.at(-1)?.id;
    });
  }

  #seenPages() {
    return this.#context.db.selectFrom('search_pages').select(['id', 'team', 'url', 'title', 'filetype', 'seen']);
  }
}

/**
 * Two contentless full-text indexes for each team. A shared index would reveal how many pages of other teams have a
 * word: in the order of results, because rare words weigh more, and in the duration of a search. Those of a team are created
 * when it first has a page or searches.
 */
async function indexesOf(context: StoreContext, team: string): Promise<TeamIndexes> {
  const { db } = context;
  const names = { words: `search_words_${team}`, imageWords: `search_image_words_${team}` };
  const { rows } = await findTable(context.db, { name: names.words });
  if (rows.length === 0) {
    await sql`create virtual table if not exists ${sql.id(names.words)} using fts5 (
      title, url, description, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')`.execute(
      db,
    );
    await sql`create virtual table if not exists ${sql.id(names.imageWords)} using fts5 (
      alt, file, title, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')`.execute(db);
  }
  return { team, words: quoted(names.words), imageWords: quoted(names.imageWords) };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

interface PageNames {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

/** Adds a page of the tables to the full-text index. */
async function putWords(
  { db }: StoreContext,
  { words }: TeamIndexes,
  { id, title, url, description }: PageNames,
  text: string,
): Promise<void> {
  const indexedText = indexable(text.slice(0, MAX_TEXT)).slice(0, MAX_TEXT);
  await sql`insert into ${sql.raw(words)} (rowid, title, url, description, text)
    values (${id}, ${indexable(title)}, ${addressWords(url)}, ${indexable(description)}, ${indexedText})`.execute(db);
}

/** The pages of a site repeat many images: each image belongs to its first page. */
async function putImage(
  context: StoreContext,
  indexes: TeamIndexes,
  page: Pick<PageNames, 'id' | 'title'>,
  image: IndexedImage,
): Promise<void> {
  const { rows: inserted } = await addImage(context.db, { ...image, team: indexes.team, page: page.id });
  for (const { id } of inserted) await putImageWords(context, indexes, { ...image, id, title: page.title });
}

interface ImageNames {
  readonly id: number;
  readonly url: string;
  readonly alt: string;
  /** The title of the page of the image. */
  readonly title: string;
}

/** Adds an image of the tables to the full-text index. */
async function putImageWords(
  { db }: StoreContext,
  { imageWords }: TeamIndexes,
  { id, url, alt, title }: ImageNames,
): Promise<void> {
  await sql`insert into ${sql.raw(imageWords)} (rowid, alt, file, title)
    values (${id}, ${indexable(alt)}, ${addressWords(pathOf(url))}, ${indexable(title)})`.execute(db);
}

function pathOf(url: string): string {
  return canParseUrl(url) ? new URL(url).pathname : '';
}

async function forget({ db }: StoreContext, { words, imageWords }: TeamIndexes, id: number): Promise<void> {
  await sql`delete from ${sql.raw(words)} where rowid = ${id}`.execute(db);
  await sql`delete from ${sql.raw(imageWords)} where rowid in (select id from search_images where page = ${id})`.execute(
    db,
  );
  await db.deleteFrom('search_images').where('page', '=', id).execute();
  await db.deleteFrom('search_texts').where('id', '=', id).execute();
  await db.deleteFrom('search_pages').where('id', '=', id).execute();
}

/** The fastest level, because a crawl writes many pages. */
const COMPRESSION_LEVEL = 1;

/** Texts are compressed: a search reads only those of its results, and they would be most of the size of the database. */
const pack = (text: string) => deflateRawSync(text, { level: COMPRESSION_LEVEL });
