import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from '../../test/collect.js';
import { failureOf } from '../../test/sending.js';
import {
  AbortedError,
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  PaginationError,
  ResponseFormatError,
} from '../errors/index.js';
import { byOffset } from './offset.js';
import { type Page, Paginated } from './paginated.js';

/** A listing whose cursors are the places where its pages begin; `fail` may break the request for one. */
function listing(
  pages: readonly (readonly number[])[],
  fail: (cursor: string | undefined) => unknown = () => undefined,
) {
  const requested: (string | undefined)[] = [];
  const fetchPage = async (cursor: string | undefined): Promise<Page<number>> => {
    requested.push(cursor);
    const error = fail(cursor);
    if (error) throw error;
    const place = Number(cursor ?? 0);
    return { items: pages[place] ?? [], next: place + 1 < pages.length ? String(place + 1) : undefined };
  };
  return { requested, operation: 'listMonitors', fetchPage };
}

describe('a listing', () => {
  it('can be awaited for everything', async () => {
    await expect(new Paginated(listing([[1, 2], [3], [4]]))).resolves.toEqual([1, 2, 3, 4]);
  });

  it('can be iterated, and asks for a page only when its first item is wanted', async () => {
    const pages = listing([[1, 2], [3], [4]]);
    const items = new Paginated(pages);
    expect(pages.requested).toEqual([]);
    for await (const item of items) if (item === 2) break;
    expect(pages.requested).toEqual([undefined]);
    for await (const item of items) if (item === 3) break;
    expect(pages.requested).toEqual([undefined, undefined, '1']);
  });

  it('can be read page by page, each with the cursor of the next', async () => {
    const pages = await collect(new Paginated(listing([[1, 2], [3]])).pages());
    expect(pages).toEqual([
      { items: [1, 2], next: '1' },
      { items: [3], next: undefined },
    ]);
  });

  it('goes on from a cursor', async () => {
    await expect(new Paginated({ ...listing([[1, 2], [3], [4]]), cursor: '1' })).resolves.toEqual([3, 4]);
  });

  it('passes over an empty page that leads on', async () => {
    await expect(new Paginated(listing([[1], [], [2]]))).resolves.toEqual([1, 2]);
  });

  it('asks for no more than the caller wants', async () => {
    const pages = listing([[1, 2], [3, 4], [5]]);
    await expect(new Paginated({ ...pages, limit: 4 })).resolves.toEqual([1, 2, 3, 4]);
    expect(pages.requested).toEqual([undefined, '1']);
    await expect(new Paginated({ ...pages, limit: 3 })).resolves.toEqual([1, 2, 3]);
    await expect(new Paginated({ ...pages, limit: 0 })).resolves.toEqual([]);
    expect(pages.requested).toHaveLength(4);
    // What the limit cut off would be missing from the next page.
    const cut = new Paginated({ ...pages, limit: 1 }).pages();
    await expect(collect(cut)).resolves.toEqual([{ items: [1], next: undefined }]);
  });

  it.each([-1, 1.5, Number.NaN])('refuses a limit of %s, and asks for nothing', async (limit) => {
    const pages = listing([[1, 2]]);
    const error = await failureOf(new Paginated({ ...pages, limit }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ operation: 'listMonitors' });
    expect(String(error)).toBe(`ConfigurationError: limit must be a whole number from 0 up, not ${limit}.`);
    expect(pages.requested).toEqual([]);
  });

  it.each([undefined, null, 7, 'text', {}])('does not look whole when %j stands where a list should', async (items) => {
    const answers: Page<number>[] = [{ items: [1, 2], next: '1' }];
    const nothing = { items: items as never };
    const fetchPage = async (): Promise<Page<number>> => answers.shift() ?? nothing;
    const error = await failureOf(new Paginated({ operation: 'listMonitors', fetchPage }));
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ received: [1, 2], cursor: '1', cause: { operation: 'listMonitors' } });
    expect(String(error)).toContain('listMonitors was answered without its list.');
    const byNumber = new Paginated({ operation: 'listMonitors', fetchPage: byOffset(async () => nothing.items) });
    await expect(byNumber).rejects.toThrow(ResponseFormatError);
  });

  it('ends at a place where it has been', async () => {
    const circle: Record<string, Page<number>> = {
      '': { items: [1], next: 'b' },
      b: { items: [2], next: 'B' },
    };
    const fetchPage = async (cursor = ''): Promise<Page<number>> => circle[cursor.toLowerCase()] ?? { items: [] };
    const items = new Paginated({ operation: 'list', fetchPage, keyOf: (cursor) => cursor.toLowerCase() });
    await expect(items).resolves.toEqual([1, 2]);
    circle.b = { items: [2], next: '' };
    await expect(new Paginated({ operation: 'list', fetchPage })).resolves.toEqual([1, 2]);
  });

  it('breaks off with what it has, where to go on and why', async () => {
    const headers = new Headers({ 'x-request-id': 'r1' });
    const refused = new ConnectionError('listMonitors could not reach it.', { attempts: 3, headers });
    const items = new Paginated(listing([[1, 2], [3], [4]], (cursor) => cursor === '2' && refused));
    const error = await failureOf(items);
    expect(error).toBeInstanceOf(PaginationError);
    expect(error).toMatchObject({ received: [1, 2, 3], cursor: '2', cause: refused, attempts: 3, headers });
    expect(String(error)).toBe(
      'PaginationError: listMonitors broke off after 3 items: listMonitors could not reach it. Go on from error.cursor.',
    );
  });

  it('does not hold in memory what it has handed out', async () => {
    const items = new Paginated(listing([[1, 2], [3]], (cursor) => cursor === '1' && new ConnectionError('gone')));
    await expect(collect(items)).rejects.toMatchObject({ received: [], cursor: '1' });
  });

  it('that never began fails with the plain error', async () => {
    const denied = new AuthenticationError('no');
    await expect(new Paginated(listing([[1]], () => denied))).rejects.toBe(denied);
  });

  it('that is aborted says so, and where to go on', async () => {
    const items = new Paginated(
      listing([[1], [2]], (cursor) => cursor && new AbortedError('enough', { cause: 'mine' })),
    );
    const error = await failureOf(items);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ received: [1], cursor: '1', cause: 'mine' });
  });

  it('that is aborted while its items are handed out gives no more of them', async () => {
    const caller = new AbortController();
    const pages = listing([[1, 2, 3], [4]]);
    const seen: number[] = [];
    const walk = async (): Promise<void> => {
      for await (const item of new Paginated({ ...pages, signal: caller.signal })) {
        if (seen.push(item) === 2) caller.abort('enough');
      }
    };
    const error = await failureOf(walk());
    expect(seen).toEqual([1, 2]);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ operation: 'listMonitors', cause: 'enough' });
    // No cursor leads into the middle of a page.
    expect(error).not.toHaveProperty('cursor');
    expect(String(error)).toBe('AbortedError: listMonitors was aborted by its signal.');
    expect(pages.requested).toEqual([undefined]);
  });

  it('does not dress up an error of the caller’s own', async () => {
    const own = new RangeError('mine');
    await expect(new Paginated(listing([[1], [2]], (cursor) => cursor && own))).rejects.toBe(own);
  });

  it('gives each item once and in order, whatever the pages, or says where to go on', async () => {
    const pages = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pages, fc.array(fc.nat(10), { maxLength: 6 }), async (split, failures) => {
        const left = [...failures];
        const fail = (): unknown => (left.shift() === 0 ? new ConnectionError('gone') : undefined);
        const collected: number[] = [];
        for (let cursor: string | undefined; ; ) {
          try {
            collected.push(...(await new Paginated({ ...listing(split, fail), cursor })));
            break;
          } catch (error) {
            if (!(error instanceof PaginationError)) continue;
            collected.push(...(error.received as number[]));
            cursor = error.cursor;
          }
        }
        expect(collected).toEqual(split.flat());
      }),
    );
  });
});
