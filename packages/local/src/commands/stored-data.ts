import { existsSync } from 'node:fs';
import { systemClock } from '@trawl/base/clock';
import { OptionError } from '@trawl/base/option-error';
import { checkSnapshot } from '../app/snapshot-check.js';
import { checkStorage, openStorage } from '../store/open-storage.js';
import type { CheckReport, Storage } from '../store/storage.js';
import type { StoragePlace } from '../store/storage-place.js';
import { NO_OBSERVER } from '../store/store-context.js';

/** Checks what no service has open. */
export async function checkStoredData(place: StoragePlace): Promise<CheckReport> {
  refuseMissingFile(place.storage);
  return checkStorage(place, { checkFile: checkSnapshot });
}

/** Copies what no service has open. */
export async function copyStorage(settings: StoragePlace, newFile: string): Promise<void> {
  await withStorage(settings, (storage) => storage.copyTo(newFile));
}

async function withStorage<Result>(place: StoragePlace, use: (storage: Storage) => Promise<Result>): Promise<Result> {
  refuseMissingFile(place.storage);
  const storage = await openStorage(place, { clock: systemClock, observer: NO_OBSERVER });
  try {
    return await use(storage);
  } finally {
    await storage.close();
  }
}

/** A file that is not there would be created. */
export function refuseMissingFile(file: string | undefined): void {
  if (file === undefined || existsSync(file)) return;
  throw new OptionError(`The storage file ${file} does not exist.`);
}
