import { readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../usage-error.js';

/**
 * The key in a file that other users cannot read. A key is never an argument, because arguments are visible to every
 * user of the machine and stay in the history of the shell.
 *
 * @throws UsageError when the file cannot be read, or others can read it.
 */
export function keyFromFile(file: string): string {
  try {
    // Windows has no such rights.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
      throw new UsageError(`Others can read the key in ${file}: run chmod 600 ${file}.`);
    }
    const key = readFileSync(file, 'utf8').trim();
    if (key === '') throw new UsageError(`--api-key-file: ${file} is empty.`);
    return key;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--api-key-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Asks for the key at the terminal, and does not show what is typed.
 *
 * @throws UsageError when there is no terminal.
 */
export async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError('--ask-api-key needs a terminal. In a script, set TRAWL_API_KEY.');
  const silent = new Writable({ write: (_chunk, _encoding, callback) => callback() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  // The terminal shows nothing from here on, so whatever follows the prompt stays unseen.
  process.stderr.write('API key: ');
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
