import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';

const scrape = '{"url":"http://127.0.0.1:1/"}';

/** Beginnings of what HTTP allows, and pieces of what it does not. */
const lines = [
  ...['POST /v2/scrape HTTP/1.1', 'GET /v2/team/queue-status HTTP/1.1', 'GET http://127.0.0.1/v2/monitor HTTP/1.1'],
  ...[
    'GET /v2/monitor HTTP/1.0',
    'OPTIONS * HTTP/1.1',
    'CONNECT 127.0.0.1:1 HTTP/1.1',
    'PRI * HTTP/2.0',
    'GET // HTTP/1.1',
  ],
  ...['GET http://[ HTTP/1.1', 'GET /v2/crawl/\u00e9 HTTP/1.1', 'GET ?a HTTP/1.1', 'POST /v2/../_local/reset HTTP/1.1'],
];
const fields = [
  ...['host: a, b', 'host:', 'host: [::1', 'host: 127.0.0.1:x', 'host: \u00fc'],
  ...['content-type: application/json', `content-length: ${scrape.length}`, 'content-length: 5', 'content-length: -1'],
  ...[
    'content-length: 99999999999999999999',
    'transfer-encoding: chunked',
    'transfer-encoding: gzip, chunked',
    'te: x',
  ],
  ...[
    'expect: 100-continue',
    'expect: x',
    'connection: close',
    'connection: upgrade',
    'upgrade: h2c',
    ' folded',
    ': empty',
  ],
  ...['x: \u0000', `cookie: ${'a=b; '.repeat(5_000)}`, 'trailer: x', 'origin: null', 'authorization: Bearer \u00ff'],
];
const bodies = [
  scrape,
  `1d\r\n${scrape}\r\n0\r\n\r\n`,
  'ffffffffff\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  '\u0000\u00ff',
  '',
];

/** What is written to a connection, part by part: one byte a character. */
export const oddity: fc.Arbitrary<readonly string[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom(...lines),
      fc.subarray(fields, { maxLength: 3 }).map((some) => ['host: 127.0.0.1', ...some]),
      fc.oneof({ arbitrary: fc.constant('\r\n'), weight: 9 }, { arbitrary: fc.constantFrom('\n', '\r'), weight: 1 }),
      fc.constantFrom(...bodies),
    )
    .map(([line, some, end, body]) => `${[line, ...some].join(end)}${end}${end}${body}`),
  { minLength: 1, maxLength: 3 },
);

/** How long a connection is kept that the service has not closed. */
const PATIENCE_MS = 30;

/** Writes the parts to a connection, and returns what came back until it was closed or given up. */
export async function written(origin: string, parts: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const part of parts) {
    socket.write(Buffer.from(part, 'latin1'));
    await Promise.race([closed, setTimeout(PATIENCE_MS)]);
  }
  socket.destroy();
  return answer;
}
