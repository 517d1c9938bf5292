import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import { onTestFinished } from 'vitest';
import type { LocalServerOptions } from '../../src/index.js';
import type { Database } from '../../src/store/sqlite/database.js';
import { migrate } from '../../src/store/sqlite/migrations.js';
import { openDatabase } from '../../src/store/sqlite/sqlite.js';
import { type Service, startService } from './service.js';

const START = Date.UTC(2026, 10, 21, 1, 44);

/** A service that was started on what had been stored when another one crashed. */
export interface Crash {
  /** After how many writes the other one crashed. */
  readonly writes: number;
  readonly service: Service;
  /** What the outside had seen: at the least when the write was just done, at the most when the next one was about to be. */
  readonly seen: { readonly least: number; readonly most: number };
}

export interface Crashes {
  /** What happens until the crash. */
  story(service: Service): Promise<void>;
  /** How much the outside has seen. */
  seen(): number;
  /** Options of the service. */
  readonly options?: LocalServerOptions;
  /** What has to hold whenever it was. */
  check(crash: Crash): Promise<void>;
}

/**
 * Tells a story once, keeps the database as it was after each of its writes, and checks each of them in a service that is
 * started with it. A transaction is one write.
 */
export async function crashAfterEachWrite({ story, seen, check, options }: Crashes): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-crashes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const crashes: { file: string; time: number; least: number }[] = [];
  const real = openDatabase();
  migrate(real);
  const clock = createVirtualClock(START);
  const first = startService(
    watched(real, () => {
      const file = join(folder, `${crashes.length}.db`);
      real.run('vacuum into ?', file);
      crashes.push({ file, time: clock.now(), least: seen() });
    }),
    clock,
    options,
  );
  try {
    await story(first);
  } finally {
    await first.close();
    real.close();
  }
  const end = seen();
  for (const [writes, { file, time, least }] of crashes.entries()) {
    const database = openDatabase(file);
    const service = startService(database, createVirtualClock(time), options);
    try {
      await check({ writes, service, seen: { least, most: crashes[writes + 1]?.least ?? end } });
    } catch (error) {
      const rest = service.logged.length > 0 ? `\nIts log:\n${service.logged.join('\n')}` : '';
      throw new Error(`After a crash at write ${writes}: ${(error as Error).message}${rest}`, { cause: error });
    } finally {
      await service.close();
      database.close();
    }
  }
}

/** Tells of each write once it is committed. */
function watched(database: Database, onCommit: () => void): Database {
  let depth = 0;
  let isChanged = false;
  const committed = () => {
    if (depth > 0 || !isChanged) return;
    isChanged = false;
    onCommit();
  };
  const begin = () => {
    depth += 1;
  };
  const rolledBack = () => {
    depth -= 1;
    if (depth === 0) isChanged = false;
  };
  return {
    execute: (sql) => database.execute(sql),
    run(sql, ...values) {
      const changes = database.run(sql, ...values);
      isChanged ||= changes > 0;
      committed();
      return changes;
    },
    get: (sql, ...values) => database.get(sql, ...values),
    all: (sql, ...values) => database.all(sql, ...values),
    transaction(work) {
      begin();
      try {
        const result = database.transaction(work);
        depth -= 1;
        committed();
        return result;
      } catch (error) {
        rolledBack();
        throw error;
      }
    },
    begin() {
      database.begin();
      begin();
    },
    commit() {
      database.commit();
      depth -= 1;
      committed();
    },
    rollback() {
      database.rollback();
      rolledBack();
    },
    close: () => database.close(),
  };
}
