import type { ChangeTrackingFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

/** A scrape compares its result with the last version of the page, after all other formats are made. */
export const changeTracking: FormatDefinition<ChangeTrackingFormat> = {
  field: 'changeTracking',
  needsFreshPage: true,
  isOfBytes: true,
};
