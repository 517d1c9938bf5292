import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { readSecretFile, SecretFileError } from '@trawl/base/secret-file';
import { UsageError } from '../usage-error.js';

/**
 * The key in a file that other users cannot read. A key is never an argument, because arguments are visible to every
 * user of the machine and stay in the history of the shell.
 *
 * @throws UsageError when the file cannot be read, or others can read it.
 */
export function keyFromFile(file: string): string {
  try {
    return readSecretFile(file, '--api-key-file');
  } catch (error) {
    throw error instanceof SecretFileError ? new UsageError(error.message) : error;
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
