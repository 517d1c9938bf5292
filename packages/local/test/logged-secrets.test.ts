import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserOfMachine } from '../../../scripts/shared/browser.js';
import { createVirtualClock, type LocalServerOptions } from '../src/index.js';
import { startFields, startMessage, startText } from '../src/program/start-message.js';
import { settingsFrom } from '../src/settings/settings-validation.js';
import { redirectTo, site } from './crawl/site.js';
import { eventually } from './eventually.js';
import { startModel } from './model-server.js';
import { programsOfMachine } from './programs-of-machine.js';
import { call, startServer } from './server.js';

const SECRET = 'xyzzy';

const programs = programsOfMachine('ffmpeg', 'ffprobe');
const ytDlp = programs && programsOfMachine('yt-dlp')?.['yt-dlp'];

/** A server with all that it logs, and with all that its journal and its log say. */
async function start(options: LocalServerOptions = {}) {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const server = await startServer({ allowPrivateNetworks: true, quiet: false, ...options, log });
  const journal = async () => JSON.stringify((await call(server, 'GET /_local/journal')).body);
  return { server, lines, output: async () => [await journal(), ...lines].join('\n') };
}

describe('no log and no journal contains', () => {
  test.each([
    ['a URL that cannot be reached', `http://127.0.0.1:1/page?token=${SECRET}`],
    ['a URL with a password', `http://me:${SECRET}@127.0.0.1:1/page`],
    ['a URL with a password that is not written as usual', `http:/\\me:${SECRET}@127.0.0.1:1/page`],
    ['a URL with characters that URLs have not', `http://127.0.0.1:1/page?token="a b${SECRET}`],
    ['a URL that is none', `http://me:${SECRET}@[x y]/page?token=${SECRET}`],
    ['a URL of another protocol', `ftp://me:${SECRET}@127.0.0.1/page`],
    ['a host that is not public', `http://169.254.169.254/?token=${SECRET}`],
  ])('the secrets of %s', async (_, url) => {
    const { server, lines, output } = await start();
    const audited = { url, auditMetadata: { username: 'me' } };
    for (const [line, body] of [
      ['POST /v2/scrape', { ...audited, maxAge: 0 }],
      ['POST /v2/map', audited],
      ['POST /v2/crawl', { url }],
      ['POST /v2/batch/scrape', { urls: [url] }],
      ['POST /_local/seed', { pages: [{ url, content: '' }] }],
    ] as const) {
      await call(server, line, { body });
    }
    expect(lines.length).toBeGreaterThan(0);
    expect(await output()).not.toContain(SECRET);
  });

  test('the expressions of a crawl', async () => {
    const { server, output } = await start();
    const expressions = { url: 'http://127.0.0.1:1/', includePaths: [`(${SECRET}"/`, `(${SECRET}`] };
    for (const path of expressions.includePaths) {
      const { status } = await call(server, 'POST /v2/crawl', { body: { ...expressions, includePaths: [path] } });
      expect(status).toBe(400);
    }
    expect(await output()).not.toContain(SECRET);
  });

  test('the secrets of the target of a redirect', async () => {
    const { server, output } = await start();
    const { url } = await site({
      '/away': redirectTo(`http://127.0.0.1:1/?token=${SECRET}`),
      '/me': redirectTo(`http://me:${SECRET}@127.0.0.1:1/`),
      '/nowhere': redirectTo(`http://me:${SECRET}@[x/?${SECRET}`),
    });
    for (const path of ['/away', '/me', '/nowhere']) {
      expect((await call(server, 'POST /v2/scrape', { body: { url: url + path } })).status).toBeGreaterThan(399);
    }
    expect(await output()).not.toContain(SECRET);
  });

  test.each([
    ['a query', `http://127.0.0.1:1/hook?token=${SECRET}`],
    ['a password', `http://me:${SECRET}@127.0.0.1:1/hook`],
    ['a secret in its path', `http://127.0.0.1:1/services/${SECRET}`],
  ])('the secrets of a webhook with %s', async (_, webhook) => {
    const { server, lines, output } = await start({ clock: createVirtualClock() });
    const { url } = await site({ '/': '<p>Start</p>' });
    const body = { url, limit: 1, webhook: { url: webhook } };
    expect(await call(server, 'POST /v2/crawl', { body })).toMatchObject({ status: 200 });
    await eventually(() => lines.filter((line) => line.startsWith('webhook: crawl.started'))).not.toEqual([]);
    expect(lines.join()).toContain(' to http://127.0.0.1:1: ');
    expect(await output()).not.toContain(SECRET);
    const seen = async (path: string) => JSON.stringify((await call(server, `GET /_local/${path}`)).body);
    expect(await seen('deliveries')).toContain('"url":"http://127.0.0.1:1"');
    for (const path of ['deliveries', 'deliveries/1', 'journal/1', 'jobs'])
      expect(await seen(path)).not.toContain(SECRET);
  });

  test.each([
    ['the service does not call', { url: `http://169.254.169.254/services/${SECRET}` }],
    ['are of another protocol', { url: `ftp://hooks.example/services/${SECRET}` }],
    ['are none', { url: `hooks.example services ${SECRET}` }],
    ['redirect', undefined],
  ])('the secrets of webhooks that %s', async (_, hook) => {
    const { server, output } = await start({ clock: createVirtualClock() });
    const { url } = await site({ '/': '<p>Start</p>', '/hook': redirectTo(`http://127.0.0.1:1/services/${SECRET}`) });
    const webhook = hook ?? { url: `${url}/hook` };
    await call(server, 'POST /v2/crawl', { body: { url, limit: 1, webhook } });
    const target = { type: 'scrape', urls: [url] };
    const monitor = { name: 'Start', schedule: { cron: '0 * * * *' }, targets: [target], webhook };
    await call(server, 'POST /v2/monitor', { body: monitor });
    const seen = async (path: string) => JSON.stringify((await call(server, `GET /_local/${path}`)).body);
    if (!hook) await eventually(() => seen('deliveries')).toContain('"problem"');
    expect(await output()).not.toContain(SECRET);
    for (const path of ['deliveries', 'journal/1', 'journal/2', 'jobs', 'monitors'])
      expect(await seen(path)).not.toContain(SECRET);
  });

  test('the secrets of a page in the audit log', async () => {
    const { server, lines, output } = await start();
    const { url } = await site({ [`/a?token=${SECRET}`]: '<p>Here</p>' });
    const body = { url: `${url}/a?token=${SECRET}`, auditMetadata: { username: 'me' } };
    expect(await call(server, 'POST /v2/scrape', { body })).toMatchObject({ status: 200 });
    expect(lines.find((line) => line.startsWith('audit '))).toContain(`"url":"${url}/a?…"`);
    expect(await output()).not.toContain(SECRET);
  });

  test('the secrets of a URL in an unexpected error', async () => {
    const clock = createVirtualClock();
    let isBroken = false;
    const now = () => {
      if (isBroken) throw new Error(`Nothing at http://me:${SECRET}@a.example/?token=${SECRET} works.`);
      return clock.now();
    };
    const { server, lines } = await start({ clock: { ...clock, now } });
    isBroken = true;
    expect(await call(server, 'GET /v2/team/queue-status')).toMatchObject({ status: 500 });
    expect(lines).toEqual([expect.stringMatching(/^Error .*Nothing at http:\/\/…@a\.example\/\?… works\.\n/)]);
  });

  test('the secrets of a URL in the path of a request', async () => {
    const { server, output } = await start();
    await call(server, `GET /http://me:${SECRET}@a.example/?token=${SECRET}`);
    expect(await output()).toContain('/http://…@a.example/');
    expect(await output()).not.toContain(SECRET);
  });

  test('what the engine says of an expression of a caller', async () => {
    const { server, output } = await start();
    const { url } = await site({ '/': '<p>Start</p>' });
    const answer = await call(server, 'POST /v2/crawl', { body: { url, includePaths: [`(${SECRET}`] } });
    expect(JSON.stringify(answer.body)).toContain(`/(${SECRET}/`);
    expect(await output()).toContain('includePaths.0: "…"');
    expect(await output()).not.toContain(SECRET);
  });

  test('the name of a header that is none', async () => {
    const { server, output } = await start();
    const webhook = { url: 'http://a.example/', headers: { [`${SECRET} name`]: 'a' } };
    expect(await call(server, 'POST /v2/crawl', { body: { url: 'http://a.example', webhook } })).toMatchObject({
      status: 400,
    });
    expect(await output()).toContain('webhook.headers.…: ');
    expect(await output()).not.toContain(SECRET);
  });

  test.skipIf(!programs)('what yt-dlp and ffmpeg say of the media of a page', async () => {
    const { server, output } = await start({ ffmpeg: programs?.ffmpeg ?? 'off', ytDlp: ytDlp ?? 'off' });
    const page = `/watch/${SECRET}?token=${SECRET}`;
    const { url } = await site({ [page]: `<video src="/${SECRET}.mp4"></video>` });
    const body = { url: url + page, formats: ['video'] };
    expect(await call(server, 'POST /v2/scrape', { body })).toMatchObject({ status: 500 });
    // The path of a URL is logged, and nothing else of it.
    expect((await output()).replaceAll(`${url}/watch/${SECRET}?…`, '')).not.toContain(SECRET);
  });

  test.skipIf(!browserOfMachine())('what scripts of callers throw', { timeout: 60_000 }, async () => {
    const { server, lines, output } = await start({ browser: undefined });
    const { url } = await site({ '/': '<p>Start</p>' });
    for (const script of [`throw new Error("${SECRET}")`, `${SECRET}()`, `throw "a \\"${SECRET}\\" b"`]) {
      const body = { url, actions: [{ type: 'executeJavascript', script }] };
      const answer = await call(server, 'POST /v2/scrape', { body });
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(SECRET) } });
    }
    const batch = { urls: [url], actions: [{ type: 'executeJavascript', script: `throw new Error("${SECRET}")` }] };
    await call(server, 'POST /v2/batch/scrape', { body: batch });
    await eventually(() => lines.filter((line) => line.includes('has brought nothing'))).not.toEqual([]);
    const { id } = (await call(server, 'POST /v2/browser', { body: {} })).body as { id: string };
    for (const [language, code] of [
      ['bash', `agent-browser eval 'throw new Error(\`${SECRET}\`)'`],
      ['node', `throw new Error('${SECRET}')`],
    ]) {
      const answer = await call(server, `POST /v2/browser/${id}/execute`, { body: { code, language } });
      expect(answer).toMatchObject({ status: 200, body: { error: expect.stringContaining(SECRET) } });
    }
    expect(lines.filter((line) => line.includes('(executeJavascript): "…"'))).not.toEqual([]);
    expect(await output()).not.toContain(SECRET);
  });

  test('the secrets of a seeded page', async () => {
    const seed = mkdtempSync(join(tmpdir(), 'trawl-seed-'));
    mkdirSync(join(seed, `me:${SECRET}@a.example`));
    writeFileSync(join(seed, `me:${SECRET}@a.example`, 'index.html'), '');
    const { lines } = await start({ seed });
    expect(lines).toEqual([expect.stringMatching(/^Seed https:\/\/…@a\.example\/ was left out: /)]);
    expect(lines.join()).not.toContain(SECRET);
  });
});

test('no log, no journal and no storage contains the key of the language model', async () => {
  const model = await startModel(({ messages }, { authorization }) =>
    /crawl/.test(JSON.stringify(messages)) ? { status: 401, message: `${authorization}` } : `It is ${authorization}.`,
  );
  const options = { modelUrl: model.url, modelName: 'small', modelKey: `sk-${SECRET}-0123456789` };
  const { server, lines, output } = await start(options);
  const { url } = await site({ '/': '<p>Here' });
  for (const [line, body] of [
    ['POST /v2/scrape', { url, formats: ['summary', { type: 'json', prompt: 'all' }] }],
    ['POST /v2/crawl', { url, prompt: 'all', limit: 1 }],
  ] as const) {
    expect(await call(server, line, { body })).toMatchObject({ status: 200 });
  }
  expect(model.requests[0]?.headers.authorization).toContain(SECRET);
  expect(lines.filter((line) => line.startsWith('The language model made no '))).toHaveLength(3);
  expect(await output()).not.toMatch(new RegExp(`${SECRET}|${new URL(model.url).host}`));
  const stored = await call(server, 'GET /_local/export');
  expect(JSON.stringify(stored.body)).not.toContain(SECRET);
});

test('the terminal shows no secrets of the SearXNG address', () => {
  const settings = settingsFrom({ searchUrl: `https://me:${SECRET}@a.example/?key=${SECRET}` });
  const message = startMessage('http://127.0.0.1:3002', settings, { about: 'none' });
  for (const printed of [startText(message), JSON.stringify(startFields(message))]) {
    expect(printed).toContain('the web, by https://…@a.example/?…');
  }
});

test('callers see no secrets of the SearXNG address', async () => {
  const { server } = await start({ searchUrl: `http://127.0.0.1:1/?key=${SECRET}` });
  const answer = await call(server, 'POST /v2/search', { body: { query: 'oak' } });
  expect(answer).toMatchObject({ status: 502, body: { error: expect.stringContaining('http://127.0.0.1:1/') } });
  expect(JSON.stringify(answer.body)).not.toContain(SECRET);
});
