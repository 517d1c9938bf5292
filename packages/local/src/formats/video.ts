import type { VideoFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const video: FormatDefinition<VideoFormat> = {
  field: 'video',
  unavailable: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
};
