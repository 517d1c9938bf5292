import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { optionList } from '../programs/option-list.js';
import type { ProgramEnd } from '../programs/run-program.js';
import { MediaFailure } from './media-failure.js';
import type { MediaFile, MediaKind, MediaLimits } from './media-file.js';

/** Runs `ffmpeg` or the `ffprobe` beside it. */
export type RunFfmpeg = (program: 'ffmpeg' | 'ffprobe', args: readonly string[]) => Promise<ProgramEnd>;

/** A stream on the network, or an address that is one file. */
export interface Stream {
  readonly url: string;
  readonly userAgent: string;
  readonly verifiesTls: boolean;
}

/**
 * The formats that are read. None of them names other files, as playlists and scripts of ffmpeg do; `hls` is read of the
 * network alone.
 */
const FILE_FORMATS = 'mov,matroska,mpegts,mp3,aac,ogg,flac,wav,flv,avi,mpeg,mpegvideo,asf,webm_dash_manifest';

/** From the network: no file of this machine, and every connection by HTTP, which goes through the proxy in the environment. */
export const NETWORK_INPUT = optionList({
  '-protocol_whitelist': 'http,https,tls,tcp,crypto,data,httpproxy',
  '-format_whitelist': `hls,${FILE_FORMATS}`,
});

/** From this machine: a file, and nothing that it names. */
export const FILE_INPUT = optionList({ '-protocol_whitelist': 'file', '-format_whitelist': FILE_FORMATS });

const QUIET = optionList({ '-hide_banner': true, '-nostdin': true, '-loglevel': 'error', '-y': true });

/** Microseconds without a byte after which a connection is given up. */
const STALLED = 15_000_000;

/** Seconds and bytes beyond the limits, by which a file is known that exceeds them. */
const SLACK = { seconds: 2, bytes: 64 * 1024 };

/** The first video, which is no cover of a record, and its sound. */
const VIDEO_STREAMS = ['-map', '0:V:0', '-map', '0:a:0?'];

/** Copies a stream into a file of the folder as it is; resolves to its path. */
export async function copyStream(
  run: RunFfmpeg,
  folder: string,
  { url, userAgent, verifiesTls }: Stream,
  kind: MediaKind,
  { maxBytes, maxMinutes }: MediaLimits,
): Promise<string> {
  const path = join(folder, 'stream.mkv');
  const input = optionList({
    '-rw_timeout': STALLED,
    '-user_agent': userAgent,
    '-tls_verify': verifiesTls && url.startsWith('https:') ? 1 : undefined,
    '-t': maxMinutes * 60 + 2 * SLACK.seconds,
    '-i': url,
  });
  const streams = kind === 'audio' ? ['-map', '0:a:0'] : VIDEO_STREAMS;
  const output = optionList({ '-c': 'copy', '-fs': maxBytes + 2 * SLACK.bytes, '-f': 'matroska' });
  const end = await run('ffmpeg', [...QUIET, ...NETWORK_INPUT, ...input, ...streams, ...output, path]);
  if (end.status !== 0) throw programFailure('ffmpeg could not read it', end);
  return path;
}

/** Makes the file that is returned of a file of the folder: an MP3, or a video with its streams as they are. */
export async function finishedFile(
  run: RunFfmpeg,
  folder: string,
  path: string,
  kind: MediaKind,
  limits: MediaLimits,
): Promise<{ readonly type: MediaFile['type']; readonly path: string }> {
  await refuseLarge(path, limits);
  const facts = await probe(run, path);
  const { maxMinutes } = limits;
  if (facts.seconds > maxMinutes * 60 + SLACK.seconds) {
    throw new MediaFailure(
      `It plays longer than ${maxMinutes} minutes, the most that this server takes (--media-minutes).`,
    );
  }
  const { muxer, type, streams } = kind === 'audio' ? audioOf(facts) : videoOf(facts);
  const finished = join(folder, `finished.${muxer}`);
  const output = optionList({ '-map_metadata': -1, '-fs': limits.maxBytes + 2 * SLACK.bytes, '-f': muxer });
  const input = ['-i', `file:${path}`];
  const end = await run('ffmpeg', [...QUIET, ...FILE_INPUT, ...input, ...streams, ...output, finished]);
  if (end.status !== 0) throw programFailure('ffmpeg could not convert it', end);
  await refuseLarge(finished, limits);
  return { type, path: finished };
}

async function refuseLarge(path: string, { maxBytes }: MediaLimits): Promise<void> {
  const { size } = await stat(path);
  if (size > maxBytes + SLACK.bytes) throw tooLarge(maxBytes);
}

function tooLarge(maxBytes: number): MediaFailure {
  return new MediaFailure(
    `It is larger than ${maxBytes / 1024 / 1024} MB, the most that this server takes (--media-size).`,
  );
}

interface FileFacts {
  readonly seconds: number;
  readonly audio: string | undefined;
  readonly video: string | undefined;
}

interface Probed {
  readonly format?: { readonly duration?: string };
  readonly streams?: readonly {
    readonly codec_type?: string;
    readonly codec_name?: string;
    readonly disposition?: { readonly attached_pic?: number };
  }[];
}

async function probe(run: RunFfmpeg, path: string): Promise<FileFacts> {
  const args = ['-loglevel', 'error', ...FILE_INPUT, '-of', 'json', '-show_format', '-show_streams', `file:${path}`];
  const end = await run('ffprobe', args);
  if (end.status !== 0) throw programFailure('It is no media file that ffmpeg reads', end);
  const { format, streams = [] } = JSON.parse(end.output) as Probed;
  const codec = (kind: MediaKind) =>
    streams.find((stream) => stream.codec_type === kind && stream.disposition?.attached_pic !== 1)?.codec_name;
  return { seconds: Number(format?.duration ?? 0), audio: codec('audio'), video: codec('video') };
}

interface Target {
  readonly muxer: string;
  readonly type: MediaFile['type'];
  readonly streams: readonly string[];
}

function audioOf({ audio }: FileFacts): Target {
  if (audio === undefined) throw new MediaFailure('It has no sound.');
  const codec = audio === 'mp3' ? ['-c:a', 'copy'] : ['-c:a', 'libmp3lame', '-q:a', '2'];
  return { muxer: 'mp3', type: 'audio/mpeg', streams: ['-map', '0:a:0', ...codec] };
}

/** What players expect in a file of a kind. */
const CONTAINERS: readonly (Omit<Target, 'streams'> & { readonly codecs: readonly string[] })[] = [
  {
    muxer: 'mp4',
    type: 'video/mp4',
    codecs: ['h264', 'hevc', 'av1', 'mpeg4', 'vp9', 'aac', 'mp3', 'opus', 'ac3', 'eac3', 'flac'],
  },
  { muxer: 'webm', type: 'video/webm', codecs: ['vp8', 'vp9', 'av1', 'vorbis', 'opus'] },
];

function videoOf({ video, audio }: FileFacts): Target {
  if (video === undefined) throw new MediaFailure('It has no video.');
  const codecs = audio === undefined ? [video] : [video, audio];
  const container = CONTAINERS.find((each) => codecs.every((codec) => each.codecs.includes(codec)));
  const { muxer, type } = container ?? { muxer: 'matroska', type: 'video/x-matroska' as const };
  const fast = muxer === 'mp4' ? ['-movflags', '+faststart'] : [];
  return { muxer, type, streams: [...VIDEO_STREAMS, '-c', 'copy', ...fast] };
}

/** What failed, and the last that the program has said. */
export function programFailure(what: string, end: ProgramEnd): MediaFailure {
  const words = lastLineOf(end);
  return new MediaFailure(`${what} (${words}).`, words);
}

/** The last line that a program has written, without addresses, which may hold secrets. */
function lastLineOf({ lastWords, status }: ProgramEnd): string {
  const line = lastWords.split('\n').findLast((each) => each.trim() !== '');
  return (line ?? `it ended with ${status}`).replaceAll(/[a-z][a-z\d+.-]*:\/\/\S+/gi, '…').slice(0, 300);
}
