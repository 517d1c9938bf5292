import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../src/commands/command.js';
import { moveCommand } from '../src/commands/move.js';
import { isMarkedAsCopy } from '../src/store/sqlite/copy-mark.js';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import { TABLE_NAMES } from '../src/store/table-names.js';
import { startFixtures } from './conformance/fixtures.js';
import { startDatabaseProxy } from './nodes/database-proxy.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';
import { call, startServer } from './server.js';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'trawl-move-')), 'trawl.db');

async function newDatabase(): Promise<string> {
  const url = await createDatabase();
  onTestFinished(() => dropDatabase(url));
  return url;
}

async function move(from: string, to: string): Promise<string> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await runCommand(moveCommand, ['--from', from, '--to', to], process.env, { print: say, say });
  return lines.join('\n');
}

/** A service with something in most tables, which ends with the function that it returns. */
async function fill(place: { storage: string } | { database: string }) {
  const ends: (() => Promise<void>)[] = [];
  const fixtures = await startFixtures(place, {}, (end) => ends.push(end));
  await fixtures.check();
  await fixtures.scrape();
  await fixtures.uploadUrl();
  await fixtures.cancelledBatch();
  const crawl = await fixtures.finishedCrawl();
  return {
    crawl,
    async end() {
      for (const end of ends.reverse()) await end();
    },
  };
}

/** All rows of a file, without those of its full-text indexes. */
function rowsOf(file: string) {
  const database = openDatabase(file);
  const rows = TABLE_NAMES.map((name) => [name, database.all(`select * from ${name} order by 1, 2`)]);
  database.close();
  return Object.fromEntries(rows);
}

describe.skipIf('missing' in sharedServer)('what is stored moves', () => {
  test('from a file to a database and back with every row, and a service goes on with it', async () => {
    const [file, database, fileAfter] = [newFile(), await newDatabase(), newFile()];
    const service = await fill({ storage: file });
    await expect(move(file, database)).rejects.toThrow('is in use by another server');
    await service.end();

    const said = await move(file, database);
    expect(said).toContain(` has everything that ${file} has.`);
    expect(said).not.toContain(new URL(database).password);
    await move(database, fileAfter);
    expect(rowsOf(fileAfter)).toEqual(rowsOf(file));
    const moved = openDatabase(fileAfter);
    expect(isMarkedAsCopy(moved)).toBe(false);
    moved.close();

    const server = await startServer({ database, allowPrivateNetworks: true });
    await expect(move(database, newFile())).rejects.toThrow(
      'A server uses the database. Stop all servers on it first.',
    );
    expect((await call(server, `GET /v2/crawl/${service.crawl}`)).body).toMatchObject({ status: 'completed' });
    const found = await call(server, 'POST /v2/search', { body: { query: 'sqlite' } });
    expect((found.body as { data: { web: object[] } }).data.web.length).toBeGreaterThan(0);
    const added = await call(server, 'POST /v2/batch/scrape', { body: { urls: ['http://127.0.0.1:9/'] } });
    expect(added.status).toBe(200);
  });

  test('or says in a sentence that the database went away, whenever that happens, and leaves it empty', async () => {
    const [file, database] = [newFile(), await newDatabase()];
    openDatabase(file).close();
    const proxy = await startDatabaseProxy(database);
    let messages = 2;
    const attempt = () => {
      proxy.dropAfter(messages);
      return move(file, proxy.url).catch((error: Error) => error.message);
    };
    for (let said = ''; !said.includes('has everything'); messages += Math.ceil(messages / 3)) {
      said = await attempt();
      // The database learns a moment later that a connection has ended.
      while (said.startsWith('A server uses the database')) said = await attempt();
      expect(said).toMatch(/^The database (?:does not answer|cannot be opened)|has everything/);
    }
    // It was cut off before and after the first tables were there.
    expect(messages).toBeGreaterThan(20);
  });

  test('only to an empty database or a new file, and a service may read an export of the other', async () => {
    const [file, database] = [newFile(), await newDatabase()];
    const service = await fill({ database });
    await service.end();
    await move(database, file);
    await expect(move(file, database)).rejects.toThrow(/^The database is not empty: its table \w+ has rows\.$/);
    await expect(move(database, file)).rejects.toThrow('exists already');
    const missing = newFile();
    await expect(move(missing, database)).rejects.toThrow('does not exist');
    expect(existsSync(missing)).toBe(false);

    const onFile = await startServer({ storage: file });
    const exported = await onFile.export();
    const onDatabase = await startServer({ database });
    await onDatabase.reset();
    expect((await call(onDatabase, `GET /v2/crawl/${service.crawl}`)).status).toBe(404);
    await onDatabase.import(exported);
    expect((await call(onDatabase, `GET /v2/crawl/${service.crawl}`)).body).toMatchObject({ status: 'completed' });
    await onFile.import(await onDatabase.export());
    expect((await call(onFile, `GET /v2/crawl/${service.crawl}`)).body).toMatchObject({ status: 'completed' });
  });
});
