import type { AudioFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const audio: FormatDefinition<AudioFormat> = {
  field: 'audio',
  media: { kind: 'audio', unsupported: 'SCRAPE_AUDIO_UNSUPPORTED_URL' },
  limit:
    'It takes the programs `ffmpeg` and, for more than the media that a page states itself, `yt-dlp`. Without `ffmpeg` it is refused with the code SCRAPE_AUDIO_UNSUPPORTED_URL.',
};
