import { jsonSize } from '@trawl/convert/workers';

/** Bytes of a version as JSON. Storing, reading and comparing a longer one would hold up other requests. */
export const MAX_VERSION_BYTES = 2_000_000;

/** A diff with more lines has no parsed form. */
export const MAX_PARSED_LINES = 50_000;

/** Whether the version is too long to be stored and compared. */
export function isTooLong({ markdown, json }: { readonly markdown: string; readonly json?: unknown }): boolean {
  return jsonSize({ markdown, json }, MAX_VERSION_BYTES) > MAX_VERSION_BYTES;
}
