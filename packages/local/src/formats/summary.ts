import type { SummaryFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const summary: FormatDefinition<SummaryFormat> = {
  field: 'summary',
  isConverted: () => true,
  model: {
    task: () => ({ use: 'summary' }),
    isBilled: false,
    failed: (reason) => `\`summary\` is missing: ${reason}.`,
  },
  limit: 'Without a model a summary consists of sentences of the page.',
};
