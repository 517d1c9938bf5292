import { CompiledQuery, type Kysely } from 'kysely';
import type { ImageRow, ImageSearch } from '../image-search.js';
import { filterOf } from '../page-condition.js';
import { type FoundPages, type PageSearch, searchPages } from '../page-search.js';
import type { IndexedImage, IndexedPage } from '../search-store.js';
import { MAX_INDEXED_TEXT } from '../search-words.js';
import { packText, pathOf, SqlSearch, type UnindexedImage, type UnindexedPage, unpackText } from '../sql-search.js';
import { statement } from '../statement.js';
import { type StoreContext, together } from '../store-context.js';
import { storedIfPossible } from '../stored-if-possible.js';
import type { Tables } from '../tables.js';
import type { Value } from './database.js';
import { addressWords, indexable, type TeamIndexes } from './full-text.js';
import { quoteName } from './invalid-values.js';
import { deleteMerge } from './word-indexes.js';
import { domainsFilter, findImages, pageFinder } from './word-search.js';

/** The tables of SQLite itself. */
interface SchemaTables extends Tables {
  sqlite_schema: { name: string };
}

const findTable = statement((db, { name }: { readonly name: string }) =>
  (db as Kysely<SchemaTables>).selectFrom('sqlite_schema').where('name', '=', name).select('name'),
);

/** Finds the page of a key, the last page of all teams, and whether the team has a page: one with a page has tables of its own. */
const findPlace = statement((db, { team, key }: Pick<IndexedPage, 'team' | 'key'>) =>
  db.selectNoFrom(({ selectFrom, exists }) => [
    selectFrom('search_pages').where('team', '=', team).where('key', '=', key).select('id').as('existingId'),
    selectFrom('search_pages')
      .select(({ fn }) => fn.max('id').as('id'))
      .as('lastId'),
    exists(selectFrom('search_pages').where('team', '=', team).select('id')).as('hasPages'),
  ]),
);

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
    size: page.size,
  }),
);

type PageTableRow = Omit<Tables['search_pages'], 'id' | 'size'> & { readonly id: number; readonly size: number };

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

/** The tables of a file, with those that only a file has. */
interface FileTables extends Tables {
  unindexed_pages: { team: string; page: number; size: number };
}

const inFile = (db: Kysely<Tables>) => db as unknown as Kysely<FileTables>;

interface OfTeam {
  readonly team: string;
}

const addUnindexed = statement((db, { team, id, size }: OfTeam & { readonly id: number; readonly size: number }) =>
  inFile(db).insertInto('unindexed_pages').values({ team, page: id, size }),
);

const countUnindexed = statement((db, { team }: OfTeam) =>
  inFile(db)
    .selectFrom('unindexed_pages')
    .where('team', '=', team)
    .select(({ fn }) => [fn.countAll<number>().as('pages'), fn.sum<number>('size').as('bytes')]),
);

const selectUnindexed = statement((db, { team }: OfTeam) =>
  inFile(db)
    .selectFrom('unindexed_pages')
    .innerJoin('search_pages', 'search_pages.id', 'page')
    .innerJoin('search_texts', 'search_texts.id', 'page')
    .where('unindexed_pages.team', '=', team)
    .select(['page as id', 'title', 'url', 'description', 'text'])
    .orderBy('page'),
);

const deleteAllUnindexed = statement((db, { team }: OfTeam) =>
  inFile(db).deleteFrom('unindexed_pages').where('team', '=', team),
);

const deleteUnindexed = statement((db, { team, id }: OfTeam & { readonly id: number }) =>
  inFile(db).deleteFrom('unindexed_pages').where('team', '=', team).where('page', '=', id),
);

export class SqliteSearch extends SqlSearch {
  async put({ text, images, isArticle, imageUrl, seenAt, ...page }: IndexedPage): Promise<void> {
    await together(this.context, async (context) => {
      const indexes = indexesOf(page.team);
      const [place] = (await findPlace(context.db, page)).rows;
      if (!place?.hasPages) await createIndexes(context, indexes);
      if (place?.existingId) await forget(context, indexes, place.existingId);
      const id = place?.existingId ?? (place?.lastId ?? 0) + 1;
      const packedText = packText(text);
      const size = packedText.length;
      await addPage(context.db, {
        ...page,
        id,
        is_article: isArticle ? 1 : 0,
        image_url: imageUrl,
        seen: seenAt,
        size,
      });
      await addText(context.db, { id, text: packedText });
      await addUnindexed(context.db, { team: page.team, id, size });
      await indexIfMany(context, indexes);
      for (const image of images) await putImage(context, indexes, { ...page, id }, image);
    });
  }

  forget(pages: Parameters<SqlSearch['forget']>[0]): Promise<void> {
    return together(this.context, async (context) => {
      for (const { id, team } of pages) await forget(context, indexesOf(team), id);
    });
  }

  async pages(team: string, { words, condition, ...search }: PageSearch): Promise<FoundPages> {
    const indexes = await searchedIndexes(this.context, team);
    const filter = condition && filterOf(condition, domainsFilter);
    return searchPages(pageFinder(this.context, indexes, words), filter, search);
  }

  async images(team: string, search: ImageSearch): Promise<ImageRow[]> {
    return findImages(this.context, await openIndexes(this.context, team), search);
  }

  protected async addPageWords(context: StoreContext, { team, text, ...page }: UnindexedPage): Promise<void> {
    await putWords(context, await openIndexes(context, team), page, text);
  }

  protected async addImageWords(context: StoreContext, { team, ...image }: UnindexedImage): Promise<void> {
    await putImageWords(context, await openIndexes(context, team), image);
  }
}

/**
 * Two contentless full-text indexes for each team. A shared index would reveal how many pages of other teams have a
 * word: in the order of results, because rare words weigh more, and in the duration of a search. Those of a team are created
 * when it first has a page or searches.
 */
function indexesOf(team: string): TeamIndexes {
  return { team, words: quoteName(wordTable(team)), imageWords: quoteName(imageWordTable(team)) };
}

const wordTable = (team: string) => `search_words_${team}`;
const imageWordTable = (team: string) => `search_image_words_${team}`;

/** The indexes of a team for a search, which writes nothing where they exist. */
async function openIndexes(context: StoreContext, team: string): Promise<TeamIndexes> {
  const indexes = indexesOf(team);
  const { rows } = await findTable(context.db, { name: wordTable(team) });
  if (rows.length === 0) await createIndexes(context, indexes);
  return indexes;
}

/** The indexes of a team with the words of all its pages; where nothing can be stored now, with those that they have. */
async function searchedIndexes(context: StoreContext, team: string): Promise<TeamIndexes> {
  const indexes = await openIndexes(context, team);
  const { pages } = await unindexed(context, team);
  if (pages > 0) await storedIfPossible(() => together(context, (bound) => indexWaiting(bound, indexes)));
  return indexes;
}

/**
 * The words of so many pages, or of so many bytes of compressed text, are added to the index at once. Each addition writes a part of
 * the index, and parts are merged: one by one, pages write three times as much as in groups of fifty.
 */
const MOST_UNINDEXED = { pages: 50, bytes: 256 * 1024 };

async function indexIfMany(context: StoreContext, indexes: TeamIndexes): Promise<void> {
  const { pages, bytes } = await unindexed(context, indexes.team);
  if (pages >= MOST_UNINDEXED.pages || bytes >= MOST_UNINDEXED.bytes) await indexWaiting(context, indexes);
}

/** The pages of a team whose words are not in its index yet, and the bytes of their texts. */
async function unindexed({ db }: StoreContext, team: string): Promise<{ pages: number; bytes: number }> {
  const [row] = (await countUnindexed(db, { team })).rows;
  return { pages: row?.pages ?? 0, bytes: row?.bytes ?? 0 };
}

/** Adds the words of the pages to the index that are not in it yet. */
async function indexWaiting(context: StoreContext, indexes: TeamIndexes): Promise<void> {
  const { team } = indexes;
  for (const { text, ...page } of (await selectUnindexed(context.db, { team })).rows) {
    await putWords(context, indexes, page, unpackText(text));
  }
  await deleteAllUnindexed(context.db, { team });
}

/** Creates the indexes unless they exist. */
async function createIndexes(context: StoreContext, { team, words, imageWords }: TeamIndexes): Promise<void> {
  const options = `content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'`;
  await run(
    context,
    `create virtual table if not exists ${words} using fts5 (title, url, description, text, ${options})`,
  );
  await run(context, `create virtual table if not exists ${imageWords} using fts5 (alt, file, title, ${options})`);
  for (const name of [wordTable(team), imageWordTable(team)]) await run(context, deleteMerge(name, 0));
}

/** Runs a statement on a table whose name depends on the team: it cannot be built before. */
function run({ db }: StoreContext, sql: string, values: readonly Value[] = []): Promise<unknown> {
  return db.executeQuery(CompiledQuery.raw(sql, [...values]));
}

interface PageNames {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

/** Adds a page of the tables to the full-text index. */
async function putWords(
  context: StoreContext,
  { words }: TeamIndexes,
  { id, title, url, description }: PageNames,
  text: string,
): Promise<void> {
  const indexedText = indexable(text.slice(0, MAX_INDEXED_TEXT)).slice(0, MAX_INDEXED_TEXT);
  await run(context, `insert into ${words} (rowid, title, url, description, text) values (?, ?, ?, ?, ?)`, [
    id,
    indexable(title),
    addressWords(url),
    indexable(description),
    indexedText,
  ]);
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
  context: StoreContext,
  { imageWords }: TeamIndexes,
  { id, url, alt, title }: ImageNames,
): Promise<void> {
  await run(context, `insert into ${imageWords} (rowid, alt, file, title) values (?, ?, ?, ?)`, [
    id,
    indexable(alt),
    addressWords(pathOf(url)),
    indexable(title),
  ]);
}

const deleteImages = statement((db, { id }: PageId) => db.deleteFrom('search_images').where('page', '=', id));
const deleteText = statement((db, { id }: PageId) => db.deleteFrom('search_texts').where('id', '=', id));
const deletePage = statement((db, { id }: PageId) => db.deleteFrom('search_pages').where('id', '=', id));

type PageId = Pick<PageNames, 'id'>;

async function forget(context: StoreContext, { team, words, imageWords }: TeamIndexes, id: number): Promise<void> {
  const { numAffectedRows } = await deleteUnindexed(context.db, { team, id });
  if (numAffectedRows === 0n) await run(context, `delete from ${words} where rowid = ?`, [id]);
  const imagesOfPage = 'select id from search_images where page = ?';
  await run(context, `delete from ${imageWords} where rowid in (${imagesOfPage})`, [id]);
  await deleteImages(context.db, { id });
  await deleteText(context.db, { id });
  await deletePage(context.db, { id });
}
