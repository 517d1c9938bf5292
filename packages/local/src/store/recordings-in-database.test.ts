import { expect, test } from 'vitest';
import { temporaryStores } from '../../test/stores.js';
import { recordingsInDatabase } from './recordings-in-database.js';

test('a recording is found as it was added, and the last one with its key counts', async () => {
  const recordings = recordingsInDatabase(temporaryStores());
  const recording = {
    url: 'https://a.example/page',
    status: 410,
    headers: [['content-type', 'image/png']],
    body: Uint8Array.of(0, 255, 10),
  } as const;
  await recordings.add('key', { ...recording, status: 200 });
  await recordings.add('key', recording);
  expect(await recordings.find('key')).toEqual(recording);
  expect(await recordings.find('other')).toBeUndefined();
});
