import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AbortedError, ConnectionError, JobFailedError, NotFoundError, PaginationError } from '@trawl/sdk';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { addResumeHint } from './resume.js';

const jobId = '01a1fbbe';
const messageOf = (error: unknown): string => (error as Error).message;

it('prints the command that goes on, with the flags for the service and the data', () => {
  const cause = new ConnectionError('The connection was lost.', { operation: 'getCrawl' });
  const own = {
    output: "it's",
    fields: 'metadata.url',
    baseUrl: 'http://127.0.0.1:3002',
    askApiKey: true,
    estimate: true,
  };
  const error = addResumeHint(new PaginationError('It broke off.', { jobId, cause }), {
    command: 'crawl',
    own,
    messageOf,
    cursor: '/v2/crawl/x?skip=13',
  });
  expect((error as Error).message).toBe(
    'The connection was lost. The job goes on at the service.\n' +
      "To go on: trawl crawl --resume 01a1fbbe --cursor '/v2/crawl/x?skip=13' --base-url http://127.0.0.1:3002 " +
      "--ask-api-key --fields metadata.url --output 'it'\\''s'",
  );
  expect(exitStatusOf(error)).toBe(EXIT.unreachable);
});

it('says of a job of a service in this command that it ended', () => {
  const error = addResumeHint(new AbortedError('x', { jobId }), { command: 'batch', own: { local: true }, messageOf });
  expect((error as Error).message).toBe('Interrupted. The job ended, too: its service was part of this command.');
  expect(exitStatusOf(error)).toBe(EXIT.interrupted);
});

it.each([
  new NotFoundError('There is no such job.', { jobId }),
  new JobFailedError('It failed.', 'failed', { jobId }),
  new AbortedError('Nothing was started.'),
])('leaves %o alone: there is nothing to go on with', (error) => {
  expect(addResumeHint(error, { command: 'crawl', own: {}, messageOf })).toBe(error);
});

/** What shells obey, and terminals. */
const hostileWord = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '$(touch x)',
        '`touch x`',
        ';touch x;',
        '|touch x',
        "'",
        '"',
        '\\',
        '!!',
        '~',
        '-rf',
        '--',
        '#',
        '*',
        '&',
        ' ',
      ),
      fc.constantFrom(
        '\n',
        '\r',
        '\u001b[2J',
        '\u009b1m',
        '\u202e',
        '\u2028',
        '\u0000',
        '$IFS',
        '=ls',
        '%',
        '\t',
        '>x',
        '<x',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(''));

it('a shell takes the line for the words that it has, or there is no line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'));
  const samples = fc.sample(fc.record({ id: hostileWord, cursor: hostileWord, output: hostileWord }), 200);
  const errors = samples.map(({ id, cursor, output }) => {
    const error = addResumeHint(new AbortedError('x', { jobId: id }), {
      command: 'crawl',
      own: { output },
      messageOf,
      cursor,
    });
    return (error as Error).message;
  });
  const expected: string[][] = [];
  const script = ['trawl() { printf "%s\\n" "$#" "$@"; }'];
  for (const [index, message] of errors.entries()) {
    const lines = message.split('\n');
    expect(lines).toHaveLength(2);
    expect(message.replace('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    const { id, cursor, output } = samples[index] as (typeof samples)[number];
    if (lines[1]?.startsWith('No command')) continue;
    script.push(String(lines[1]).replace('To go on: ', ''));
    expected.push(['7', 'crawl', '--resume', id, '--cursor', cursor, '--output', output]);
  }
  expect(expected.length).toBeGreaterThan(20);
  const printed = execFileSync('sh', { input: script.join('\n'), cwd: folder, encoding: 'utf8' });
  expect(printed).toBe(
    expected
      .flat()
      .map((word) => `${word}\n`)
      .join(''),
  );
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
