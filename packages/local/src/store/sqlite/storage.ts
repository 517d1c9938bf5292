import type { Storage } from '../storage.js';
import type { StoreOptions } from '../store-context.js';
import { checkDatabase } from './check-database.js';
import { importFile } from './import-file.js';
import { openStores } from './open-stores.js';
import { openReplaceableDatabase } from './replaceable-database.js';

/** Opens the storage in a SQLite file, created if it does not exist, or in a temporary one. */
export function openSqliteStorage(file: string | undefined, { clock, observer }: StoreOptions): Storage {
  const replaceable = openReplaceableDatabase(file);
  return {
    openStores: () => openStores(replaceable.database, clock, observer),
    makeFolder: () => replaceable.makeFolder(),
    async copyTo(newFile) {
      replaceable.database.run('vacuum into ?', newFile);
    },
    check: (options) => checkDatabase(replaceable.database, options),
    clear: async () => replaceable.clear(),
    fill: (newFile, receivedFile, fillOptions) => importFile(newFile, receivedFile, { ...fillOptions, clock }),
    replace: async (filledFile, use) =>
      replaceable.replace(filledFile, (database) => use(openStores(database, clock, observer))),
    close: async () => replaceable.close(),
  };
}
