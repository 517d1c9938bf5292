import { serve } from '@trawl/convert/workers';
import { isReadable } from './contract/stored-json.js';
import type { CheckWork } from './snapshot-check.js';
import { checkDatabase } from './store/sqlite/check-database.js';
import { openSnapshot } from './store/sqlite/sqlite.js';
import type { CheckReport } from './store/storage.js';

serve<CheckWork, CheckReport>(async ({ file }) => {
  const database = openSnapshot(file);
  try {
    return await checkDatabase(database, isReadable);
  } finally {
    database.close();
  }
});
