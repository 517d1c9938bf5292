import type { DeterministicJsonFormat } from '@trawl/client';
import { makeJson } from '../extraction/json-extraction.js';
import type { FormatDefinition } from './format-definition.js';

export const deterministicJson: FormatDefinition<DeterministicJsonFormat> = {
  field: 'json',
  make: makeJson,
  limit: 'The structured data of the page fill the schema: no extraction by code is written for a prompt.',
};
