import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from './contract/refusal.js';
import { reindex } from './search/reindex.js';
import { createService, type Service, type ServiceOptions } from './service.js';
import { copyRows, UnusableFile } from './store/copy-rows.js';
import type { Database } from './store/database.js';
import { type FileBody, sendFile } from './store/file-body.js';
import { openFile, TEMPORARY } from './store/sqlite.js';
import { openStorage, removeFolder } from './store/storage.js';
import { StorageFull } from './store/storage-full.js';

export interface State {
  readonly service: Service;
  /** Deletes everything. */
  reset(): Promise<void>;
  /** Exports everything as a SQLite file. Read it to the end or cancel it: only one export or import runs at a time. */
  export(): Promise<FileBody>;
  /** Replaces everything with an export. When it fails, nothing changes. */
  import(file: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database and the service on it. The service restarts when the database is replaced. */
export function openState(parts: Omit<ServiceOptions, 'database'>): State {
  const storage = openStorage(parts.settings.storage);
  const serviceOn = (database: Database) => createService({ ...parts, database });
  let service = serviceOn(storage.database);
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let copying: string | undefined;
  let sending: FileBody | undefined;

  /** Runs the work after the previous call has ended. */
  function runExclusive<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = last.then(() => {
      closing.signal.throwIfAborted();
      return work();
    });
    last = result.catch(() => undefined);
    return result;
  }

  function restart(change: () => Service): Promise<void> {
    return runExclusive(async () => {
      await service.close();
      try {
        service = change();
      } catch (error) {
        service = serviceOn(storage.database);
        throw error;
      }
    });
  }

  /** Refuses a second copy at the same time, because each takes as much disk space as the whole database. */
  async function startCopy(name: string): Promise<{ folder: string; end: () => Promise<void> }> {
    if (copying !== undefined) throw new Refusal(409, { error: `${copying} is under way. Try again when it is done.` });
    copying = name;
    try {
      const folder = await storage.makeFolder();
      return {
        folder,
        async end() {
          await removeFolder(folder);
          copying = undefined;
        },
      };
    } catch (error) {
      copying = undefined;
      throw error;
    }
  }

  /** Yields to other requests, and throws when the server closes. */
  async function pause(): Promise<void> {
    await setImmediate();
    closing.signal.throwIfAborted();
  }

  /** Creates a database of this version with the rows of a received file. */
  async function fillDatabase(filled: string, received: string): Promise<void> {
    const database = openFile(filled, TEMPORARY);
    try {
      // Without a recordings folder, so that the table exists for recordings in the file.
      const settings = { ...parts.settings, recordings: undefined };
      await createService({ ...parts, settings, database }).close();
      // Loaded on demand, because it loads the schema compiler.
      const { isReadable } = await import('./contract/stored-json.js');
      await copyRows(database, received, { isReadable, pause });
      await reindex(database, pause);
    } finally {
      database.close();
    }
  }

  return {
    get service() {
      return service;
    },
    reset: () =>
      restart(() => {
        storage.clear();
        return serviceOn(storage.database);
      }),
    async export() {
      const { folder, end } = await startCopy('An export');
      try {
        const file = join(folder, 'export.db');
        await runExclusive(() => storage.database.run('vacuum into ?', file));
        sending = await sendFile(file, end);
        return sending;
      } catch (error) {
        await end();
        throw error;
      }
    },
    async import(file) {
      const { folder, end } = await startCopy('An import');
      try {
        const received = join(folder, 'received.db');
        const filled = join(folder, 'filled.db');
        await writeBody(file, received);
        await fillDatabase(filled, received);
        await restart(() => storage.replace(filled, serviceOn));
      } catch (error) {
        if (!(error instanceof UnusableFile)) throw error;
        throw new Refusal(400, {
          code: 'BAD_REQUEST',
          error: `The body is no export of this server: ${error.message}`,
        });
      } finally {
        await end();
      }
    },
    async close() {
      closing.abort(new Refusal(503, { error: 'The server closes.' }));
      await last;
      await sending?.close();
      await service.close();
      storage.close();
    },
  };
}

async function writeBody(body: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  try {
    await writeFile(path, body);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new StorageFull(path, error) : error;
  }
}
