import type { DocumentFile } from '../documents/document-kind.js';
import { ConvertError } from '../page/convert-error.js';

/** Stands for the readers of documents in the bundle for browsers, which converts HTML alone. */
export async function convertDocument({ kind }: DocumentFile): Promise<never> {
  throw new ConvertError(
    'unsupported',
    `The input is of the type ${kind}, which is converted in Node.js, Bun and Deno only.`,
  );
}

/** Stands for the layout of what another program has recognized in an image. */
export function recognizedHtml(): never {
  throw new ConvertError(
    'unsupported',
    'Text that was recognized in an image is laid out in Node.js, Bun and Deno only.',
  );
}
