import type { QuestionFormat } from '@trawl/client';
import { NO_MODEL } from '../options/option-row.js';
import type { FormatDefinition } from './format-definition.js';

export const question: FormatDefinition<QuestionFormat> = {
  field: 'answer',
  model: {
    task: ({ question }) => ({ use: 'answer', question }),
    isBilled: true,
    failed: (reason) => `The question was not answered: ${reason}.`,
  },
  missing: (_options, { hasModel }) =>
    hasModel ? undefined : { warning: `The question was not answered: ${NO_MODEL}.` },
};
