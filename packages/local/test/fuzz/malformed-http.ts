import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as fc from 'fast-check';

const SCRAPE = '{"url":"http://127.0.0.1:1/"}';

const requestLines = [
  'POST /v2/scrape HTTP/1.1',
  'GET /v2/team/queue-status HTTP/1.1',
  'GET http://127.0.0.1/v2/monitor HTTP/1.1',
  'GET /v2/monitor HTTP/1.0',
  'OPTIONS * HTTP/1.1',
  'CONNECT 127.0.0.1:1 HTTP/1.1',
  'PRI * HTTP/2.0',
  'GET // HTTP/1.1',
  'GET http://[ HTTP/1.1',
  'GET /v2/crawl/\u00e9 HTTP/1.1',
  'GET ?a HTTP/1.1',
  'POST /v2/../_local/reset HTTP/1.1',
];

const fields = [
  'host: a, b',
  'host:',
  'host: [::1',
  'host: 127.0.0.1:x',
  'host: \u00fc',
  'te: x',
  'trailer: x',
  ' folded',
  'content-type: application/json',
  `content-length: ${SCRAPE.length}`,
  'content-length: 5',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'transfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'expect: 100-continue',
  'expect: x',
  'connection: close',
  'connection: upgrade',
  'upgrade: h2c',
  ': empty',
  'x: \u0000',
  'origin: null',
  'authorization: Bearer \u00ff',
  `cookie: ${'a=b; '.repeat(5_000)}`,
];

const bodies = [
  SCRAPE,
  `1d\r\n${SCRAPE}\r\n0\r\n\r\n`,
  'ffffffffff\r\n',
  '0\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  '\u0000\u00ff',
  '',
];

/** Messages to write to one connection, most of them malformed. Each character is a byte. */
export const malformedHttp: fc.Arbitrary<readonly string[]> = fc.array(
  fc
    .record({
      requestLine: fc.constantFrom(...requestLines),
      extraFields: fc.subarray(fields, { maxLength: 3 }),
      lineEnd: fc.oneof(
        { arbitrary: fc.constant('\r\n'), weight: 9 },
        { arbitrary: fc.constantFrom('\n', '\r'), weight: 1 },
      ),
      body: fc.constantFrom(...bodies),
    })
    .map(({ requestLine, extraFields, lineEnd, body }) =>
      [requestLine, 'host: 127.0.0.1', ...extraFields, '', body].join(lineEnd),
    ),
  { minLength: 1, maxLength: 3 },
);

/** How long to wait for a response to each message. */
const WAIT_MS = 30;

/** Writes the messages to one connection, and returns what the server sent until then. */
export async function exchangeMessages(origin: string, messages: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const message of messages) {
    socket.write(Buffer.from(message, 'latin1'));
    await Promise.race([closed, setTimeout(WAIT_MS)]);
  }
  socket.destroy();
  return received;
}
