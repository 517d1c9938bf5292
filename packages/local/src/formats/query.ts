import type { QueryFormat } from '@trawl/client';
import { NO_MODEL } from '../options/option-row.js';
import type { FormatDefinition } from './format-definition.js';

/** The older form of `question` and `highlights`. */
export const query: FormatDefinition<QueryFormat> = {
  field: 'answer',
  isConverted: isQuote,
  model: {
    task: (options) => (isQuote(options) ? undefined : { use: 'answer', question: options.prompt }),
    isBilled: true,
    failed: (reason) => `The query was not answered: ${reason}.`,
  },
  missing: (options, { hasModel }) =>
    hasModel || isQuote(options)
      ? undefined
      : { warning: `The query was not answered in words of its own: ${NO_MODEL}.` },
};

/** Whether passages of the page are wanted instead of an answer. */
function isQuote({ mode }: QueryFormat): boolean {
  return mode === 'directQuote';
}
