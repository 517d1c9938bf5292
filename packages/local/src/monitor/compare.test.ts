import { describe, expect, it } from 'vitest';
import { type Content, compare, type Found } from './compare.js';

const url = 'http://127.0.0.1/prices';
const before: Content = { scrapeId: 'a', markdown: 'Tea 2\n' };
const found = (content: Partial<Content>, statusCode = 200): Found => ({
  url,
  content: { scrapeId: 'b', markdown: 'Tea 2\n', ...content },
  statusCode,
  metadata: {},
});

describe('a page', () => {
  it('is new at its first check', () => {
    expect(compare(found({}), undefined)).toEqual({ status: 'new', diff: null });
  });

  it('is the same while its text is', () => {
    expect(compare(found({}), before)).toEqual({ status: 'same', diff: null });
  });

  it('has changed when its text has, and the diff says how', () => {
    const { status, diff } = compare(found({ markdown: 'Tea 3\n' }), before);
    expect(status).toBe('changed');
    expect(diff?.text).toContain('-Tea 2\n+Tea 3');
  });

  it('is judged by the data extracted from it, where there is any', () => {
    const priced = { ...before, json: { price: 2 } };
    const verdict = compare(found({ markdown: 'Tea, now 3\n', json: { price: 3 } }), priced);
    expect(verdict).toEqual({
      status: 'changed',
      diff: { json: { price: { previous: 2, current: 3 } } },
      snapshot: { json: { price: 3 } },
    });
    expect(compare(found({ markdown: 'Other words\n', json: { price: 2 } }), priced).status).toBe('same');
  });

  it.each([404, 410])('is removed when it answers %i and was there before', (status) => {
    expect(compare(found({}, status), before)).toEqual({ status: 'removed', diff: null });
  });

  it('is an error when it was never there', () => {
    const error = 'The page answered with status 404.';
    expect(compare(found({}, 404), undefined)).toEqual({ status: 'error', diff: null, error });
  });

  it('is an error, not a change, when its server fails', () => {
    expect(compare(found({}, 503), before)).toMatchObject({ status: 'error' });
    expect(compare({ url, error: 'No answer in time.' }, before)).toMatchObject({ error: 'No answer in time.' });
  });
});
