import { unzipSync, zipSync } from 'fflate';
import { ConvertError } from '../page/convert-error.js';
import type { DocumentBudget } from './budget.js';

/** This is more than any real office file has, and less than the memory of a worker. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 5_000;

export type Archive = Readonly<Record<string, Uint8Array>>;

/** Unpacks a ZIP archive within limits: a small archive may expand to more than the memory of the machine. */
export function unpack(
  body: Uint8Array,
  budget: DocumentBudget,
  isWanted: (name: string) => boolean = () => true,
): Archive {
  let [bytes, files] = [0, 0];
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!isWanted(name)) return false;
    files += 1;
    bytes += originalSize;
    if (bytes > MAX_BYTES || files > MAX_FILES) {
      throw new ConvertError(
        'unreadable',
        `The document unpacks to more than ${MAX_BYTES / 1024 / 1024} MiB or ${MAX_FILES} files, which is not read.`,
      );
    }
    budget.spend('byte', originalSize);
    return true;
  };
  try {
    return unzipSync(body, { filter });
  } catch (error) {
    if (error instanceof ConvertError) throw error;
    throw new ConvertError('unreadable', 'The document is broken: its archive cannot be unpacked.', { cause: error });
  }
}

/** The files of an archive as one without compression, for libraries that unpack without limits. */
export function packed(archive: Archive): Uint8Array {
  return zipSync({ ...archive }, { level: 0 });
}
