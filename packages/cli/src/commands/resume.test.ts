import { AbortedError, ConnectionError, JobFailedError, NotFoundError, PaginationError } from '@trawl/sdk';
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
