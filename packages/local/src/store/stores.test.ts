import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDisk } from '../../test/full-disk.js';
import { createVirtualClock } from '../clock.js';
import { openStores } from './sqlite/open-stores.js';
import { openDatabase } from './sqlite/sqlite.js';
import { StorageFull } from './storage-full.js';
import type { Stores } from './stores.js';

function opened(database = openDatabase()): Stores {
  onTestFinished(() => database.close());
  return openStores(database, createVirtualClock());
}

const charge = (jobId: string, credits = 1) => ({ team: 'a', endpoint: 'scrape', credits, jobId, target: null });

const charged = async ({ ledger }: Stores) => (await ledger.entries('a', { limit: 100 })).map(({ id }) => id).sort();

describe('a transaction', () => {
  test('stores everything or nothing, and returns what its work returns', async () => {
    const stores = opened();
    const failure = stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('one'));
      throw new Error('half done');
    });
    await expect(failure).rejects.toThrow('half done');
    expect(await charged(stores)).toEqual([]);
    const result = await stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('one'));
      await ledger.charge(charge('two'));
      return 2;
    });
    expect(result).toBe(2);
    expect(await charged(stores)).toEqual(['one', 'two']);
  });

  test('in a transaction is a part of it', async () => {
    const stores = opened();
    const failure = stores.transaction(async (outer) => {
      await outer.transaction(({ ledger }) => ledger.charge(charge('inner')));
      throw new Error('half done');
    });
    await expect(failure).rejects.toThrow('half done');
    expect(await charged(stores)).toEqual([]);
  });

  test('keeps the statements of others out of it, and they follow in their order', async () => {
    const stores = opened();
    const seen: string[][] = [];
    const failing = stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('rolled back'));
      await ledger.charge(charge('rolled back too'));
      throw new Error('half done');
    });
    const outside = stores.ledger.charge(charge('outside'));
    const reading = charged(stores).then((ids) => seen.push(ids));
    const second = stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('second'));
    });
    await expect(failing).rejects.toThrow('half done');
    await Promise.all([outside, reading, second]);
    expect(seen).toEqual([['outside']]);
    expect(await charged(stores)).toEqual(['outside', 'second']);
  });

  test('that awaits a statement outside of it is rolled back instead of waiting for itself', async () => {
    const stores = opened();
    const waiting = stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('inside'));
      await stores.ledger.charge(charge('outside'));
      await ledger.charge(charge('later'));
    });
    await expect(waiting).rejects.toThrow('awaited something other than its own statements');
    expect(await charged(stores)).toEqual(['outside']);
    await stores.transaction(({ ledger }) => ledger.charge(charge('next')));
    expect(await charged(stores)).toEqual(['next', 'outside']);
  });

  test('that ends with something other than a statement is rolled back as well', async () => {
    const stores = opened();
    const waiting = stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('inside'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    await expect(waiting).rejects.toThrow('awaited something other than its own statements');
    expect(await charged(stores)).toEqual([]);
  });

  test('says what is to be done after it only when it is stored', async () => {
    const stores = opened();
    const done: string[] = [];
    stores.afterCommit(() => done.push('without'));
    expect(done).toEqual(['without']);
    await stores.transaction(async (bound) => {
      bound.afterCommit(() => done.push('stored'));
      await bound.transaction(async (inner) => inner.afterCommit(() => done.push('stored inside')));
      expect(done).toEqual(['without']);
    });
    const failing = stores.transaction(async (bound) => {
      bound.afterCommit(() => done.push('never'));
      throw new Error('half done');
    });
    await expect(failing).rejects.toThrow('half done');
    expect(done).toEqual(['without', 'stored', 'stored inside']);
  });

  test('calls what comes after it to the end, also when a part of that fails', async () => {
    const stores = opened();
    const done: string[] = [];
    const transaction = stores.transaction(async (bound) => {
      bound.afterCommit(() => {
        throw new Error('not woken');
      });
      bound.afterCommit(() => done.push('woken'));
      await bound.ledger.charge(charge('one'));
    });
    await expect(transaction).rejects.toThrow('not woken');
    expect(done).toEqual(['woken']);
    expect(await charged(stores)).toEqual(['one']);
  });

  test('stores nothing when the disk is full, and works when there is room', async () => {
    const disk = createTestDisk();
    const stores = opened(disk.database);
    const write = () =>
      stores.transaction(async ({ ledger }) => {
        await ledger.charge(charge('one'));
        disk.isFull = true;
        await ledger.charge(charge('two'));
      });
    await expect(write()).rejects.toThrow(StorageFull);
    disk.isFull = false;
    expect(await charged(stores)).toEqual([]);
    await stores.ledger.charge(charge('three'));
    expect(await charged(stores)).toEqual(['three']);
  });
});

describe('closing', () => {
  test('waits for the transaction in progress, and what comes later fails', async () => {
    const database = openDatabase();
    const stores = opened(database);
    await stores.ledger.charge(charge('zero'));
    const transaction = stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('one'));
      await ledger.charge(charge('two'));
    });
    await stores.close();
    expect(database.all('select job_id from ledger')).toHaveLength(3);
    await transaction;
    await expect(stores.ledger.charge(charge('late'))).rejects.toThrow('The database is closed.');
  });
});

test('a copy is made between transactions', async () => {
  const stores = opened();
  const file = join(mkdtempSync(join(tmpdir(), 'trawl-copy-')), 'copy.db');
  const transaction = stores.transaction(async ({ ledger }) => {
    await ledger.charge(charge('one'));
    await ledger.charge(charge('two'));
  });
  await stores.copyTo(file);
  await transaction;
  expect(await charged(opened(openDatabase(file)))).toEqual(['one', 'two']);
});

describe('two callers at once', () => {
  test('store one feedback for a call, and both get its id', async () => {
    const { feedback } = opened();
    const add = (id: string) => feedback.add({ id, team: 'a', jobId: 'job', body: { rating: id } });
    expect(await Promise.all([add('first'), add('second')])).toEqual(['first', 'first']);
  });

  test('index a page once, with the text of one of them', async () => {
    const { search } = opened();
    const put = (text: string) => search.put({ ...PAGE, text, digest: text });
    await Promise.all(['old ferry', 'new ferry', 'last ferry'].map(put));
    const words = { required: [], words: [[{ text: 'ferry' }]], excluded: [] };
    const found = await search.pages('a', { words, condition: undefined, newestFirst: false, limit: 10 });
    expect(found).toHaveLength(1);
    expect(await search.text(found[0]?.id ?? 0)).toBe('last ferry');
    expect(await search.size()).toBe(1);
  });

  test('keep what there is room for of the profiles of a team, the last one in any case', async () => {
    const { profiles } = opened();
    const save = (name: string) => profiles.save({ team: 'a', name, state: 'x'.repeat(60) }, 100);
    await Promise.all([save('one'), save('two')]);
    expect(await Promise.all([profiles.use('a', 'one'), profiles.use('a', 'two')])).toEqual([
      undefined,
      'x'.repeat(60),
    ]);
  });
});

const PAGE = {
  team: 'a',
  key: 'a.example/x',
  url: 'https://a.example/x',
  host: 'a.example',
  port: '',
  path: '/x',
  extension: '',
  filetype: 'html',
  title: '',
  description: '',
  published: null,
  isArticle: false,
  imageUrl: null,
  seenAt: 1,
  images: [],
};

describe('the ledger', () => {
  test('has one entry for a job, whoever charges for it at once', async () => {
    const stores = opened();
    await Promise.all(Array.from({ length: 5 }, () => stores.ledger.charge(charge('one', 2))));
    expect(await stores.ledger.latest(10)).toMatchObject([{ credits: 10 }]);
    expect(await stores.ledger.entries('a', { limit: 10 })).toMatchObject([{ id: 'one', position: 1 }]);
  });

  test('has an entry of its own for each team that names a job so', async () => {
    const { ledger } = opened();
    await ledger.charge(charge('one'));
    await ledger.charge({ ...charge('one', 3), team: 'b' });
    expect(await ledger.used('a', 0, Number.MAX_SAFE_INTEGER)).toBe(1);
    expect(await ledger.used('b', 0, Number.MAX_SAFE_INTEGER)).toBe(3);
  });
});
