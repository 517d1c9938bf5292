import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import type { Document } from '@trawl/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalServerOptions } from '../src/index.js';
import type { OnFinished } from './on-finished.js';
import { programsOfMachine } from './programs-of-machine.js';
import { call, startServer } from './server.js';

const programs = programsOfMachine('ffmpeg', 'ffprobe');
const ytDlp = programs && programsOfMachine('yt-dlp')?.['yt-dlp'];

const folder = mkdtempSync(join(tmpdir(), 'trawl-media-test-'));

/** Files that ffmpeg makes of its test picture and a tone. */
function makeMedia({ ffmpeg }: { readonly ffmpeg: string }): void {
  const run = (...args: string[]) =>
    execFileSync(ffmpeg, ['-loglevel', 'error', '-threads', '1', ...args], { cwd: folder });
  const sources = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5', '-f', 'lavfi', '-i', 'sine', '-t', '2'];
  run(...sources, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', 'film.mp4');
  run('-i', 'film.mp4', '-c', 'copy', '-hls_time', '1', 'stream.m3u8');
  run('-i', 'film.mp4', '-vn', '-c:a', 'libvorbis', 'tone.ogg');
  run('-f', 'lavfi', '-i', 'sine', '-t', '70', '-ar', '8000', 'long.wav');
}

const PAGES: Readonly<Record<string, string>> = {
  '/elements': '<video><source src="/film.mp4"></video><audio src="tone.ogg"></audio>',
  '/open-graph': '<meta property="og:video:type" content="video/mp4"><meta property="og:video" content="/film.mp4">',
  '/json-ld': `<script type="application/ld+json">{ "@type": "NewsArticle", "image": { "@type": "ImageObject", "contentUrl": "/none.png" },
    "video": { "@type": "VideoObject", "name": "../../-i", "contentUrl": "/film.mp4" } }</script>`,
  '/hls': '<a href="/stream.m3u8">Watch</a>',
  '/none': '<p>Nothing to watch.',
  '/long': '<audio src="/long.wav"></audio>',
  '/endless': '<audio src="/endless.mp3"></audio>',
  '/file': '<video src="/file.m3u8"></video>',
  '/script': '<video src="/script.mp4"></video>',
  '/private': '<video src="/private.m3u8"></video>',
  '/private-source': '<video src="http://localhost:PORT/film.mp4"></video>',
};

const FILES: Readonly<Record<string, string>> = {
  '/file.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://FOLDER/stream0.ts\n#EXT-X-ENDLIST\n',
  '/script.mp4': 'ffconcat version 1.0\nfile FOLDER/film.mp4\n',
  '/private.m3u8': '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://localhost:PORT/stream0.ts\n#EXT-X-ENDLIST\n',
};

/** Requests that the site got, as host and path. */
const asked: string[] = [];

const respond: RequestListener = ({ headers, url = '/' }, response) => {
  asked.push(`${headers.host?.replace(/:\d+$/, '')}${url}`);
  const filled = (text: string) =>
    text.replaceAll('PORT', String((site.address() as AddressInfo).port)).replaceAll('FOLDER', folder);
  const [page, file] = [PAGES[url], FILES[url]];
  if (page !== undefined) {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>A page</title><h1>A page</h1>${filled(page)}`);
  } else if (file !== undefined) response.end(filled(file));
  else if (url === '/endless.mp3') {
    const frames = readFileSync(join(folder, 'tone.ogg'));
    const timer = setInterval(() => response.write(frames), 20);
    response.on('close', () => clearInterval(timer));
  } else if (readdirSync(folder).includes(url.slice(1))) response.end(readFileSync(join(folder, url.slice(1))));
  else response.writeHead(404).end();
};

const site = createServer(respond);
let origin = '';

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  if (programs) makeMedia(programs);
});

afterAll(() => {
  site.close();
  site.closeAllConnections();
  rmSync(folder, { recursive: true });
});

async function scraper(options: LocalServerOptions = {}, onFinished?: OnFinished) {
  const programOptions = { ffmpeg: programs?.ffmpeg ?? 'off', ytDlp: 'off' };
  const server = await startServer({ allowPrivateNetworks: true, ...programOptions, ...options }, onFinished);
  const scrape = async (path: string, formats: string[], more: object = {}) => {
    const body = { url: `${origin}${path}`, formats, ...more };
    const { status, body: answer } = await call(server, 'POST /v2/scrape', { body });
    return { status, ...(answer as { data?: Document; code?: string; error?: string }) };
  };
  return { server, scrape };
}

/** The codecs and the seconds of a file, as another program sees them. */
function about(bytes: Uint8Array): { codecs: string[]; seconds: number } {
  const file = join(folder, 'downloaded');
  writeFileSync(file, bytes);
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', file];
  const { streams, format } = JSON.parse(String(execFileSync(programs?.ffprobe ?? '', args)));
  return {
    codecs: streams.map(({ codec_name: name }: { codec_name: string }) => name),
    seconds: Math.round(Number(format.duration)),
  };
}

test('without ffmpeg, the documented refusal names it and how to get it, and nothing is fetched', async () => {
  const { server, scrape } = await scraper({ ffmpeg: 'off' });
  asked.length = 0;
  expect(await scrape('/elements', ['audio'])).toMatchObject({
    status: 500,
    code: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
    error: expect.stringMatching(/ffmpeg/),
  });
  expect(asked).toEqual([]);
  expect(server.capabilities()).toMatchObject({ mediaUsed: 'none: ffmpeg is switched off' });
});

describe.skipIf(!programs)('the media of a page', () => {
  let usual: Awaited<ReturnType<typeof scraper>>;

  beforeAll(async () => {
    usual = await scraper({}, () => {});
  });

  afterAll(() => usual.server.close());

  test.each([
    ['/elements', ['h264', 'aac']],
    ['/open-graph', ['h264', 'aac']],
    ['/json-ld', ['h264', 'aac']],
    ['/hls', ['h264', 'aac']],
  ])('are taken from what it states: %s', async (path, codecs) => {
    const { server, scrape } = usual;
    const { data } = await scrape(path, ['markdown', 'video', 'audio']);
    expect(data?.markdown).toMatch(/^# A page/);
    const [video, audio] = await Promise.all(
      [data?.video, data?.audio].map(async (link) => server.fetch(String(link))),
    );
    expect(video?.headers.get('content-type')).toBe('video/mp4');
    expect(about(new Uint8Array((await video?.arrayBuffer()) ?? []))).toEqual({ codecs, seconds: 2 });
    expect(audio?.headers.get('content-type')).toBe('audio/mpeg');
    expect(about(new Uint8Array((await audio?.arrayBuffer()) ?? []))).toEqual({ codecs: ['mp3'], seconds: 2 });
  });

  test('are served for one hour', async () => {
    const clock = createVirtualClock();
    const { server, scrape } = await scraper({ clock });
    const { data } = await scrape('/elements', ['audio']);
    await clock.advance(59 * 60_000);
    expect((await server.fetch(String(data?.audio))).status).toBe(200);
    await clock.advance(60_000);
    expect((await server.fetch(String(data?.audio))).status).toBe(404);
  });

  test.each([
    ['a page without any', '/none', /names no media/],
    ['a playlist of files of this machine', '/file', /could not read it/],
    ['a list for ffmpeg of files of this machine', '/script', /could not read it/],
  ])('are refused for %s', async (_, path, error) => {
    const { scrape } = usual;
    expect(await scrape(path, ['video'])).toMatchObject({
      status: 500,
      code: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
      error: expect.stringMatching(error),
    });
  });

  test.each(['/private', '/private-source'])('are not loaded from where the policy forbids it: %s', async (path) => {
    const { scrape } = await scraper({ deniedSites: ['localhost'] });
    asked.length = 0;
    const { status } = await scrape(path, ['video']);
    expect(status).toBe(path === '/private' ? 500 : 403);
    expect(asked.filter((request) => request.startsWith('localhost'))).toEqual([]);
  });

  test('are refused beyond the limits of the operator, and no file is left', async () => {
    const before = readdirSync(tmpdir());
    const [large, long, endless] = await Promise.all([
      scraper({ mediaSize: 1 }),
      scraper({ mediaMinutes: 1 }),
      scraper({ mediaSeconds: 1 }),
    ]);
    const refusal = (error: string) => ({ status: 500, error: expect.stringContaining(error) });
    expect(await large.scrape('/long', ['audio'])).toMatchObject(refusal('It is larger than 1 MB'));
    expect(await long.scrape('/long', ['audio'])).toMatchObject(refusal('It plays longer than 1 minutes'));
    expect(await endless.scrape('/endless', ['audio'])).toMatchObject(refusal('It took longer than 1 seconds'));
    expect(await large.scrape('/endless', ['audio'], { timeout: 1_000 })).toMatchObject({ status: 408 });
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('trawl-programs-') && !before.includes(name));
    expect(left).toEqual([]);
  });

  test('are taken within an answer where nothing may be stored', async () => {
    const { scrape } = usual;
    const { data } = await scrape('/elements', ['audio'], { zeroDataRetention: true });
    expect(data?.audio).toMatch(/^data:audio\/mpeg;base64,/);
  });

  test('are not looked for where only the cache may be read', async () => {
    const { scrape } = usual;
    await scrape('/elements', ['markdown']);
    expect(await scrape('/elements', ['audio'], { lockdown: true })).toMatchObject({
      code: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
      error: expect.stringContaining('the cache'),
    });
  });
});

describe.skipIf(!ytDlp)('yt-dlp', () => {
  test('finds the media of a page, through the policy of the service alone', async () => {
    const { server, scrape } = await scraper({ ytDlp, deniedSites: ['localhost'] });
    const { data, error } = await scrape('/elements', ['video']);
    expect(error).toBeUndefined();
    const video = await server.fetch(String(data?.video));
    expect(about(new Uint8Array(await video.arrayBuffer()))).toMatchObject({ seconds: 2 });
    asked.length = 0;
    expect(await scrape('/private-source', ['video'])).toMatchObject({ status: 403 });
    expect(asked.filter((request) => request.startsWith('localhost'))).toEqual([]);
  });
});
