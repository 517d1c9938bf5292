import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OptionError } from '@trawl/base/option-error';
import type { Settings } from '../settings/settings.js';
import { FileInUse } from '../store/file-in-use.js';
import type { Command } from './command.js';
import { runningService, SERVICE_SETTINGS, URL_FLAG } from './running-service.js';
import { checkStoredData, copyStorage } from './stored-data.js';

const HELP = `Usage: trawl-local backup FILE [options]

Writes all stored data to a new SQLite file, and checks it. The service goes on meanwhile.
A service that starts with the file as its --storage has everything, keys of teams too.

With a --storage that no service has open, the command copies it. Otherwise, it asks the
service that runs at --host and --port, with its admin key.`;

const PROBLEMS_FOUND = 1;

export const backupCommand: Command = {
  help: HELP,
  flags: URL_FLAG,
  settings: ['storage', ...SERVICE_SETTINGS],
  async run({ words, settings, values }, output) {
    const [file, ...rest] = words;
    if (file === undefined || rest.length > 0) {
      throw new OptionError('Name the file to write. Run with --help to see the options.');
    }
    if (existsSync(file)) throw new OptionError(`${file} exists already. Name a new file.`);
    const { problems } = await writeBackup(file, settings, values.url);
    output.say(`${file}: ${(await stat(file)).size} bytes.`);
    for (const problem of problems) output.print(problem);
    return problems.length > 0 ? PROBLEMS_FOUND : 0;
  },
};

/** Writes the file under another name first, so that a file with this name is complete. */
async function writeBackup(file: string, settings: Settings, url: string | undefined) {
  const unfinishedFile = `${file}.unfinished`;
  await rm(unfinishedFile, { force: true });
  try {
    // For its user alone, like the file of a service.
    await writeFile(unfinishedFile, '', { mode: 0o600 });
    await copyData(unfinishedFile, settings, url);
    const report = await checkStoredData({ ...settings, storage: unfinishedFile, database: undefined });
    await syncFile(unfinishedFile);
    await rename(unfinishedFile, file);
    return report;
  } finally {
    await rm(unfinishedFile, { force: true });
  }
}

async function copyData(newFile: string, settings: Settings, url: string | undefined): Promise<void> {
  if (url === undefined && settings.storage !== undefined) {
    try {
      await copyStorage(settings, newFile);
      return;
    } catch (error) {
      if (!(error instanceof FileInUse)) throw error;
    }
  }
  const { body } = await runningService(settings, url).fetch('GET', 'export');
  if (!body) throw new Error('The service has sent no data.');
  await pipeline(Readable.fromWeb(body), createWriteStream(newFile));
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
