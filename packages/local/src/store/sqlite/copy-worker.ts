import { serve } from '@trawl/convert/workers';
import { StorageFull } from '../storage-full.js';
import { markAsCopy } from './copy-mark.js';
import type { CopyResult, CopyWork } from './snapshot-copy.js';
import { openFile, openSnapshot, TEMPORARY } from './sqlite.js';

serve<CopyWork, CopyResult>(async ({ file, newFile }) => {
  const database = openSnapshot(file);
  try {
    database.run('vacuum into ?', newFile);
    const copy = openFile(newFile, TEMPORARY);
    markAsCopy(copy);
    copy.close();
    return { isDiskFull: false };
  } catch (error) {
    // The class of an error does not reach the other thread.
    if (error instanceof StorageFull) return { isDiskFull: true };
    throw error;
  } finally {
    database.close();
  }
});
