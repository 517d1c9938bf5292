import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type ImageRow, type ImageSearch, searchImages, sizeFilter } from '../image-search.js';
import { allOf, type Filter, filterOf } from '../page-condition.js';
import {
  type FoundPages,
  PAGE_COLUMNS,
  type PageFinder,
  type PageMatch,
  type PageRow,
  type PageSearch,
  searchPages,
} from '../page-search.js';
import type { IndexedImage, IndexedPage } from '../search-store.js';
import { MAX_INDEXED_TEXT, readableAddress, type WordSearch } from '../search-words.js';
import { packText, pathOf, SqlSearch, type UnindexedImage, type UnindexedPage } from '../sql-search.js';
import { type StoreContext, together } from '../store-context.js';
import type { Tables } from '../tables.js';
import { queriesOf, vectorOf } from './text-vector.js';

/** The tables with the words of their rows, which SQLite keeps in tables of their own. */
interface IndexedTables extends Tables {
  search_pages: Tables['search_pages'] & { words: string };
  search_images: Tables['search_images'] & { words: string };
}

/** The weights of a word in text, description, URL and title of a page, which are stored as D, C, B and A. */
const PAGE_WEIGHTS = sql.raw("'{0.1, 0.4, 0.4, 1}'");

/** The weights of a word in the alternative text of an image (A), its URL (B) and the title of its page (C). */
const IMAGE_WEIGHTS = sql.raw("'{0, 0.25, 0.5, 1}'");

/** A word in a long text weighs less. */
const BY_LENGTH = sql.raw('1');

/**
 * Milliseconds in which images are ranked, or pages, and again those with the words in title, URL or description if that was not
 * enough. PostgreSQL reads all words of a page to rank it, which takes about 5 microseconds.
 */
const RANKING_TIME = 200;

/** The full-text search of PostgreSQL. */
export class PostgresSearch extends SqlSearch {
  readonly #rankingTime: number;

  constructor(context: StoreContext, rankingTime = RANKING_TIME) {
    super(context);
    this.#rankingTime = rankingTime;
  }

  async put({ text, images, isArticle, imageUrl, seenAt, ...page }: IndexedPage): Promise<void> {
    const packedText = packText(text);
    await together(this.context, async (context) => {
      const db = indexedTables(context);
      const { id } = await db
        .with('page', (db) =>
          db
            .insertInto('search_pages')
            .values({
              ...page,
              is_article: isArticle ? 1 : 0,
              image_url: imageUrl,
              seen: seenAt,
              size: packedText.length,
              words: pageVector(page.team, page, text),
            })
            .onConflict((conflict) =>
              conflict.columns(['team', 'key']).doUpdateSet(({ ref }) => ({
                url: ref('excluded.url'),
                host: ref('excluded.host'),
                port: ref('excluded.port'),
                path: ref('excluded.path'),
                extension: ref('excluded.extension'),
                filetype: ref('excluded.filetype'),
                title: ref('excluded.title'),
                description: ref('excluded.description'),
                digest: ref('excluded.digest'),
                published: ref('excluded.published'),
                is_article: ref('excluded.is_article'),
                image_url: ref('excluded.image_url'),
                seen: ref('excluded.seen'),
                size: ref('excluded.size'),
                words: ref('excluded.words'),
              })),
            )
            .returning('id'),
        )
        .with('text', (db) =>
          db
            .insertInto('search_texts')
            .columns(['id', 'text'])
            .expression((eb) => eb.selectFrom('page').select(['id', sql<Uint8Array>`${packedText}::bytea`.as('text')]))
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ text: ({ ref }) => ref('excluded.text') })),
        )
        .with('images', (db) =>
          db.deleteFrom('search_images').using('page').whereRef('search_images.page', '=', 'page.id'),
        )
        .selectFrom('page')
        .select('id')
        .executeTakeFirstOrThrow();
      await addImages(context, { ...page, id }, images);
    });
  }

  async forget(pages: Parameters<SqlSearch['forget']>[0]): Promise<void> {
    if (pages.length === 0) return;
    const ids = pages.map(({ id }) => id);
    await together(this.context, async ({ db }) => {
      await db.deleteFrom('search_images').where('page', 'in', ids).execute();
      await db.deleteFrom('search_texts').where('id', 'in', ids).execute();
      await db.deleteFrom('search_pages').where('id', 'in', ids).execute();
    });
  }

  pages(team: string, { words, condition, ...search }: PageSearch): Promise<FoundPages> {
    const filter = condition && filterOf(condition, domainsFilter);
    return searchPages(pageFinder(this.context, team, words, this.#rankingTime), filter, search);
  }

  images(team: string, { words: search, condition, sizes, limit }: ImageSearch): Promise<ImageRow[]> {
    const words = queriesOf(team, search, { fields: { url: 'B', title: 'C' } });
    const filters = [
      ...(condition ? [filterOf(condition, domainsFilter)] : []),
      ...sizes.map(sizeFilter),
      sql<boolean>`i.team = ${team}`,
      ...(words.none === undefined ? [] : [sql<boolean>`not i.words @@ ${words.none}::tsquery`]),
    ];
    return searchImages(words, limit, async (expression) => {
      const isFound: Filter[] = expression === undefined ? [] : [sql`i.words @@ ${expression}::tsquery`];
      const rank =
        expression === undefined
          ? sql`-p.seen`
          : sql`case when ${hasTimeLeft(this.#rankingTime)}
              then -ts_rank(${IMAGE_WEIGHTS}, i.words, ${expression}::tsquery, ${BY_LENGTH}) end`;
      const query = sql<ImageRow>`
        with found as materialized (
          select i.id, ${rank} as rank from search_images i join search_pages p on p.id = i.page
          where ${allOf([...filters, ...isFound])}),
        best as (select id, rank from found order by rank nulls last, id limit ${limit})
        select i.url, i.alt, i.width, i.height, p.url as page, p.title
        from best join search_images i on i.id = best.id join search_pages p on p.id = i.page
        order by rank nulls last, i.id`;
      return (await query.execute(this.context.db)).rows;
    });
  }

  protected async addPageWords(context: StoreContext, { id, team, text, ...page }: UnindexedPage): Promise<void> {
    await indexedTables(context)
      .updateTable('search_pages')
      .set({ words: pageVector(team, page, text) })
      .where('id', '=', id)
      .execute();
  }

  protected async addImageWords(context: StoreContext, { id, team, title, ...image }: UnindexedImage): Promise<void> {
    await indexedTables(context)
      .updateTable('search_images')
      .set({ words: imageVector(team, title, image) })
      .where('id', '=', id)
      .execute();
  }
}

function indexedTables({ db }: StoreContext): Kysely<IndexedTables> {
  return db as unknown as Kysely<IndexedTables>;
}

interface PageNames {
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

function pageVector(team: string, { title, url, description }: PageNames, text: string): RawBuilder<string> {
  const vector = vectorOf(team, [
    [title, 'A'],
    [readableAddress(url), 'B'],
    [description, 'C'],
    [text.slice(0, MAX_INDEXED_TEXT), 'D'],
  ]);
  return sql`${vector}::tsvector`;
}

function imageVector(team: string, title: string, { url, alt }: Pick<IndexedImage, 'url' | 'alt'>): RawBuilder<string> {
  const vector = vectorOf(team, [
    [alt, 'A'],
    [readableAddress(pathOf(url)), 'B'],
    [title, 'C'],
  ]);
  return sql`${vector}::tsvector`;
}

/** The pages of a site repeat many images: each image belongs to its first page. */
async function addImages(
  context: StoreContext,
  { team, id, title }: Pick<IndexedPage, 'team' | 'title'> & { readonly id: number },
  images: readonly IndexedImage[],
): Promise<void> {
  if (images.length === 0) return;
  await indexedTables(context)
    .insertInto('search_images')
    .values(
      images.map(({ url, alt, width, height }) => {
        return { team, page: id, url, alt, width, height, words: imageVector(team, title, { url, alt }) };
      }),
    )
    .onConflict((conflict) => conflict.columns(['team', 'url']).doNothing())
    .execute();
}

/** A page that matches; the rank is null if there was no time for it. The best page has the lowest rank. */
interface RankedRow extends PageRow {
  readonly rank: number | null;
  readonly isComplete: boolean;
}

function pageFinder({ db }: StoreContext, team: string, search: WordSearch, rankingTime: number): PageFinder {
  const words = queriesOf(team, search);
  const notExcluded: Filter[] = words.none === undefined ? [] : [sql`not p.words @@ ${words.none}::tsquery`];

  /** The best of the pages whose words, or those of their headings, match. */
  async function rank({ which = 'all', filter, rows }: PageMatch, indexed: Filter): Promise<readonly RankedRow[]> {
    const isFound = allOf([sql`p.team = ${team}`, indexed, ...notExcluded, ...(filter ? [filter] : [])]);
    const query = sql<RankedRow>`
      with found as materialized (
        select p.id, case when ${hasTimeLeft(rankingTime)}
          then -ts_rank(${PAGE_WEIGHTS}, p.words, ${words[which]}::tsquery, ${BY_LENGTH}) end as rank
        from search_pages p where ${isFound}),
      best as (select id, rank from found order by rank nulls last, id desc limit ${rows})
      select ${sql.raw(PAGE_COLUMNS)}, rank, not exists (select from found where rank is null) as "isComplete"
      from best join search_pages p on p.id = best.id order by rank nulls last, p.id desc`;
    return (await query.execute(db)).rows;
  }

  return {
    words,
    async ranked(match: PageMatch): Promise<FoundPages> {
      const expression = words[match.which ?? 'all'];
      const pages = await rank(match, sql`p.words @@ ${expression}::tsquery`);
      if (pages[0]?.isComplete ?? true) return { pages, isComplete: true };
      const withHeading = await rank(match, sql`ts_filter(p.words, '{a,b,c}') @@ ${expression}::tsquery`);
      const known = new Map([...withHeading, ...pages].map((page) => [page.id, page]));
      return { pages: [...known.values()].sort(byRank), isComplete: false };
    },
    async latest({ which, filter, rows }: PageMatch, byDate: boolean): Promise<PageRow[]> {
      const isFound = allOf([
        sql`p.team = ${team}`,
        ...(which === undefined ? [] : [sql<boolean>`p.words @@ ${words[which]}::tsquery`]),
        ...notExcluded,
        ...(filter ? [filter] : []),
      ]);
      const query = sql<PageRow>`select ${sql.raw(PAGE_COLUMNS)} from search_pages p where ${isFound}
        order by ${byDate ? sql`p.published is null, p.published desc,` : sql``} p.seen desc limit ${rows}`;
      return (await query.execute(db)).rows;
    },
  };
}

/** Whether the statement may still rank: what it finds later has no rank. */
function hasTimeLeft(milliseconds: number): Filter {
  return sql`clock_timestamp() < statement_timestamp() + ${milliseconds} * interval '1 ms'`;
}

/** What has no rank comes last. */
function byRank(one: RankedRow, other: RankedRow): number {
  return Number(one.rank === null) - Number(other.rank === null) || (one.rank ?? 0) - (other.rank ?? 0);
}

/** The query looks up each suffix of a host in the list, which may be long. */
function domainsFilter(domains: readonly string[]): Filter {
  return sql`exists (
    with recursive part (name) as (
      select p.host union all select substr(name, strpos(name, '.') + 1) from part where strpos(name, '.') > 0)
    select 1 from part where name = any(${domains}::text[]))`;
}
