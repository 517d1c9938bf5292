import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import { eventually } from './eventually.js';
import type { OnFinished } from './on-finished.js';
import { bundledProgram } from './program.js';
import { call, startServer } from './server.js';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'trawl-transfer-')), 'state.db');

const PAGE = 'https://docs.example/nets';
const HTML = '<title>Nets</title><main><h1>Nets</h1><p>A net has knots.</p><img src="/knot.png" alt="A knot"></main>';

/** A server that has seen a page, and has a policy and a monitor. Its clock stands still: no check begins meanwhile. */
async function filledServer(options = {}, onFinished?: OnFinished): Promise<LocalServer> {
  const server = await startServer({ offline: true, clock: createVirtualClock(), ...options }, onFinished);
  await server.seed([{ url: PAGE, content: HTML }]);
  await call(server, 'PUT /v2/team/threat-protection', { body: { mode: 'normal', blacklist: ['kept.example'] } });
  const monitor = { name: 'Nets', schedule: { cron: '0 * * * *' }, targets: [{ type: 'scrape', urls: [PAGE] }] };
  expect(await call(server, 'POST /v2/monitor', { body: monitor })).toMatchObject({ status: 200 });
  return server;
}

/** What a server answers that knows all that. */
async function answersOf(server: LocalServer): Promise<unknown[]> {
  const search = { query: 'knots', sources: ['web', 'images'] };
  const calls = [
    call(server, 'POST /v2/search', { body: search }),
    call(server, 'POST /v2/scrape', { body: { url: PAGE, lockdown: true, formats: ['rawHtml'] } }),
    call(server, 'GET /v2/team/threat-protection'),
    call(server, 'GET /v2/monitor'),
  ];
  const bodies = (await Promise.all(calls)).map(({ body }) => body as { data?: Record<string, unknown> });
  return bodies.map(({ data = {} }) => [data.web, data.images, data.rawHtml, data.blacklist, data[0]]);
}

async function exported(server: LocalServer): Promise<Uint8Array<ArrayBuffer>> {
  const response = await server.fetch(`${server.url}/_local/export`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/vnd.sqlite3');
  return new Uint8Array(await response.arrayBuffer());
}

/** The export with something done to it by somebody who has SQLite. */
function changed(file: Uint8Array, sql: string): Uint8Array<ArrayBuffer> {
  const path = newFile();
  writeFileSync(path, file);
  const connection = new sqlite.Database(path);
  connection.exec(sql);
  connection.close();
  return new Uint8Array(readFileSync(path));
}

const WITHOUT_SCHEDULE = "update monitors set monitor = json_remove(monitor, '$.schedule')";
const ODD_DOCUMENT = `insert into finished_scrapes (id, team, document, at) values ('x', 'local', cast('{"markdown":5}' as blob), 0)`;

test('an export moves all data of a server to another one', async () => {
  const server = await filledServer();
  const answers = await answersOf(server);
  expect(JSON.stringify(answers)).toMatch(/A net has knots.*knot\.png.*<h1>Nets.*kept\.example.*0 \* \* \* \*/);
  const other = await startServer({ offline: true, storage: newFile(), clock: createVirtualClock() });
  expect(await call(other, 'POST /_local/import', { body: await exported(server) })).toMatchObject({ status: 200 });
  expect(await answersOf(other)).toEqual(answers);
});

describe.each([
  ['memory', () => undefined],
  ['a file', newFile],
])('a server with its state in %s', (_, storage) => {
  const breakages: readonly [string, (file: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>, string][] = [
    ['nothing', () => new Uint8Array(), 'it has no table ledger.'],
    ['a letter', () => new TextEncoder().encode('This is a letter.'), 'file is not a database'],
    [
      'a database of others',
      (file) => changed(file.slice(0, 0), 'create table recipes (name)'),
      'it has no table ledger',
    ],
    ['random bytes', () => crypto.getRandomValues(new Uint8Array(60_000)), 'file is not a database'],
    ['half of one', (file) => file.slice(0, file.length / 2), ''],
    ['one without its last byte', (file) => file.slice(0, -1), 'it breaks off'],
    ['one without a table', (file) => changed(file, 'drop table monitors'), 'it has no table monitors. If an earlier'],
    ['one without a column', (file) => changed(file, 'alter table ledger drop column target'), 'no column target'],
    [
      'one of a newer version',
      (file) => changed(file, 'pragma user_version = 99'),
      'a newer version of this server wrote it',
    ],
    [
      'one with other values',
      (file) => changed(file, "update monitors set monitor = '[]'"),
      'a value of monitor is not',
    ],
    ['one with a monitor without schedule', (file) => changed(file, WITHOUT_SCHEDULE), 'a value of monitor is not'],
    ['one with a document that is none', (file) => changed(file, ODD_DOCUMENT), 'a value of document is not'],
    [
      'one with a table of another kind',
      (file) => changed(file, 'drop table ledger; create view ledger as select 1'),
      'no table ledger',
    ],
  ];

  describe('is unchanged', () => {
    const file = storage();
    let server: LocalServer;
    let answers: unknown[];
    let own: Uint8Array<ArrayBuffer>;

    beforeAll(async () => {
      server = await filledServer({ storage: file }, afterAll);
      answers = await answersOf(server);
      own = await exported(server);
    });

    test.each(breakages)('after a refused import of %s', async (_, broken, sentence) => {
      const refused = await call(server, 'POST /_local/import', { body: broken(own) });
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect((refused.body as { error: string }).error).toMatch(/^The body is no export of this server: ./);
      expect((refused.body as { error: string }).error).toContain(sentence);
      expect(await answersOf(server)).toEqual(answers);
      if (file) expect(readdirSync(dirname(file)).filter((name) => name.includes('.work-'))).toEqual([]);
    });

    test('and after all of them imports what it exports', async () => {
      expect(await call(server, 'POST /_local/import', { body: await exported(server) })).toMatchObject({
        status: 200,
      });
      expect(await answersOf(server)).toEqual(answers);
    });
  });

  test('imports the rows of a file, and runs none of its statements', async () => {
    const server = await filledServer({ storage: storage() });
    const answers = await answersOf(server);
    const proof = join(mkdtempSync(join(tmpdir(), 'trawl-proof-')), 'proof.db');
    const file = changed(
      await exported(server),
      `create trigger of_theirs after insert on ledger begin delete from monitors; end;
       create table of_theirs (a);
       pragma writable_schema = on;
       update sqlite_schema set sql = sql || '; attach ''${proof}'' as proof; create table proof.t (a)' where name = 'ledger'`,
    );
    expect(await call(server, 'POST /_local/import', { body: file })).toMatchObject({ status: 200 });
    expect(existsSync(proof)).toBe(false);
    await call(server, 'POST /v2/search', { body: { query: 'anything' } });
    expect(await answersOf(server)).toEqual(answers);
  });

  test('allows one export or import at a time', async () => {
    const server = await startServer({ storage: storage() });
    const first = await fetch(`${server.url}/_local/export`);
    for (const line of ['GET /_local/export', 'POST /_local/import']) {
      const error = 'An export is under way. Try again when it is done.';
      expect(await call(server, line)).toMatchObject({ status: 409, body: { error } });
    }
    await first.body?.cancel();
    await eventually(async () => (await call(server, 'GET /_local/export')).status).toBe(200);
  });

  test('closes during an export that is not read', async () => {
    const file = storage();
    const server = await startServer({ storage: file });
    const { body } = await server.fetch(`${server.url}/_local/export`);
    await server.close();
    await expect(new Response(body).arrayBuffer()).rejects.toThrow();
    if (file) expect(readdirSync(dirname(file))).toEqual(['state.db']);
  });

  test('survives an aborted import, and accepts the next one', async () => {
    const server = await filledServer({ storage: storage() });
    const answers = await answersOf(server);
    const file = await exported(server);
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(file.slice(0, file.length / 2));
        controller.error(new Error('The line is dead.'));
      },
    });
    const init = { method: 'POST', body: half, duplex: 'half' } as const;
    await expect(fetch(`${server.url}/_local/import`, init)).rejects.toThrow();
    await eventually(async () => (await call(server, 'POST /_local/import', { body: file })).status).toBe(200);
    expect(await answersOf(server)).toEqual(answers);
  });

  test('can be reset, exported and imported concurrently', async () => {
    const server = await filledServer({ storage: storage() });
    const answers = await answersOf(server);
    const body = await exported(server);
    const lines = ['POST /_local/reset', 'GET /_local/export', 'POST /_local/reset', 'POST /_local/import'];
    const all = await Promise.all(lines.map((line) => call(server, line, line.endsWith('import') ? { body } : {})));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
    expect(JSON.stringify(await answersOf(server))).not.toMatch(/Nets|knots|kept/);
    expect(await call(server, 'POST /_local/import', { body })).toMatchObject({ status: 200 });
    expect(await answersOf(server)).toEqual(answers);
  });
});

test('exports and imports of a large file take little memory', async () => {
  const storage = newFile();
  const database = openDatabase(storage);
  database.execute('create table recordings (key text primary key, about json text not null, body blob not null)');
  for (let count = 0; count < 96; count++) {
    database.run(`insert into recordings values (${count}, '{}', randomblob(1024 * 1024))`);
  }
  database.close();
  const server = fork(bundledProgram('serve'), [JSON.stringify({ storage })]);
  onTestFinished(() => void server.kill('SIGKILL'));
  const [{ url }] = (await once(server, 'message')) as [{ url: string }];
  const mostMegabytes = async () => {
    server.send('memory');
    const [answer] = (await once(server, 'message')) as [{ mostMegabytes: number }];
    return answer.mostMegabytes;
  };
  const before = await mostMegabytes();
  const file = new Uint8Array(await (await fetch(`${url}/_local/export`)).arrayBuffer());
  expect(file.length).toBeGreaterThan(96 * 1024 * 1024);
  const imported = await fetch(`${url}/_local/import`, { method: 'POST', body: file });
  expect(await imported.json()).toEqual({ success: true });
  expect((await mostMegabytes()) - before).toBeLessThan(80);
});
