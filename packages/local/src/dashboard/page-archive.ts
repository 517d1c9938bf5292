import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompress = promisify(brotliDecompress);

/**
 * The pages of a folder, which the build puts into one compressed file: hundreds of pages that share most of their text
 * are a tenth of what they are one by one. The file begins with a line of JSON, the names and lengths of the files in it.
 */
export class PageArchive {
  #files: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

  constructor(private readonly file: URL) {}

  /** Reads a page; rejects with `ENOENT` if this build does not contain it. */
  async read(name: string): Promise<Uint8Array> {
    this.#files ??= this.#open();
    const page = (await this.#files).get(name);
    if (!page) throw Object.assign(new Error(`${name} is not part of this build.`), { code: 'ENOENT' });
    return page;
  }

  async #open(): Promise<ReadonlyMap<string, Uint8Array>> {
    try {
      return filesIn(await decompress(await readFile(this.file)));
    } catch (error) {
      // A file that is not there may be there later.
      this.#files = undefined;
      throw error;
    }
  }
}

function filesIn(archive: Uint8Array): Map<string, Uint8Array> {
  let position = archive.indexOf('\n'.charCodeAt(0)) + 1;
  const lengths = JSON.parse(new TextDecoder().decode(archive.subarray(0, position))) as Record<string, number>;
  const files = new Map<string, Uint8Array>();
  for (const [name, length] of Object.entries(lengths)) {
    files.set(name, archive.subarray(position, position + length));
    position += length;
  }
  return files;
}
