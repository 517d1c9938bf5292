import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PageImage } from '../page/converted.js';
import type { Database } from '../store/database.js';
import type { IndexEntry } from './index-entry.js';
import { extensionOf, filetypeOf, pageKey } from './page-address.js';
import { placeOf } from './site.js';
import { indexable } from './words.js';

/** A book, which is as much of a page as anybody finds it by. */
const MAX_TEXT = 500_000;
/** What calls itself longer than this was not named by a person. */
const MAX_NAME = 1_000;
const MAX_IMAGES = 50;

/**
 * The pages, and two full-text indexes that hold words only. Texts stand apart, and compressed: they are read for the
 * few pages of an answer, and would be most of what the database weighs.
 */
const TABLES = `
  create table if not exists search_pages (
    id integer primary key, key text not null unique, url text not null, host text not null, port text not null,
    path text not null, extension text not null, filetype text not null, title text not null,
    description text not null, digest text not null, published integer, is_article integer not null, image_url text,
    seen integer not null);
  create index if not exists search_pages_by_host on search_pages (host);
  create table if not exists search_texts (id integer primary key, text blob not null);
  create virtual table if not exists search_words using fts5 (
    title, url, description, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
  create table if not exists search_images (
    id integer primary key, page integer not null, url text not null unique, alt text not null,
    width integer, height integer);
  create index if not exists search_images_by_page on search_images (page);
  create virtual table if not exists search_image_words using fts5 (
    alt, file, title, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
`;

export function createPageTables(database: Database): void {
  database.execute(TABLES);
}

/** Puts a page into the tables, in place of one with the same address. */
export function putPage(database: Database, entry: IndexEntry): void {
  if (!URL.canParse(entry.url)) return;
  database.transaction(() => {
    const key = pageKey(entry.url);
    const known = database.get<{ id: number }>('select id from search_pages where key = ?', key)?.id;
    if (known !== undefined) forget(database, known);
    const id = known ?? nextId(database);
    const { host, port, path } = placeOf(entry.url);
    const text = entry.text.slice(0, MAX_TEXT);
    const [title, description] = [entry.title.slice(0, MAX_NAME), entry.description.slice(0, MAX_NAME)];
    const published = entry.publishedAt === undefined ? Number.NaN : Date.parse(entry.publishedAt);
    database.run(
      `insert into search_pages values (${'?, '.repeat(14)}?)`,
      ...[id, key, entry.url, host, port, path, extensionOf(path), filetypeOf(entry.contentType)],
      ...[title, description, digestOf(text), Number.isNaN(published) ? null : published],
      ...[entry.isArticle ? 1 : 0, entry.imageUrl ?? null, entry.seenAt],
    );
    database.run('insert into search_texts values (?, ?)', id, packed(text));
    database.run(
      'insert into search_words (rowid, title, url, description, text) values (?, ?, ?, ?, ?)',
      ...[id, indexable(title), addressWords(entry.url), indexable(description), indexable(text)],
    );
    for (const image of entry.images.slice(0, MAX_IMAGES)) putImage(database, id, title, image);
  });
}

function putImage(database: Database, page: number, title: string, { url, alt, width, height }: PageImage): void {
  if (!/^https?:/.test(url)) return;
  // The pages of a site show many pictures again and again: the first page keeps them.
  const added = database.run(
    'insert or ignore into search_images (page, url, alt, width, height) values (?, ?, ?, ?, ?)',
    ...[page, url, alt.slice(0, MAX_NAME), width ?? null, height ?? null],
  );
  if (added === 0) return;
  database.run(
    'insert into search_image_words (rowid, alt, file, title) values (last_insert_rowid(), ?, ?, ?)',
    ...[indexable(alt.slice(0, MAX_NAME)), addressWords(new URL(url).pathname), indexable(title)],
  );
}

function forget(database: Database, id: number): void {
  database.run('delete from search_words where rowid = ?', id);
  database.run('delete from search_image_words where rowid in (select id from search_images where page = ?)', id);
  database.run('delete from search_images where page = ?', id);
  database.run('delete from search_texts where id = ?', id);
  database.run('delete from search_pages where id = ?', id);
}

function nextId(database: Database): number {
  return database.get<{ id: number }>('select coalesce(max(id), 0) + 1 as id from search_pages')?.id ?? 1;
}

/** The words of an address, of which browsers show even those that are written in percent signs. */
function addressWords(address: string): string {
  try {
    return indexable(decodeURIComponent(address));
  } catch {
    return address;
  }
}

/** Speed counts while a crawl writes. */
const LEVEL = 1;

const packed = (text: string) => deflateRawSync(text, { level: LEVEL });

export function textOf(database: Database, id: number): string {
  const packed = database.get<{ text: Uint8Array }>('select text from search_texts where id = ?', id)?.text;
  return packed ? inflateRawSync(packed).toString('utf8') : '';
}

/** Pages with the same text are one page under several addresses. */
const digestOf = (text: string) => createHash('sha1').update(text).digest('base64');
