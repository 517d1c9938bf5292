import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PageImage } from '@trawl/convert';
import { OPEN_TEAM } from '../accounts/teams.js';
import { canParseUrl } from '../can-parse-url.js';
import { lacksColumn } from '../store/columns.js';
import type { Database } from '../store/database.js';
import type { IndexEntry } from './index-entry.js';
import { extensionOf, filetypeOf, pageKey } from './page-address.js';
import { placeOf } from './site.js';
import { indexable } from './words.js';

/** Characters of text that are indexed: about the length of a book. */
const MAX_TEXT = 500_000;
/** Characters of a title or description; real ones are shorter. */
const MAX_NAME = 1_000;
const MAX_IMAGES = 50;

/**
 * The pages of all teams. Texts have a table of their own and are compressed: a search reads only those of its results,
 * and uncompressed they would be most of the size of the database.
 */
const TABLES = `
  create table if not exists search_pages (
    id integer primary key, team text not null, key text not null, url url text not null, host text not null, port text not null,
    path text not null, extension text not null, filetype text not null, title text not null,
    description text not null, digest text not null, published integer, is_article integer not null, image_url text,
    seen integer not null, unique (team, key));
  create index if not exists search_pages_by_team on search_pages (team, seen);
  create table if not exists search_texts (id integer primary key, text packed blob not null);
  create table if not exists search_images (
    id integer primary key, team text not null, page integer not null, url url text not null, alt text not null,
    width integer, height integer, unique (team, url));
  create index if not exists search_images_by_page on search_images (page);
`;

/** Migrates tables that all teams shared. The owner of those pages is unknown, so no team with a key gets them. */
const FROM_SHARED_TABLES = `
  drop index search_images_by_page;
  alter table search_pages rename to shared_search_pages;
  alter table search_images rename to shared_search_images;
  alter table search_words rename to search_words_${OPEN_TEAM};
  alter table search_image_words rename to search_image_words_${OPEN_TEAM};
  ${TABLES}
  insert into search_pages
    select id, '${OPEN_TEAM}', key, url, host, port, path, extension, filetype, title, description, digest, published,
      is_article, image_url, seen
    from shared_search_pages;
  insert into search_images select id, '${OPEN_TEAM}', page, url, alt, width, height from shared_search_images;
  drop table shared_search_pages;
  drop table shared_search_images;
`;

/** The full-text indexes of one team. */
export interface TeamTables {
  readonly team: string;
  /** The SQL name of the index of its pages; the row ids are those of `search_pages`. */
  readonly words: string;
  /** The SQL name of the index of its images; the row ids are those of `search_images`. */
  readonly imageWords: string;
}

/**
 * Two contentless full-text indexes for each team. A shared index would reveal how many pages of other teams have a
 * word: in the order of results, because rare words weigh more, and in the duration of a search.
 */
const wordTables = ({ words, imageWords }: TeamTables) => `
  create virtual table if not exists ${words} using fts5 (
    title, url, description, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
  create virtual table if not exists ${imageWords} using fts5 (
    alt, file, title, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
`;

/** Creates the tables. The tables of a team are created on its first request. */
export function createPageTables(database: Database): (team: string) => TeamTables {
  const isShared = lacksColumn(database, 'search_pages', 'team');
  database.transaction(() => database.execute(isShared ? FROM_SHARED_TABLES : TABLES));
  const tablesByTeam = new Map<string, TeamTables>();
  const nameOf = (kind: string, team: string) => `"${kind}_${team.replaceAll('"', '""')}"`;

  return (team) => {
    let tables = tablesByTeam.get(team);
    if (!tables) {
      tables = { team, words: nameOf('search_words', team), imageWords: nameOf('search_image_words', team) };
      database.execute(wordTables(tables));
      tablesByTeam.set(team, tables);
    }
    return tables;
  };
}

/** Adds a page to the tables of a team and replaces one with the same URL. */
export function putPage(database: Database, tables: TeamTables, entry: IndexEntry): void {
  if (!canParseUrl(entry.url)) return;
  const { team } = tables;
  database.transaction(() => {
    const key = pageKey(entry.url);
    const existingId = database.get<{ id: number }>(
      'select id from search_pages where team = ? and key = ?',
      team,
      key,
    )?.id;
    if (existingId !== undefined) forget(database, tables, existingId);
    const id = existingId ?? nextId(database);
    const { host, port, path } = placeOf(entry.url);
    const text = entry.text.slice(0, MAX_TEXT);
    const [title, description] = [entry.title.slice(0, MAX_NAME), entry.description.slice(0, MAX_NAME)];
    const publishedTime = entry.publishedAt === undefined ? Number.NaN : Date.parse(entry.publishedAt);
    database.run(
      `insert into search_pages values (${'?, '.repeat(15)}?)`,
      id,
      team,
      key,
      entry.url,
      host,
      port,
      path,
      extensionOf(path),
      filetypeOf(entry.contentType),
      title,
      description,
      digestOf(text),
      Number.isNaN(publishedTime) ? null : publishedTime,
      entry.isArticle ? 1 : 0,
      entry.imageUrl ?? null,
      entry.seenAt,
    );
    database.run('insert into search_texts values (?, ?)', id, pack(text));
    putWords(database, tables, { id, title, url: entry.url, description }, text);
    for (const image of entry.images.slice(0, MAX_IMAGES)) putImage(database, tables, id, title, image);
  });
}

function putImage(
  database: Database,
  tables: TeamTables,
  page: number,
  title: string,
  { url, alt, width, height }: PageImage,
): void {
  if (!/^https?:/.test(url)) return;
  // The pages of a site repeat many images: each image belongs to its first page.
  const insertedRows = database.run(
    'insert or ignore into search_images (team, page, url, alt, width, height) values (?, ?, ?, ?, ?, ?)',
    tables.team,
    page,
    url,
    alt.slice(0, MAX_NAME),
    width ?? null,
    height ?? null,
  );
  if (insertedRows === 0) return;
  const { id = 0 } = database.get<{ id: number }>('select last_insert_rowid() as id') ?? {};
  putImageWords(database, tables, { id, url, alt: alt.slice(0, MAX_NAME), title });
}

export interface PageNames {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly description: string;
}

/** Adds a page of the tables to the full-text index. */
export function putWords(
  database: Database,
  { words }: TeamTables,
  { id, title, url, description }: PageNames,
  text: string,
): void {
  database.run(
    `insert into ${words} (rowid, title, url, description, text) values (?, ?, ?, ?, ?)`,
    id,
    indexable(title),
    addressWords(url),
    indexable(description),
    indexable(text.slice(0, MAX_TEXT)).slice(0, MAX_TEXT),
  );
}

export interface ImageNames {
  readonly id: number;
  readonly url: string;
  readonly alt: string;
  /** The title of the page of the image. */
  readonly title: string;
}

/** Adds an image of the tables to the full-text index. */
export function putImageWords(
  database: Database,
  { imageWords }: TeamTables,
  { id, url, alt, title }: ImageNames,
): void {
  const path = canParseUrl(url) ? new URL(url).pathname : '';
  database.run(
    `insert into ${imageWords} (rowid, alt, file, title) values (?, ?, ?, ?)`,
    id,
    indexable(alt),
    addressWords(path),
    indexable(title),
  );
}

function forget(database: Database, { words, imageWords }: TeamTables, id: number): void {
  database.run(`delete from ${words} where rowid = ?`, id);
  database.run(`delete from ${imageWords} where rowid in (select id from search_images where page = ?)`, id);
  database.run('delete from search_images where page = ?', id);
  database.run('delete from search_texts where id = ?', id);
  database.run('delete from search_pages where id = ?', id);
}

function nextId(database: Database): number {
  return database.get<{ id: number }>('select coalesce(max(id), 0) + 1 as id from search_pages')?.id ?? 1;
}

/** The words of a URL with percent-encoding decoded, as browsers show it. */
function addressWords(address: string): string {
  try {
    return indexable(decodeURIComponent(address));
  } catch {
    return address;
  }
}

/** The fastest level, because a crawl writes many pages. */
const COMPRESSION_LEVEL = 1;

const pack = (text: string) => deflateRawSync(text, { level: COMPRESSION_LEVEL });

export function textOf(database: Database, id: number): string {
  const bytes = database.get<{ text: Uint8Array }>('select text from search_texts where id = ?', id)?.text;
  return bytes ? inflateRawSync(bytes).toString('utf8') : '';
}

/** Pages with the same text count as one page with several URLs. */
const digestOf = (text: string) => createHash('sha1').update(text).digest('base64');
