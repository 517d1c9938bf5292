import type { DocumentFile } from '../documents/document-kind.js';
import { ConvertError } from '../page/convert-error.js';

/** Stands for the readers of documents in the bundle for browsers, which converts HTML alone. */
export async function convertDocument({ kind }: DocumentFile): Promise<never> {
  throw new ConvertError(
    'unsupported',
    `The input is of the type ${kind}, which is converted in Node.js, Bun and Deno only.`,
  );
}
