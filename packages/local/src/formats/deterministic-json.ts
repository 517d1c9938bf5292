import type { DeterministicJsonFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const deterministicJson: FormatDefinition<DeterministicJsonFormat> = {
  field: 'json',
  isConverted: () => true,
  limit: 'The structured data of the page fill the schema: no extraction by code is written for a prompt.',
};
