import type { AudioFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const audio: FormatDefinition<AudioFormat> = {
  field: 'audio',
  unavailable: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
};
