import { unzipSync, zipSync } from 'fflate';
import { UnreadableDocument } from './document.js';

/** More than any office file that people write, less than what a worker may hold. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 5_000;

export type Archive = Readonly<Record<string, Uint8Array>>;

/** The files of a ZIP archive, of which a small one may claim to hold more than the machine does. */
export function unpack(body: Uint8Array, wanted: (name: string) => boolean = () => true): Archive {
  let [bytes, files] = [0, 0];
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!wanted(name)) return false;
    files += 1;
    bytes += originalSize;
    if (bytes > MAX_BYTES || files > MAX_FILES) {
      throw new UnreadableDocument(
        `The document unpacks to more than ${MAX_BYTES / 1024 / 1024} MiB or ${MAX_FILES} files, which is not read.`,
      );
    }
    return true;
  };
  try {
    return unzipSync(body, { filter });
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument('The document is broken: its archive cannot be unpacked.', { cause: error });
  }
}

/** The same archive without compression, for libraries that would unpack anything. */
export function withoutCompression(body: Uint8Array): Uint8Array {
  return zipSync(unpack(body), { level: 0 });
}
