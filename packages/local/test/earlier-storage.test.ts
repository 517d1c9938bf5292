import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../src/store/sqlite/migrations.js';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import { call, startServer } from './server.js';

const PAGE = 'https://docs.example/nets';
const HTML = '<title>Nets</title><main><h1>Nets</h1><p>A net has knots.</p></main>';

/** A storage file as it was when caches and indexes were shared by all teams, with one page in it. */
function earlierFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-earlier-')), 'storage.db');
  const database = openDatabase(file);
  const now = Date.now();
  database.execute(`
    create table cached_pages (
      key text primary key, url text not null, status integer not null, content_type text, body blob not null,
      fetched_at integer not null);
    create index cached_pages_by_age on cached_pages (fetched_at);
    create table search_pages (
      id integer primary key, key text not null unique, url text not null, host text not null, port text not null,
      path text not null, extension text not null, filetype text not null, title text not null,
      description text not null, digest text not null, published integer, is_article integer not null, image_url text,
      seen integer not null);
    create index search_pages_by_host on search_pages (host);
    create table search_texts (id integer primary key, text blob not null);
    create virtual table search_words using fts5 (
      title, url, description, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
    create table search_images (
      id integer primary key, page integer not null, url text not null unique, alt text not null,
      width integer, height integer);
    create index search_images_by_page on search_images (page);
    create virtual table search_image_words using fts5 (
      alt, file, title, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
    create table ledger (
      seq integer primary key, team text not null, endpoint text not null, credits real not null,
      job_id text not null, target text, at integer not null);
    create index ledger_by_team on ledger (team, at);
    insert into search_pages values (
      1, 'docs.example/nets', '${PAGE}', 'docs.example', '', '/nets', '', 'html', 'Nets', '', 'x', null, 0, null, ${now});
    insert into search_words (rowid, title, url, description, text) values (1, 'Nets', '${PAGE}', '', 'A net has knots.');
    insert into search_images values (1, 1, 'https://docs.example/knot.png', 'A knot', 10, 10);
    insert into search_image_words (rowid, alt, file, title) values (1, 'A knot', 'knot.png', 'Nets');
    insert into ledger values (7, 'local', 'scrape', 1, 'job-7', '${PAGE}', ${now});
    insert into ledger values (9, 'local', 'scrape', 1, 'job-9', '${PAGE}', ${now});
  `);
  database.run('insert into search_texts values (1, ?)', deflateRawSync('A net has knots.'));
  const values = [`${PAGE}\n`, PAGE, 200, 'text/html', deflateRawSync(HTML), now];
  database.run('insert into cached_pages values (?, ?, ?, ?, ?, ?)', ...values);
  database.close();
  return file;
}

const search = { query: 'knots', sources: ['web', 'images'] };

test('data of an earlier version belongs to a server without keys', async () => {
  const storage = earlierFile();
  for (let start = 0; start < 2; start++) {
    const server = await startServer({ storage, offline: true });
    expect(await call(server, 'POST /v2/search', { body: search })).toMatchObject({
      body: { data: { web: [{ url: PAGE, description: 'A net has knots.' }], images: [{ title: 'A knot' }] } },
    });
    const lockdown = { url: PAGE, lockdown: true };
    expect(await call(server, 'POST /v2/scrape', { body: lockdown })).toMatchObject({
      body: { data: { markdown: expect.stringContaining('A net has knots.') } },
    });
    await server.close();
  }
});

test('what a start changes in it is said before, once', async () => {
  const storage = earlierFile();
  const lines: string[] = [];
  for (let start = 0; start < 2; start++) {
    const server = await startServer({ storage, offline: true, log: (line) => lines.push(line) });
    await server.close();
  }
  const changes = MIGRATIONS.map(({ name }) => name).join(', ');
  expect(lines).toEqual([`This version changes the tables of the stored data: ${changes}.`]);
});

test('its activity continues', async () => {
  const server = await startServer({ storage: earlierFile(), offline: true });
  await call(server, 'POST /v2/search', { body: { query: 'lions' } });
  const targets: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const line = `GET /v2/team/activity?limit=1${cursor && `&cursor=${cursor}`}`;
    const { body } = await call(server, line);
    const page = body as { data: { id: string; target: string }[]; cursor: string; has_more: boolean };
    targets.push(...page.data.map(({ id, target }) => (target === PAGE ? id : target)));
    cursor = page.has_more ? page.cursor : null;
  }
  expect(targets).toEqual(['lions', 'job-9', 'job-7']);
});

test('it belongs to no team of a server with keys', async () => {
  const server = await startServer({ storage: earlierFile(), offline: true, apiKeys: ['one'] });
  for (const headers of [{ authorization: 'Bearer one' }, {}] as Record<string, string>[]) {
    const found = await call(server, 'POST /v2/search', { body: search, headers });
    expect(found).toMatchObject({ status: 200, body: { data: {} } });
    const lockdown = { url: PAGE, lockdown: true };
    expect((await call(server, 'POST /v2/scrape', { body: lockdown, headers })).status).toBe(404);
  }
});
