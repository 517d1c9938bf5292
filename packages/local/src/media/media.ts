import { readFile } from 'node:fs/promises';
import { type BrowserProxy, startProxy } from '@trawl/browser/proxy';
import { Slots, type WorkOwner } from '@trawl/convert/workers';
import { FetchFailure } from '@trawl/web/fetch-types';
import type { OutgoingProxies, ProxyWish } from '@trawl/web/outgoing-proxies';
import type { PortPolicy } from '@trawl/web/port-policy';
import { findProgram, type ProgramLookup, type ProgramName } from '../programs/find-program.js';
import { inFolder, type ProgramLimits, runProgram } from '../programs/run-program.js';
import { copyStream, finishedFile, type RunFfmpeg } from './ffmpeg.js';
import { MediaFailure } from './media-failure.js';
import type { MediaFile, MediaKind, MediaLimits } from './media-file.js';
import { download } from './yt-dlp.js';

/** What is asked for one page. */
export interface MediaRequest {
  readonly kind: MediaKind;
  /** Whom it is for: teams take turns. */
  readonly owner: WorkOwner;
  /** The URL of the page. */
  readonly url: string;
  /** The media that the page itself states. It is asked where `yt-dlp` is missing, or finds nothing. */
  statedMedia(): Promise<readonly string[]>;
  /** Throws for a URL that must not be visited. */
  checkUrl(url: string): void;
  readonly proxyWish: ProxyWish;
  readonly skipTlsVerification: boolean;
  readonly signal: AbortSignal;
}

/** Takes the sound or the video of pages, by programs of this machine that are started for each. */
export interface Media {
  /** Why no media can be taken, in a sentence; undefined where `ffmpeg` was found. */
  readonly missing: string | undefined;
  /** What is used, or what is missing and how to get it, in a sentence. */
  readonly about: string;
  /** Throws a `MediaFailure`, a `FetchFailure` for an address that may not be reached, or the reason of the signal. */
  take(request: MediaRequest): Promise<MediaFile>;
  /** Ends the programs that run. */
  close(): Promise<void>;
}

export interface MediaOptions {
  readonly ffmpeg: string | undefined;
  readonly ytDlp: string | undefined;
  readonly limits: MediaLimits;
  /** Whether the service uses no network. */
  readonly isOffline: boolean;
  readonly userAgent: string;
  readonly policyAt: PortPolicy;
  readonly proxies?: Pick<OutgoingProxies, 'choose'> | undefined;
}

const FFMPEG: ProgramName = { setting: 'ffmpeg', file: 'ffmpeg', how: '`apt-get install ffmpeg` in Debian and Ubuntu' };

const YT_DLP: ProgramName = {
  setting: 'ytDlp',
  file: 'yt-dlp',
  how: '`pipx install yt-dlp`, or `apt-get install yt-dlp` in Debian and Ubuntu',
};

/** How many pages have their media taken at once. The others wait, but for teams that have none. */
const AT_ONCE = 2;

const GIBIBYTE = 1024 ** 3;

/** How many times the bytes of the file a page may load for it: with the page itself, playlists and what is tried in vain. */
const LOADED_SHARE = 2;

export function openMedia(options: MediaOptions): Media {
  const [ffmpeg, ytDlp] = [findProgram(FFMPEG, options.ffmpeg), findProgram(YT_DLP, options.ytDlp)];
  if (options.isOffline) return withoutMedia(NO_NETWORK, 'none: it uses no network');
  if (ffmpeg.path === undefined) {
    return withoutMedia(`It takes them with ffmpeg, and ${ffmpeg.missing}.`, `none: ${ffmpeg.missing}`);
  }
  const taker = new MediaTaker(options, ffmpeg.path, ytDlp.path);
  return {
    missing: undefined,
    about: aboutOf(ffmpeg.path, ytDlp),
    take: (request) => taker.take(request),
    close: () => taker.close(),
  };
}

/** Why a service without network takes no media. */
export const NO_NETWORK = 'They are on the network, which it does not use.';

function withoutMedia(missing: string, about: string): Media {
  return {
    missing,
    about,
    async take() {
      throw new MediaFailure(missing);
    },
    async close() {},
  };
}

function aboutOf(ffmpeg: string, ytDlp: ProgramLookup): string {
  return ytDlp.path === undefined
    ? `${ffmpeg}, for media that pages state themselves; for those of more sites, ${ytDlp.missing}`
    : `${ffmpeg} and ${ytDlp.path}`;
}

class MediaTaker {
  readonly #options: MediaOptions;
  readonly #ffmpeg: string;
  readonly #ytDlp: string | undefined;
  readonly #slots = new Slots('media', { service: AT_ONCE, team: AT_ONCE, most: 2 * AT_ONCE });
  readonly #closing = new AbortController();
  readonly #works = new Set<Promise<unknown>>();
  #proxy: Promise<BrowserProxy> | undefined;

  constructor(options: MediaOptions, ffmpeg: string, ytDlp: string | undefined) {
    this.#options = options;
    this.#ffmpeg = ffmpeg;
    this.#ytDlp = ytDlp;
  }

  async take(request: MediaRequest): Promise<MediaFile> {
    const { maxSeconds } = this.#options.limits;
    const deadline = AbortSignal.timeout(maxSeconds * 1000);
    const signal = AbortSignal.any([request.signal, this.#closing.signal, deadline]);
    const work = this.#takeInTurn({ ...request, signal });
    this.#works.add(work);
    try {
      return await work;
    } catch (error) {
      request.signal.throwIfAborted();
      this.#closing.signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      throw new MediaFailure(
        `It took longer than ${maxSeconds} seconds, the most that this server takes (--media-seconds).`,
      );
    } finally {
      this.#works.delete(work);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new MediaFailure('The server closes.'));
    await Promise.allSettled(this.#works);
    await (await this.#proxy?.catch(() => undefined))?.close();
  }

  async #takeInTurn(request: MediaRequest): Promise<MediaFile> {
    const release = await this.#slots.acquire(request.owner, request.signal);
    try {
      return await inFolder((folder) => this.#takeIn(folder, request));
    } finally {
      release();
    }
  }

  async #takeIn(folder: string, request: MediaRequest): Promise<MediaFile> {
    const { policyAt, proxies, limits } = this.#options;
    this.#proxy ??= startProxy({ policyAt, proxies });
    const proxy = await this.#proxy;
    const { checkUrl, proxyWish, kind, signal } = request;
    const rules = { checkUrl, proxyWish, blocks: () => false, maxBytes: limits.maxBytes * LOADED_SHARE };
    const access = proxy.open(rules);
    const programLimits: ProgramLimits = { memoryBytes: 2 * GIBIBYTE, fileBytes: 2 * limits.maxBytes };
    const environment = proxyEnvironment(proxy.url, access);
    const run = (path: string, args: readonly string[]) =>
      runProgram({ path, args, folder, environment, signal, limits: programLimits });
    const runFfmpeg: RunFfmpeg = (program, args) => run(siblingOf(this.#ffmpeg, program), args);
    const tools = { folder, run, runFfmpeg, failureFor: (url: string) => access.failureFor(url) };
    try {
      const path = await this.#findFile(request, tools);
      const finished = await finishedFile(runFfmpeg, folder, path, kind, limits);
      return { type: finished.type, body: new Uint8Array(await readFile(finished.path)) };
    } finally {
      access.close();
    }
  }

  /** The first file that can be had: of `yt-dlp`, then of what the page states. */
  async #findFile(request: MediaRequest, tools: Tools): Promise<string> {
    const { kind, url, skipTlsVerification, signal } = request;
    const { limits, userAgent } = this.#options;
    const { folder, run, runFfmpeg, failureFor } = tools;
    const verifiesTls = !skipTlsVerification;
    const ytDlp = this.#ytDlp;
    const found: unknown[] = [];
    if (ytDlp !== undefined) {
      try {
        const wanted = { url, kind, folder, ffmpeg: this.#ffmpeg, userAgent, verifiesTls, limits };
        return await download((args) => run(ytDlp, args), wanted);
      } catch (error) {
        found.push(mediaFailure(error, signal));
      }
    }
    for (const stated of await request.statedMedia()) {
      try {
        return await copyStream(runFfmpeg, folder, { url: stated, userAgent, verifiesTls }, kind, limits);
      } catch (error) {
        const failure = mediaFailure(error, signal);
        const connection = failureFor(stated);
        if (!(connection instanceof FetchFailure)) found.push(failure);
        else found.push(connection.reason === 'forbidden' ? connection : new MediaFailure(connection.message));
      }
    }
    throw found.at(-1) ?? new MediaFailure(NOTHING_STATED);
  }
}

interface Tools {
  readonly folder: string;
  run(path: string, args: readonly string[]): ReturnType<typeof runProgram>;
  readonly runFfmpeg: RunFfmpeg;
  failureFor(url: string): unknown;
}

const NOTHING_STATED = 'The page names no media in its elements, in Open Graph or in structured data.';

/** A failure after which the next address is tried; throws all others. */
function mediaFailure(error: unknown, signal: AbortSignal): MediaFailure {
  signal.throwIfAborted();
  if (error instanceof MediaFailure) return error;
  throw error;
}

/** `ffprobe` comes with `ffmpeg`. */
function siblingOf(ffmpeg: string, program: 'ffmpeg' | 'ffprobe'): string {
  return program === 'ffmpeg' ? ffmpeg : ffmpeg.replace(/ffmpeg(?=[^/\\]*$)/, 'ffprobe');
}

/** Both programs read their proxy there, where no list of processes shows its password. */
function proxyEnvironment(
  proxyUrl: string,
  { username, password }: { readonly username: string; readonly password: string },
): Record<string, string> {
  const url = new URL(proxyUrl);
  url.username = username;
  url.password = password;
  const address = url.href.replace(/\/$/, '');
  return Object.fromEntries(['http_proxy', 'https_proxy', 'ftp_proxy', 'all_proxy'].map((name) => [name, address]));
}
