import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '../clock.js';
import { OptionError } from '../option-error.js';
import type { Settings } from '../settings.js';
import { openStorage } from '../store/open-storage.js';
import type { CheckReport } from '../store/storage.js';
import { NO_OBSERVER } from '../store/store-context.js';

/** Checks what no service has open. */
export async function checkStorage(
  settings: Pick<Settings, 'storage' | 'database' | 'databaseConnections'>,
): Promise<CheckReport> {
  refuseMissingFile(settings.storage);
  const { isReadable } = await import('../contract/stored-json.js');
  const storage = await openStorage(settings, { clock: systemClock, observer: NO_OBSERVER });
  try {
    return await storage.check({ isReadable, pause: () => setImmediate() });
  } finally {
    await storage.close();
  }
}

/** A file that is not there would be created. */
export function refuseMissingFile(file: string | undefined): void {
  if (file === undefined || existsSync(file)) return;
  throw new OptionError(`The storage file ${file} does not exist.`);
}
