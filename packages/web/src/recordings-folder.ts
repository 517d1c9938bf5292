import { existsSync, mkdirSync, opendirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OptionError } from '@trawl/base/option-error';

/** Creates the folder of recordings if it does not exist. */
export function makeRecordingsFolder(folder: string): void {
  try {
    // `mkdir` with `recursive` never returns where the system allows no new folder, such as in `/proc`.
    const missingFolders: string[] = [];
    for (let path = resolve(folder); !existsSync(path) && path !== dirname(path); path = dirname(path)) {
      missingFolders.unshift(path);
    }
    for (const path of missingFolders) mkdirSync(path);
    opendirSync(folder).closeSync();
  } catch (cause) {
    throw new OptionError(`The recordings folder ${folder} cannot be used: ${(cause as Error).message}`, { cause });
  }
}
