import { systemClock } from '@trawl/base/clock';
import { OptionError } from '@trawl/base/option-error';
import { moveStorage } from '../store/move-storage.js';
import { storagePlace } from '../store/storage-place.js';
import { NO_OBSERVER } from '../store/store-context.js';
import type { Command } from './command.js';
import { refuseMissingFile } from './stored-data.js';

const HELP = `Usage: trawl-local move --from FILE --to postgres://…
       trawl-local move --from postgres://… --to FILE

Copies everything from a storage file to an empty database of PostgreSQL, or from such a
database to a new file: all of it, or nothing. What it copies from stays as it was. Stop all
servers on both first: the command refuses what is in use.`;

export const moveCommand: Command = {
  help: HELP,
  flags: {
    from: { placeholder: 'PLACE', description: 'The storage file or the URL of the database to copy from.' },
    to: { placeholder: 'PLACE', description: 'The new storage file or the URL of the empty database to copy to.' },
  },
  settings: [],
  async run({ words, values: { from, to } }, output) {
    if (words.length > 0 || from === undefined || to === undefined) {
      throw new OptionError('It takes --from and --to. Run with --help to see them.');
    }
    if (isDatabase(from) === isDatabase(to)) {
      throw new OptionError(
        'One of --from and --to has to be a file, and the other a URL that begins with postgres://.',
      );
    }
    const options = { clock: systemClock, observer: NO_OBSERVER };
    if (isDatabase(to)) {
      refuseMissingFile(from);
      await moveStorage({ file: from, database: to, to: 'database' }, options);
    } else {
      await moveStorage({ file: to, database: from, to: 'file' }, options);
    }
    output.say(`${placeOf(to)} has everything that ${placeOf(from)} has.`);
    return 0;
  },
};

function isDatabase(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place);
}

function placeOf(place: string): string | undefined {
  return storagePlace(
    isDatabase(place) ? { storage: undefined, database: place } : { storage: place, database: undefined },
  );
}
