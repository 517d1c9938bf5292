import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { RequestView } from '../operator/views.js';
import { createLog, type LogOptions } from './log.js';

const REQUEST: RequestView = {
  number: 1,
  at: '2026-11-22T10:00:00.000Z',
  method: 'POST',
  path: '/v2/scrape',
  asked: 'https://example.com/?token=secret',
  status: 200,
  durationMs: 12.5,
  bytes: 12_345,
  result: '3 formats',
};

function written(options: Partial<LogOptions>, terminal = { isTTY: false, hasColors: () => true }) {
  let text = '';
  const write = (chunk: unknown) => {
    text += chunk;
    return true;
  };
  const now = () => new Date(2026, 10, 22, 9, 5, 7);
  return { log: createLog({ format: 'text', now, to: { ...terminal, write }, ...options }), text: () => text };
}

test('a line for people has the time, what was read and what failed', () => {
  const { log, text } = written({});
  log.request(REQUEST);
  log.request({ ...REQUEST, failed: 'The page answered 404.', fault: 'rule 1' });
  log.line('closing');
  expect(text()).toBe(
    '09:05:07 200 POST /v2/scrape https://example.com/?… 12.5 ms  3 formats, 12 kB\n' +
      '09:05:07 200 POST /v2/scrape https://example.com/?… 12.5 ms  3 formats, 12 kB  The page answered 404.  (fault by rule 1)\n' +
      '09:05:07 closing\n',
  );
});

test.each([
  ['a terminal with colours', { isTTY: true, hasColors: () => true }, true],
  ['a terminal without colours, as NO_COLOR asks for', { isTTY: true, hasColors: () => false }, false],
  ['a pipe', { isTTY: false, hasColors: () => true }, false],
])('%s', (_, terminal, isColoured) => {
  const { log, text } = written({}, terminal);
  log.request({ ...REQUEST, failed: 'The page answered 404.' });
  expect(text().includes('\u001B[31m200')).toBe(isColoured);
  expect(text().includes('\u001B[')).toBe(isColoured);
});

test('nothing that comes from outside begins a line or controls the terminal', () => {
  const { log, text } = written({}, { isTTY: true, hasColors: () => true });
  const hostile = 'x\n09:05:07 200\r\u001b[2J\u2028\u202e';
  log.request({ ...REQUEST, path: hostile, asked: hostile, result: hostile, failed: hostile, fault: hostile });
  const error = new Error(hostile);
  error.stack = `Error: ${hostile}\n    at run (a.js:1:1)\n    at main (b.js:2:2)`;
  log.line(`Error 1: ${error.stack}`);
  const own = stripVTControlCharacters(text());
  expect(own).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  const [request, ...lines] = own.split('\n');
  expect(request).toMatch(/^09:05:07 200 POST x\\n09:05:07 200\\r\\u001b\[2J\\u2028\\u202e x/);
  expect(lines).toEqual([
    '09:05:07 Error 1: Error: x\\n09:05:07 200\\r\\u001b[2J\\u2028\\u202e',
    '    at run (a.js:1:1)',
    '    at main (b.js:2:2)',
    '',
  ]);
});

test('a function gets lines without their time and colours', () => {
  const lines: string[] = [];
  createLog({ format: 'text', to: (line) => lines.push(line) }).line('closing');
  expect(lines).toEqual(['closing']);
});

test('a program gets one object a line', () => {
  const { log, text } = written({ format: 'json' });
  log.request(REQUEST);
  log.line('one\ntwo');
  const [request, line, end] = text().split('\n');
  expect(JSON.parse(request ?? '')).toMatchObject({ method: 'POST', asked: 'https://example.com/?…', bytes: 12_345 });
  expect(JSON.parse(line ?? '')).toEqual({ time: expect.stringMatching(/Z$/), message: 'one\ntwo' });
  expect(end).toBe('');
});

test.each([
  'A quote follows: "https://example.com/?token=secret" and more',
  'A backslash follows: https://example.com/?token=secret\\ and more',
  'A line follows: https://example.com/?token=secret\nand more',
  'Said {"url":"https://example.com/?token=secret"}',
])('a program can parse every entry, whatever follows a URL: %j', (message) => {
  const { log, text } = written({ format: 'json' });
  log.line(message);
  const entry = JSON.parse(text());
  expect(entry.message).toContain('https://example.com/?…');
  expect(entry.message).not.toContain('secret');
});
