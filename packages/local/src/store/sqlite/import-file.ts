import type { Clock } from '@trawl/base/clock';
import type { FillOptions } from '../storage.js';
import type { Stores } from '../stores.js';
import { copyRows } from './copy-rows.js';
import { openStores } from './open-stores.js';
import { openFile, TEMPORARY } from './sqlite.js';

export interface ImportOptions extends FillOptions {
  readonly clock: Clock;
}

/**
 * Creates a file of this version with the rows of another one, which is not trusted.
 *
 * @throws UnusableFile for a file that cannot be imported, and StorageFull when the disk is full.
 */
export async function importFile(
  newFile: string,
  receivedFile: string,
  { clock, isReadable, apiKeys, pause }: ImportOptions,
): Promise<void> {
  const database = openFile(newFile, TEMPORARY);
  try {
    const stores = openStores(database, clock);
    await copyRows(database, receivedFile, { isReadable, pause });
    await stores.apiKeys.replace(apiKeys);
    await fillIndexes(stores, pause);
    await stores.close();
  } finally {
    database.close();
  }
}

/** Fills the empty full-text indexes from the tables of pages and images. */
export async function fillIndexes(
  { search }: Pick<Stores, 'search'>,
  pause: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (let last: number | undefined = 0; last !== undefined; last = await search.indexPages(last)) await pause();
  for (let last: number | undefined = 0; last !== undefined; last = await search.indexImages(last)) await pause();
}
