import { existsSync, mkdirSync, opendirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OptionError } from '../option-error.js';

/** Makes the folder of recordings if need be. */
export function makeRecordingsFolder(folder: string): void {
  try {
    // Node.js itself would try for ever where the system has a place but lets nobody make a folder in it, as in `/proc`.
    const missing: string[] = [];
    for (let path = resolve(folder); !existsSync(path) && path !== dirname(path); path = dirname(path)) {
      missing.unshift(path);
    }
    for (const path of missing) mkdirSync(path);
    opendirSync(folder).closeSync();
  } catch (cause) {
    throw new OptionError(`The recordings folder ${folder} cannot be used: ${(cause as Error).message}`, { cause });
  }
}
