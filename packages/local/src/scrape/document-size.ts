import { jsonSize, WorkFailure } from '@trawl/convert/workers';
import { MAX_ANSWER_BYTES } from '../convert/convert.js';

/** Throws for a document whose formats, and its body as base64, are too long together: nothing of them is cut. */
export function refuseLargeDocument(document: object, bytesForBase64: number): void {
  const base64Characters = Math.ceil(bytesForBase64 / 3) * 4;
  if (jsonSize(document, MAX_ANSWER_BYTES) + base64Characters <= MAX_ANSWER_BYTES) return;
  const limit = `its formats have more than ${MAX_ANSWER_BYTES} bytes together as JSON, which an answer cannot have`;
  throw new WorkFailure('error', `${limit}. Request the Markdown of the file instead of its bytes.`);
}
