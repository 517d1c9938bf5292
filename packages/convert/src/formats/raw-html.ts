import type { FormatDefinition } from './format-definition.js';

export const rawHtml: FormatDefinition = {
  field: 'rawHtml',
  make: ({ source }) => ({ value: source.source ?? source.html }),
};
