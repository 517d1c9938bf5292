import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** A file of a key cannot be used. The message says why, and what to do. */
export class SecretFileError extends Error {
  override name = 'SecretFileError';
}

const ROOT = 0;

/**
 * The content of a file of a key, without blanks around it. Every program reads keys by this function.
 *
 * @param source - The option that names the file.
 * @throws SecretFileError when the file cannot be read, is empty, or other users can read it.
 */
export function readSecretFile(file: string, source: string): string {
  const content = readPrivately(file, source).trim();
  if (content === '') throw new SecretFileError(`${source}: ${file} is empty.`);
  return content;
}

function readPrivately(file: string, source: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    // The rights of the open file: another one may have its name by now.
    if (isOpenToOthers(fstatSync(descriptor))) {
      throw new SecretFileError(`Others can read the key in ${file}: run chmod 600 ${file}.`);
    }
    return readFileSync(descriptor, 'utf8');
  } catch (error) {
    if (error instanceof SecretFileError) throw error;
    throw new SecretFileError(`${source}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/**
 * Whether other users have rights at a file. Windows has no such rights, and a pipe of a shell belongs to this process. A file
 * of root may be readable for the group of this process, because a container gets its secrets so.
 */
function isOpenToOthers(file: Stats): boolean {
  if (process.platform === 'win32' || !file.isFile()) return false;
  const isGivenByRoot = file.uid === ROOT && process.geteuid?.() !== ROOT;
  return (file.mode & (isGivenByRoot ? 0o037 : 0o077)) !== 0;
}
