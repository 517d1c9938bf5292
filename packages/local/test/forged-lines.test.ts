import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogFormat } from '../src/base/log.js';
import type { LocalServer } from '../src/index.js';
import { call, startServer } from './server.js';

/** What would be a line of the log, in words and colours of the log. */
const FORGERY = '09:05:07 \u001b[32m200\u001b[39m POST /v2/scrape of nobody';

/** All that ends a line somewhere, and characters that a terminal obeys or does not show. */
const HOSTILE = [
  '\n',
  '\r',
  '\r\n',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u001b[2J',
  '\u009b2J',
  '\u202e',
  '\u2066',
  '\u200b',
]
  .map((character) => character + FORGERY)
  .join('');

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const url = 'http://127.0.0.1:1/';

const ATTACKS: readonly (readonly [name: string, line: string, body: object])[] = [
  ['the name of a field', 'POST /v2/scrape', { url, [HOSTILE]: 1 }],
  ['the name of a header', 'POST /v2/scrape', { url, headers: { [HOSTILE]: 'x' } }],
  ['the value of a header', 'POST /v2/scrape', { url, headers: { 'x-a': HOSTILE } }],
  ['a selector', 'POST /v2/scrape', { url, excludeTags: [`p:${HOSTILE}`] }],
  ['the selector of an action', 'POST /v2/scrape', { url, actions: [{ type: 'click', selector: HOSTILE }] }],
  ['a script', 'POST /v2/scrape', { url, actions: [{ type: 'executeJavascript', script: `throw ${HOSTILE}` }] }],
  ['a format', 'POST /v2/scrape', { url, formats: [HOSTILE] }],
  ['a URL', 'POST /v2/scrape', { url: `http://127.0.0.1:1/${HOSTILE}` }],
  ['a host', 'POST /v2/scrape', { url: `http://${HOSTILE}/` }],
  ['a proxy', 'POST /v2/scrape', { url, proxy: HOSTILE }],
  ['a path rule', 'POST /v2/crawl', { url, includePaths: [`(${HOSTILE}`] }],
  ['a webhook', 'POST /v2/crawl', { url, webhook: `http://127.0.0.1:1/${HOSTILE}` }],
  ['a query', 'POST /v2/search', { query: HOSTILE }],
  ['the name of a monitor', 'POST /v2/monitor', { name: HOSTILE, schedule: { cron: HOSTILE }, targets: [] }],
  ['a question', 'POST /support/ask', { question: HOSTILE }],
  ['the user of an audit', 'POST /v2/scrape', { url, auditMetadata: { username: HOSTILE } }],
  ['the id of a job', `GET /v2/crawl/${encodeURIComponent(HOSTILE)}`, {}],
];

describe.each<[format: LogFormat, keys: string, isKnown: boolean]>([
  ['text', 'with a key', true],
  ['text', 'without a key', false],
  ['json', 'with a key', true],
  ['json', 'without a key', false],
])('a log of %s, written to by callers %s, has one line of printable characters for', (format, _, isKnown) => {
  let server: LocalServer;
  let written = '';

  beforeAll(async () => {
    const log = { write: (text: string) => (written += text) };
    server = await startServer(
      {
        allowPrivateNetworks: true,
        quiet: false,
        logFormat: format,
        log,
        ...(!isKnown && { apiKeys: ['one'] }),
      },
      afterAll,
    );
  });

  test.each(ATTACKS)('%s', async (_name, line, body) => {
    written = '';
    const { status } = await call(server, line, line.startsWith('GET') ? {} : { body });
    expect(status).toBeGreaterThan(0);
    expect(written).toMatch(/\n$/);
    for (const entry of written.slice(0, -1).split('\n')) {
      expect(entry).not.toMatch(UNPRINTABLE);
      expect(entry).not.toMatch(/^09:05:07/);
      if (format === 'json') expect(JSON.parse(entry)).toMatchObject({ time: expect.any(String) });
      else expect(entry).toMatch(/^\d\d:\d\d:\d\d (?:\d{3} (?:GET|POST) |audit |webhook: |[a-z]+ [\w-]+: )/);
    }
  });
});
