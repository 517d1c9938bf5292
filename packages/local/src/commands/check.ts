import { OptionError } from '@trawl/base/option-error';
import type { Settings } from '../settings/settings.js';
import { FileInUse } from '../store/file-in-use.js';
import type { CheckReport } from '../store/storage.js';
import type { Command } from './command.js';
import { runningService, SERVICE_SETTINGS, URL_FLAG } from './running-service.js';
import { checkStoredData } from './stored-data.js';

const HELP = `Usage: trawl-local check [options]

Reads all stored data, and tells what is wrong with it: damage of the file, values that
are not what they have to be, rows that belong to others that are gone, and changes of the
tables that the next start of this version will make. It changes nothing, and a service
that runs goes on meanwhile.

Ends with 0 if all is well, and with 1 if something is wrong.

With --database, or a --storage that no service has open, the command reads it. Otherwise,
it asks the service that runs at --host and --port, with its admin key.`;

const PROBLEMS_FOUND = 1;

export const checkCommand: Command = {
  help: HELP,
  flags: URL_FLAG,
  settings: ['storage', 'database', ...SERVICE_SETTINGS],
  async run({ words, settings, values }, output) {
    if (words.length > 0) throw new OptionError('It takes options alone. Run with --help to see them.');
    const { problems, version, pendingChanges } = await reportOn(settings, values.url);
    for (const problem of problems) output.print(problem);
    if (version !== undefined) output.print(`The tables are those of ${version}.`);
    if (pendingChanges.length > 0) {
      output.print(`The next start of this version changes the tables: ${pendingChanges.join(', ')}.`);
    }
    if (problems.length > 0) return PROBLEMS_FOUND;
    output.print('All is well.');
    return 0;
  },
};

async function reportOn(settings: Settings, url: string | undefined): Promise<CheckReport> {
  const askService = () => runningService(settings, url).ask<CheckReport>('GET', 'check');
  if (url !== undefined || (settings.storage ?? settings.database) === undefined) return askService();
  try {
    return await checkStoredData(settings);
  } catch (error) {
    if (!(error instanceof FileInUse)) throw error;
    return askService();
  }
}
