import type { JsonFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const json: FormatDefinition<JsonFormat> = {
  field: 'json',
  isConverted: () => true,
  model: {
    task: ({ schema, prompt }) => ({ use: 'json', schema, prompt }),
    isBilled: true,
    failed: (reason) => `JSON extraction failed: ${reason}.`,
    fallback: null,
  },
  excludes: { formats: ['deterministicJson'], error: 'Cannot specify both json and deterministicJson formats' },
  limit: 'Without a model the structured data of the page fill the schema. `checkPromptInjection` is ignored.',
};
