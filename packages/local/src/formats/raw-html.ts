import type { RawHtmlFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const rawHtml: FormatDefinition<RawHtmlFormat> = {
  field: 'rawHtml',
  make: ({ source }) => ({ value: source.source ?? source.html }),
};
