import { describe, expect, it } from 'vitest';
import { changesBetween } from '../changes/version.js';
import type { CheckedPage, Content } from './checked-page.js';
import { compare, type Diff, nextSnapshot } from './compare.js';

const url = 'http://127.0.0.1/prices';
const differ: Diff = async (...versions) => changesBetween(...versions);
const before: Content = { scrapeId: 'a', markdown: 'Tea 2\n' };
const found = (content: Partial<Content>, statusCode = 200): CheckedPage => ({
  url,
  content: { scrapeId: 'b', markdown: 'Tea 2\n', ...content },
  statusCode,
  metadata: {},
});

describe('a page', () => {
  it('is new at its first check', async () => {
    expect(await compare(found({}), undefined, differ)).toEqual({ status: 'new', diff: null });
  });

  it('is the same while its text is', async () => {
    expect(await compare(found({}), before, differ)).toEqual({ status: 'same', diff: null });
  });

  it('has changed when its text has, with a diff', async () => {
    const { status, diff } = await compare(found({ markdown: 'Tea 3\n' }), before, differ);
    expect(status).toBe('changed');
    expect(diff?.text).toContain('-Tea 2\n+Tea 3');
  });

  it('is compared by its extracted data, if it has any', async () => {
    const priced = { ...before, json: { price: 2 } };
    const verdict = await compare(found({ markdown: 'Tea, now 3\n', json: { price: 3 } }), priced, differ);
    expect(verdict).toEqual({
      status: 'changed',
      diff: { json: { price: { previous: 2, current: 3 } } },
      snapshot: { json: { price: 3 } },
    });
    expect((await compare(found({ markdown: 'Other words\n', json: { price: 2 } }), priced, differ)).status).toBe(
      'same',
    );
  });

  it('is compared by its text where its data could not be extracted, now or before', async () => {
    const priced = { ...before, json: { price: 2 } };
    const page = { ...found({ json: null }), warning: 'JSON extraction failed: no model.' };
    expect(await compare(page, priced, differ)).toEqual({
      status: 'same',
      diff: null,
      warning:
        'The text was compared, because the data of the page could not be extracted. JSON extraction failed: no model.',
    });
    expect((await compare(found({ json: { price: 2 } }), { ...before, json: null }, differ)).status).toBe('same');
    expect(nextSnapshot({ ...before, json: null }, priced).json).toEqual({ price: 2 });
  });

  it.each([404, 410])('is removed when it answers %i and was there before', async (status) => {
    expect(await compare(found({}, status), before, differ)).toEqual({ status: 'removed', diff: null });
  });

  it('is an error when no check could read it before', async () => {
    const error = 'The page answered with status 404.';
    expect(await compare(found({}, 404), undefined, differ)).toEqual({ status: 'error', diff: null, error });
  });

  it('is an error, not a change, when its server fails', async () => {
    expect(await compare(found({}, 503), before, differ)).toMatchObject({ status: 'error' });
    expect(await compare({ url, error: 'No answer in time.' }, before, differ)).toMatchObject({
      error: 'No answer in time.',
    });
  });
});
