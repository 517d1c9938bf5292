import { afterAll, describe, expect, test } from 'vitest';
import { createDiffer } from './differ.js';
import { changesBetween } from './version.js';

const differ = createDiffer();
afterAll(() => differ.close());

const wanted = { text: true, keys: true };
const lines = (count: number, change = '') =>
  Array.from({ length: count }, (_, line) => `line ${line}${line === 700 ? change : ''}`).join('\n');

describe('changes are returned', () => {
  test.each([
    ['of small versions', { markdown: 'Tea 2', json: { price: 2 } }, { markdown: 'Tea 3', json: { price: 3 } }],
    ['of versions of many lines', { markdown: lines(2_000) }, { markdown: lines(2_000, '!'), json: [1] }],
    ['of large data', { markdown: '', json: { text: 'x'.repeat(100_000) } }, { markdown: '', json: { text: 'y' } }],
  ])('%s', async (_, before, after) => {
    const changes = await differ.compare(before, after, wanted, { owner: { team: 'a', job: 'a' } });
    expect(changes).toEqual(changesBetween(before, after, wanted));
    expect(changes.keys ?? changes.text).toBeDefined();
  });
});

test('nothing changed in versions that are the same, however large they are', async () => {
  const version = { markdown: lines(100_000) };
  expect(await differ.compare(version, { ...version }, wanted, { owner: { team: 'a', job: 'a' } })).toEqual({});
});

test('only the requested parts are compared', async () => {
  const [before, after] = [
    { markdown: 'a', json: 1 },
    { markdown: 'b', json: 2 },
  ];
  const changes = await differ.compare(before, after, { text: false, keys: true }, { owner: { team: 'a', job: 'a' } });
  expect(changes).toEqual({ text: undefined, keys: { value: { previous: 1, current: 2 } } });
});

test('an aborted comparison ends', async () => {
  const reason = new Error('Not needed any more.');
  const controller = new AbortController();
  const comparing = differ.compare({ markdown: lines(60_000) }, { markdown: '' }, wanted, {
    owner: { team: 'a', job: 'a' },
    signal: controller.signal,
  });
  controller.abort(reason);
  await expect(comparing).rejects.toBe(reason);
});
