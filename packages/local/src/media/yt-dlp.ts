import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { optionList } from '../programs/option-list.js';
import type { ProgramEnd } from '../programs/run-program.js';
import { FILE_INPUT, NETWORK_INPUT, programFailure } from './ffmpeg.js';
import { MediaFailure } from './media-failure.js';
import type { MediaKind, MediaLimits } from './media-file.js';

/** What `yt-dlp` is asked for. */
export interface Download {
  readonly url: string;
  readonly kind: MediaKind;
  readonly folder: string;
  /** The path of ffmpeg, which joins video and sound. */
  readonly ffmpeg: string;
  readonly userAgent: string;
  readonly verifiesTls: boolean;
  readonly limits: MediaLimits;
}

/** The protocols whose every connection goes through the proxy. */
const PROTOCOLS = "[protocol~='^(https?|m3u8|m3u8_native|http_dash_segments)$']";

const FORMATS: Readonly<Record<MediaKind, string>> = {
  audio: `ba${PROTOCOLS}/b${PROTOCOLS}`,
  video: `bv*${PROTOCOLS}+ba${PROTOCOLS}/b${PROTOCOLS}`,
};

/** The name of the file, before its extension. No title of a page gets into a name. */
const NAME = 'downloaded';

/** Lets `yt-dlp` find and download the media of a page; resolves to the path of the file. */
export async function download(
  run: (args: readonly string[]) => Promise<ProgramEnd>,
  { url, kind, folder, ffmpeg, userAgent, verifiesTls, limits }: Download,
): Promise<string> {
  const { maxBytes, maxMinutes } = limits;
  const options = optionList({
    '--ignore-config': true,
    '--no-cache-dir': true,
    '--no-progress': true,
    '--no-warnings': true,
    '--quiet': true,
    '--no-mtime': true,
    '--no-playlist': true,
    '--playlist-items': 1,
    '--fixup': 'never',
    '--abort-on-unavailable-fragment': true,
    '--socket-timeout': 15,
    '--retries': 1,
    '--fragment-retries': 1,
    '--extractor-retries': 1,
    '--max-filesize': maxBytes,
    '--match-filters': `!is_live & duration <=? ${maxMinutes * 60}`,
    '--no-check-certificates': verifiesTls ? undefined : true,
    '--user-agent': userAgent,
    '--ffmpeg-location': ffmpeg,
    '--downloader-args': `ffmpeg_i:${NETWORK_INPUT.join(' ')}`,
    '--postprocessor-args': `ffmpeg_i:${FILE_INPUT.join(' ')}`,
    '--format': FORMATS[kind],
    '--output': `${NAME}.%(ext)s`,
  });
  // Behind the dashes, a URL cannot be taken for an option.
  const end = await run([...options, '--', url]);
  if (end.status !== 0) throw programFailure('yt-dlp could not take it', end);
  const file = (await readdir(folder)).find((name) => name.startsWith(`${NAME}.`));
  if (file === undefined) {
    const size = maxBytes / 1024 / 1024;
    throw new MediaFailure(
      `It is live, plays longer than ${maxMinutes} minutes or is larger than ${size} MB, the most that this server takes (--media-minutes, --media-size).`,
    );
  }
  return join(folder, file);
}
