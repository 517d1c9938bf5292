import { type Clock, createVirtualClock } from '@trawl/base/clock';
import { onTestFinished } from 'vitest';
import type { Database } from '../src/store/sqlite/database.js';
import { openStores } from '../src/store/sqlite/open-stores.js';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import type { Stores } from '../src/store/stores.js';

/** Empty stores that end with the test. */
export function temporaryStores(clock: Clock = createVirtualClock(), database: Database = openDatabase()): Stores {
  onTestFinished(() => database.close());
  return openStores(database, clock);
}
