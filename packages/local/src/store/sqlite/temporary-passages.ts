import type { PassageStore } from '../passage-store.js';
import type { StoreOptions } from '../store-context.js';
import type { Database } from './database.js';
import { kyselyOn } from './kysely.js';
import { SqlitePassages } from './passage-store.js';
import { openTemporary } from './sqlite.js';

/** Passages in a temporary database of this process, which is opened when they are first used. */
export function openTemporaryPassages({ observer }: Pick<StoreOptions, 'observer'>): PassageStore & { close(): void } {
  let database: Database | undefined;
  let passages: PassageStore | undefined;
  const opened = () => {
    database ??= openTemporary();
    passages ??= new SqlitePassages({ db: kyselyOn(database, observer) });
    return passages;
  };
  return {
    fill: (all) => opened().fill(all),
    search: (words) => opened().search(words),
    close: () => database?.close(),
  };
}
