import type { Storage, StorageOptions } from '../storage.js';
import { isCopyOfOther, noteUse } from './copy-mark.js';
import { importFile } from './import-file.js';
import { compareMigrations, migrate } from './migrations.js';
import { openStores } from './open-stores.js';
import { openReplaceableDatabase } from './replaceable-database.js';
import { copySnapshot } from './snapshot-copy.js';
import { tablesOf } from './tables-of.js';

const CANNOT_SHRINK =
  'The storage file stays as large as it is when data is deleted: to change that, its disk needs as much free space as the file takes when the server starts.';

/** Opens the storage in a SQLite file, created if it does not exist, or in a temporary one. */
export function openSqliteStorage(
  file: string | undefined,
  { clock, observer, announce, log }: StorageOptions,
): Storage {
  const replaceable = openReplaceableDatabase(file);
  const isNew = tablesOf(replaceable.database).length === 0;
  const { missing } = compareMigrations(replaceable.database);
  if (!isNew && missing.length > 0) announce?.(missing);
  const stores = () => {
    migrate(replaceable.database);
    if (!replaceable.makeShrinkable()) log?.(CANNOT_SHRINK);
    return openStores(replaceable.database, clock, observer);
  };
  return {
    openStores: stores,
    makeFolder: () => replaceable.makeFolder(),
    copyTo: (newFile, signal) =>
      replaceable.withSnapshot((snapshot) => copySnapshot({ file: snapshot, newFile }, signal)),
    isCopy: async () => file !== undefined && isCopyOfOther(replaceable.database, file),
    async takeIntoUse() {
      if (file !== undefined) noteUse(replaceable.database, file);
    },
    check: ({ checkFile }) => replaceable.withSnapshot(checkFile),
    async clear() {
      const keys = await stores().apiKeys.rows();
      replaceable.clear();
      await stores().apiKeys.replace(keys);
    },
    fill: (newFile, receivedFile, fillOptions) => importFile(newFile, receivedFile, { ...fillOptions, clock }),
    replace: async (filledFile, use) =>
      replaceable.replace(filledFile, (database) => use(openStores(database, clock, observer))),
    close: async () => replaceable.close(),
  };
}
