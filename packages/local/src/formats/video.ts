import type { VideoFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

export const video: FormatDefinition<VideoFormat> = {
  field: 'video',
  media: { kind: 'video', unsupported: 'SCRAPE_VIDEO_UNSUPPORTED_URL' },
  limit:
    'It takes the programs `ffmpeg` and, for more than the media that a page states itself, `yt-dlp`. Without `ffmpeg` it is refused with the code SCRAPE_VIDEO_UNSUPPORTED_URL.',
};
