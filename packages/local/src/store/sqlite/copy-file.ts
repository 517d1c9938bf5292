import { lockFile } from './file-lock.js';
import { DURABLE, openFile } from './sqlite.js';

/**
 * Writes the data of a SQLite file to a new one. It leaves the tables as they are.
 *
 * @throws FileInUse when a server has the file open.
 */
export function copySqliteFile(file: string, newFile: string): void {
  const { path, release } = lockFile(file);
  try {
    const database = openFile(path, DURABLE);
    try {
      database.run('vacuum into ?', newFile);
    } finally {
      database.close();
    }
  } finally {
    release();
  }
}
