import type { RawBase64Format } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

/** A scrape reads it from the bytes of the response, which are not converted. */
export const rawBase64: FormatDefinition<RawBase64Format> = {
  field: 'rawBase64',
  isOfBytes: true,
  excludes: { formats: 'all', error: 'The rawBase64 format cannot be combined with other formats' },
};
