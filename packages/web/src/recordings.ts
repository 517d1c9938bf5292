import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A recorded response. */
export interface Recording {
  /** The URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** Stores recordings by key; a newer one replaces an older one with the same key. */
export interface Recordings {
  find(key: string): Promise<Recording | undefined>;
  add(key: string, recording: Recording): Promise<void>;
}

/** Stores recordings in an existing folder, where people can read and copy them: `<key>.json` describes `<key>.body`. */
export function recordingsInFolder(folder: string): Recordings {
  /** Writes to a temporary file first, so that a file under the final name is always complete. */
  async function write(name: string, content: string | Uint8Array): Promise<void> {
    const partial = join(folder, `.${randomUUID()}.partial`);
    await writeFile(partial, content);
    await rename(partial, join(folder, name));
  }

  return {
    async find(key) {
      try {
        const [description, body] = await Promise.all([
          readFile(join(folder, `${key}.json`), 'utf8'),
          readFile(join(folder, `${key}.body`)),
        ]);
        return { ...(JSON.parse(description) as Omit<Recording, 'body'>), body: new Uint8Array(body) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async add(key, { body, ...description }) {
      await write(`${key}.body`, body);
      await write(`${key}.json`, `${JSON.stringify(description, null, 2)}\n`);
    },
  };
}
