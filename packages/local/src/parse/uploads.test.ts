import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { onEachDatabase } from '../../test/databases.js';
import { temporaryStores } from '../../test/stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { MAX_UPLOAD_BYTES, type UploadLimits, Uploads } from './uploads.js';

const REQUEST = { team: 'a', filename: 'a.html', contentType: 'text/html' };
const MINUTE = 60_000;

function start(limits: UploadLimits = {}) {
  const clock = createVirtualClock();
  const database = openDatabase();
  return { clock, database, uploads: new Uploads(temporaryStores(clock, database), clock, limits) };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('a file can be read by its reference once, and its upload URL takes no other', async () => {
  const { uploads, clock } = start();
  const { id, uploadRef, expiresAt } = await uploads.create(REQUEST);
  await uploads.put(id, uploadRef, bytes('old'));
  await uploads.put(id, uploadRef, bytes('new'));
  const file = { filename: 'a.html', contentType: 'text/html', body: bytes('new') };
  expect(await uploads.take(uploadRef, 'a')).toEqual(file);
  await expect(uploads.take(uploadRef, 'a')).rejects.toThrow('not available');
  await expect(uploads.put(id, uploadRef, bytes('more'))).rejects.toMatchObject({ code: 'gone' });
  expect(expiresAt).toBe(clock.now() + 15 * MINUTE);
});

test('a large file comes back whole, and is deleted once it was read or has expired', async () => {
  const { uploads, clock, database } = start();
  const parts = () => database.all('select position from upload_parts');
  const { id, uploadRef } = await uploads.create(REQUEST);
  const body = Uint8Array.from({ length: 2 * 1024 * 1024 + 7 }, (_, index) => index * 31);
  await uploads.put(id, uploadRef, body);
  expect(Buffer.compare((await uploads.take(uploadRef, 'a')).body, body)).toBe(0);
  expect(parts()).toEqual([]);
  const unread = await uploads.create(REQUEST);
  await uploads.put(unread.id, unread.uploadRef, body);
  expect(parts()).not.toEqual([]);
  await clock.advance(15 * MINUTE);
  await uploads.forgetExpired();
  expect(parts()).toEqual([]);
});

test('two concurrent uploads of one file leave one of the two, and whole', async () => {
  const { uploads } = start();
  const { id, uploadRef } = await uploads.create(REQUEST);
  const files = [1, 2].map((value) => new Uint8Array(3 * 1024 * 1024).fill(value));
  await Promise.all(files.map((file) => uploads.put(id, uploadRef, file)));
  expect(Buffer.compare((await uploads.take(uploadRef, 'a')).body, files[1] as Uint8Array)).toBe(0);
});

test('a file beyond the limit does not replace the stored one', async () => {
  const { uploads } = start({ maxBytes: 10 });
  const { id, uploadRef } = await uploads.create(REQUEST);
  await uploads.put(id, uploadRef, bytes('first'));
  await expect(uploads.put(id, uploadRef, bytes('a longer one'))).rejects.toMatchObject({
    code: 'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED',
  });
  expect((await uploads.take(uploadRef, 'a')).body).toEqual(bytes('first'));
});

test('an empty file is a file', async () => {
  const { uploads } = start();
  const { id, uploadRef } = await uploads.create(REQUEST);
  await uploads.put(id, uploadRef, new Uint8Array());
  expect((await uploads.take(uploadRef, 'a')).body).toEqual(new Uint8Array());
});

describe('a file is not available', () => {
  test('before it was uploaded', async () => {
    const { uploads } = start();
    const { uploadRef } = await uploads.create(REQUEST);
    await expect(uploads.take(uploadRef, 'a')).rejects.toThrow('not available');
  });

  test('to other teams', async () => {
    const { uploads } = start();
    const { id, uploadRef } = await uploads.create(REQUEST);
    await uploads.put(id, uploadRef, bytes('x'));
    await expect(uploads.take(uploadRef, 'b')).rejects.toThrow('not available');
    await expect(uploads.take('guessed', 'a')).rejects.toThrow('not available');
  });

  test('after it has expired', async () => {
    const { uploads, clock } = start();
    const { id, uploadRef } = await uploads.create(REQUEST);
    await uploads.put(id, uploadRef, bytes('x'));
    await clock.advance(15 * MINUTE);
    await expect(uploads.take(uploadRef, 'a')).rejects.toThrow('not available');
  });
});

test('an upload URL is refused when it is unknown, wrong or expired', async () => {
  const { uploads, clock } = start();
  const { id, uploadRef } = await uploads.create(REQUEST);
  const put = (...upload: [string, string]) => expect(uploads.put(...upload, bytes('x'))).rejects;
  await put('unknown', uploadRef).toMatchObject({ code: 'not_found' });
  await put(id, 'wrong').toMatchObject({ code: 'forbidden' });
  await clock.advance(15 * MINUTE);
  await put(id, uploadRef).toMatchObject({ code: 'gone' });
  await clock.advance(15 * MINUTE);
  await uploads.forgetExpired();
  await put(id, uploadRef).toMatchObject({ code: 'not_found' });
});

onEachDatabase((database) => {
  async function start(limits: UploadLimits = {}): Promise<Uploads> {
    const clock = createVirtualClock();
    return new Uploads((await database.emptyStores(clock)).stores, clock, limits);
  }

  /** Expects one of two calls at once to be refused, several times: two calls do not always meet. */
  async function expectOne(callsOf: (team: string) => Promise<[Promise<unknown>, Promise<unknown>]>) {
    for (const team of ['a', 'b', 'c', 'd', 'e']) {
      const results = await Promise.allSettled(await callsOf(team));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  }

  test('two calls at once get a file once', async () => {
    const uploads = await start();
    await expectOne(async (team) => {
      const { id, uploadRef } = await uploads.create({ ...REQUEST, team });
      await uploads.put(id, uploadRef, bytes('x'));
      return [uploads.take(uploadRef, team), uploads.take(uploadRef, team)];
    });
  });

  test('two calls at once do not exceed the limit of uploads', async () => {
    const uploads = await start({ maxUnparsed: 1 });
    await expectOne(async (team) => [uploads.create({ ...REQUEST, team }), uploads.create({ ...REQUEST, team })]);
  });

  test('two calls at once do not exceed the limit of bytes', async () => {
    const uploads = await start({ maxBytes: 10 });
    const tickets = [await uploads.create(REQUEST), await uploads.create(REQUEST)];
    const puts = tickets.map(({ id, uploadRef }) => uploads.put(id, uploadRef, bytes('123456')));
    const results = await Promise.allSettled(puts);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('a file that is too large is refused', async () => {
  const { uploads } = start();
  const tooLarge = expect.objectContaining({ code: 'too_large' });
  const { id, uploadRef } = await uploads.create(REQUEST);
  await expect(uploads.put(id, uploadRef, new Uint8Array(MAX_UPLOAD_BYTES + 1))).rejects.toEqual(tooLarge);
});

describe('there are too many uploads', () => {
  const tooMany = expect.objectContaining({
    code: 'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED',
  });

  test('when a team parses none of them, until they expire', async () => {
    const { uploads, clock } = start({ maxUnparsed: 2 });
    const { id, uploadRef } = await uploads.create(REQUEST);
    await uploads.create(REQUEST);
    await expect(uploads.create(REQUEST)).rejects.toEqual(tooMany);
    await uploads.create({ ...REQUEST, team: 'b' });
    await uploads.put(id, uploadRef, bytes('x'));
    await uploads.take(uploadRef, 'a');
    await uploads.create(REQUEST);
    await expect(uploads.create(REQUEST)).rejects.toEqual(tooMany);
    await clock.advance(15 * MINUTE);
    await uploads.create(REQUEST);
  });

  test('when they exceed the limit of bytes, and none of them is parsed', async () => {
    const { uploads } = start({ maxBytes: 10 });
    const [first, second] = [await uploads.create(REQUEST), await uploads.create(REQUEST)];
    await uploads.put(first.id, first.uploadRef, bytes('123456'));
    await expect(uploads.put(second.id, second.uploadRef, bytes('123456'))).rejects.toEqual(tooMany);
    await uploads.take(first.uploadRef, 'a');
    await uploads.put(second.id, second.uploadRef, bytes('123456'));
    await expect(uploads.take(first.uploadRef, 'a')).rejects.toThrow('not available');
  });

  test('when they exceed the limit of bytes, until they expire', async () => {
    const { uploads, clock } = start({ maxBytes: 10 });
    const first = await uploads.create(REQUEST);
    await uploads.put(first.id, first.uploadRef, bytes('123456'));
    await clock.advance(15 * MINUTE);
    const second = await uploads.create(REQUEST);
    await uploads.put(second.id, second.uploadRef, bytes('123456'));
  });
});
