import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDisk } from '../../../test/full-disk.js';
import { StorageFull } from '../storage-full.js';
import type { Stores } from '../stores.js';
import { openStores } from './open-stores.js';
import { openDatabase } from './sqlite.js';

function opened(database = openDatabase()): Stores {
  onTestFinished(() => database.close());
  return openStores(database, createVirtualClock());
}

const charge = (jobId: string, credits = 1) => ({ team: 'a', endpoint: 'scrape', credits, jobId, target: null });

const charged = async ({ ledger }: Stores) => (await ledger.entries('a', { limit: 100 })).map(({ id }) => id).sort();

describe('a transaction', () => {
  test('keeps the statements of others out of it, and they follow in their order', async () => {
    const stores = opened();
    const seen: string[][] = [];
    const failing = stores.transaction(async ({ ledger }) => {
      await ledger.charge(charge('rolled back'));
      await ledger.charge(charge('rolled back too'));
      throw new Error('half done');
    });
    const outside = stores.transaction(({ ledger }) => ledger.charge(charge('outside')));
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

test('two callers at once keep what there is room for of the profiles of a team, the last one in any case', async () => {
  const { profiles } = opened();
  const save = (name: string) => profiles.save({ team: 'a', name, state: 'x'.repeat(60) }, 100);
  await Promise.all([save('one'), save('two')]);
  expect(await Promise.all([profiles.use('a', 'one'), profiles.use('a', 'two')])).toEqual([undefined, 'x'.repeat(60)]);
});
