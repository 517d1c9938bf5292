import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as errors from './index.js';
import { JobFailedError, RateLimitError, TrawlError } from './index.js';

const facts = {
  status: 429,
  code: 'RATE_LIMITED',
  requestId: undefined,
  retryAfterMs: 5000,
  headers: new Headers({ 'x-cache': 'miss' }),
  received: [{ markdown: 'long' }],
  cause: new Error('deeper'),
};

describe('an error', () => {
  it('carries the facts it is given, and no others', () => {
    const error = new TrawlError('No.', facts);
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfterMs: 5000 });
    expect(error.headers?.get('x-cache')).toBe('miss');
    expect(error.received).toBe(facts.received);
    expect(error.cause).toBe(facts.cause);
    expect('requestId' in error).toBe(false);
    expect('details' in error).toBe(false);
  });

  it('prints under its own name, without headers and documents, with its cause', () => {
    const printed = inspect(new RateLimitError('No.', facts));
    expect(printed).toMatch(/^RateLimitError: No\.\n/);
    expect(printed).toContain('status: 429');
    expect(printed).toContain('[cause]: Error: deeper');
    expect(printed).not.toMatch(/markdown|x-cache|undefined/);
  });

  it('turns into JSON that says what happened', () => {
    expect(JSON.parse(JSON.stringify(new RateLimitError('No.', facts)))).toEqual({
      name: 'RateLimitError',
      message: 'No.',
      status: 429,
      code: 'RATE_LIMITED',
      retryAfterMs: 5000,
    });
  });

  it('of a job says how the job ended', () => {
    const error = new JobFailedError('No.', 'cancelled', { jobId: '7' });
    expect(error).toMatchObject({ jobStatus: 'cancelled', jobId: '7' });
  });

  it('is none of a class that extends its own, and no class is that of another', () => {
    class OwnError extends RateLimitError {}
    expect(new OwnError('No.')).toBeInstanceOf(RateLimitError);
    expect(new RateLimitError('No.')).not.toBeInstanceOf(OwnError);
    expect(new RateLimitError('No.')).not.toBeInstanceOf(JobFailedError);
    for (const other of [new Error('No.'), { name: 'TrawlError' }, null, undefined, 'TrawlError']) {
      expect(other).not.toBeInstanceOf(TrawlError);
    }
  });

  it.each(Object.entries(errors))('%s has the name of its class and is a TrawlError', (name, Kind) => {
    const error = new (Kind as typeof TrawlError)('No.');
    expect(error.name).toBe(name);
    expect(error).toBeInstanceOf(TrawlError);
    expect(error).toBeInstanceOf(Error);
  });
});
