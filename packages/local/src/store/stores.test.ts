import { randomBytes, randomUUID } from 'node:crypto';
import { createVirtualClock } from '@trawl/base/clock';
import { describe, expect, test } from 'vitest';
import { onEachDatabase, type TestDatabase } from '../../test/databases.js';
import type { KeyLimits } from './api-key-store.js';
import { packDocument } from './job-page-store.js';
import type { Job } from './job-store.js';
import { sharedOf } from './shared-stores.js';
import type { Stores } from './stores.js';
import type { StoredTask } from './task-store.js';

async function opened(database: TestDatabase): Promise<Stores> {
  return (await database.emptyStores(createVirtualClock())).stores;
}

const charge = (jobId: string, credits = 1) => ({ team: 'a', endpoint: 'scrape', credits, jobId, target: null });

const charged = async ({ ledger }: Stores) => (await ledger.entries('a', { limit: 100 })).map(({ id }) => id).sort();

onEachDatabase((database) => {
  describe('a transaction', () => {
    test('stores everything or nothing, and returns what its work returns', async () => {
      const stores = await opened(database);
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
      const stores = await opened(database);
      const failure = stores.transaction(async (outer) => {
        await outer.transaction(({ ledger }) => ledger.charge(charge('inner')));
        throw new Error('half done');
      });
      await expect(failure).rejects.toThrow('half done');
      expect(await charged(stores)).toEqual([]);
    });

    test('says what is to be done after it only when it is stored', async () => {
      const stores = await opened(database);
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
      const stores = await opened(database);
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
  });

  describe('two callers at once', () => {
    test('store one feedback for a call, and both get its id', async () => {
      const { feedback } = await opened(database);
      const add = (id: string) => feedback.add({ id, team: 'a', jobId: 'job', body: { rating: id } });
      const [first, second] = await Promise.all([add('first'), add('second')]);
      expect(first).toBe(second);
      expect(await add('third')).toBe(first);
    });

    test('index a page once, with the text of one of them', async () => {
      const { search } = await opened(database);
      const put = (text: string) => search.put({ ...PAGE, text, digest: text });
      await Promise.all(['old ferry', 'new ferry', 'last ferry'].map(put));
      const words = { required: [], words: [[{ text: 'ferry' }]], excluded: [] };
      const { pages } = await search.pages('a', { words, condition: undefined, newestFirst: false, limit: 10 });
      expect(pages).toHaveLength(1);
      expect(['old ferry', 'new ferry', 'last ferry']).toContain(await search.text(pages[0]?.id ?? 0));
      expect(await search.size()).toBe(1);
    });
  });

  describe('of five callers at once', () => {
    const five = <Result>(call: (index: number) => Promise<Result>) => Promise.all([0, 1, 2, 3, 4].map(call));
    const newJob = { kind: 'crawl', team: 'a', request: {} };

    async function running(stores: Stores) {
      const job = (await stores.jobs.create({ ...newJob, id: randomUUID() })) as Job;
      await stores.tasks.add(job.number, [{ key: 'known', task: {} }]);
      const [task] = await stores.tasks.next(job.number, { after: 0, limit: 1 });
      return { job, task: task as StoredTask };
    }

    const key = { id: '', name: 'same', team: 'a', limits: {} as KeyLimits, createdAt: 1, digest: '' };

    test.each<[string, (stores: Stores) => Promise<() => Promise<unknown>>]>([
      [
        'claims an idempotency key',
        async ({ jobs }) =>
          () =>
            jobs.claimKey('a', 'key'),
      ],
      [
        'claims the key of a task',
        async (stores) => {
          const { job } = await running(stores);
          return () => stores.tasks.claim(job.number, 'new');
        },
      ],
      [
        'adds a task',
        async (stores) => {
          const { job } = await running(stores);
          return () => stores.tasks.add(job.number, [{ key: 'new', task: {} }]);
        },
      ],
      [
        'finishes a task',
        async (stores) => {
          const { task } = await running(stores);
          return () => stores.tasks.finish(task);
        },
      ],
      [
        'ends a job',
        async (stores) => {
          const { job } = await running(stores);
          return () => stores.jobs.end(job, { status: 'cancelled' }, { mayLeaveTasks: true });
        },
      ],
      [
        'reopens a job',
        async (stores) => {
          const { job } = await running(stores);
          await stores.jobs.end(job, { status: 'completed' }, { mayLeaveTasks: true });
          return () => stores.jobs.reopen(job);
        },
      ],
      [
        'adds a key of a name',
        async ({ apiKeys }) =>
          () =>
            apiKeys.add({ ...key, id: randomUUID(), digest: randomUUID() }),
      ],
      [
        'revokes a key',
        async ({ apiKeys }) => {
          await apiKeys.add(key);
          return () => apiKeys.revoke('same', 2);
        },
      ],
    ])('one %s', async (_, begin) => {
      const call = await begin(await opened(database));
      expect((await five(call)).filter(Boolean)).toHaveLength(1);
    });

    test('each adds to the counts of a job, and gets a number of its own', async () => {
      const stores = await opened(database);
      const { job } = await running(stores);
      const add = () =>
        stores.transaction(async ({ jobs }) => {
          const counts = await jobs.lockCounts(job);
          await jobs.add(job, { completed: 1, credits: 0, tokens: 0, size: 0 });
          return counts?.completed;
        });
      expect((await five(add)).sort()).toEqual([0, 1, 2, 3, 4]);
    });

    test('each adds to the tokens of a team', async () => {
      const { tokens } = await opened(database);
      await five((index) => tokens.add('a', 1, index));
      expect(await tokens.used('a', 1)).toBe(10);
    });

    test('each adds the result of a target to a check', async () => {
      const { checks } = await opened(database);
      const { id } = await checks.create('monitor', { trigger: 'manual', scheduledFor: null, estimatedCredits: 1 });
      await five((index) => checks.addTargetResult(id, { targetId: `${index}` }));
      const { targetResults } = (await checks.find('monitor', id)) ?? {};
      expect(targetResults?.map(({ targetId }) => targetId).sort()).toEqual(['0', '1', '2', '3', '4']);
    });

    test('none exceeds the bytes of the profiles of a team', async () => {
      const { profiles } = await opened(database);
      await five((index) => profiles.save({ team: 'a', name: `${index}`, state: 'x'.repeat(60) }, 100));
      expect((await five((index) => profiles.use('a', `${index}`))).filter(Boolean)).toHaveLength(1);
    });

    // What follows, SQLite has not: it is of one process.
    if (database.name === 'SQLite') return;

    test.each<[string, (stores: Stores) => Promise<(index: number) => Promise<unknown>>]>([
      [
        'takes a task',
        async (stores) => {
          const { job } = await running(stores);
          return async (index) => {
            const request = { job, node: `${index}`, now: 0, count: 1, limit: 5, atOnce: 5, mayOvertake: false };
            return stores.transaction(async (bound) => {
              await bound.jobs.lockCounts(job);
              return (await sharedOf(bound).slots.take(request))[0];
            });
          };
        },
      ],
      [
        'uses a slot',
        async (stores) => {
          const { slots } = sharedOf(stores);
          const { job } = await running(stores);
          const slot = { job, slot: 0, pool: 'letters a' };
          await slots.add([slot], slot.pool);
          return (index) =>
            stores.transaction((bound) => sharedOf(bound).slots.begin({ ...slot, node: `${index}` }, 5));
        },
      ],
      [
        'uses a slot of a pool of one',
        async (stores) => {
          const { job } = await running(stores);
          const pool = `letters ${randomUUID()}`;
          const slots = Array.from({ length: 5 }, (_, slot) => ({ job, slot }));
          await sharedOf(stores).slots.add(slots, pool);
          return (index) =>
            stores.transaction((bound) => sharedOf(bound).slots.begin({ job, slot: index, pool, node: `${index}` }, 1));
        },
      ],
      [
        'has a browser session',
        async (stores) => {
          const id = randomUUID();
          return (index) => sharedOf(stores).sessionPlaces.add(id, 'a', `${index}`);
        },
      ],
    ])('one node %s', async (_, begin) => {
      const call = await begin(await opened(database));
      expect((await five(call)).filter(Boolean)).toHaveLength(1);
    });

    test('each transaction that locks a job takes other tasks, up to one that is to be done later', async () => {
      const stores = await opened(database);
      const { job } = await running(stores);
      const further = Array.from({ length: 12 }, (_, task) => ({ key: `${task}`, task: {} }));
      await stores.tasks.add(job.number, further);
      const tasks = await stores.tasks.next(job.number, { after: 0, limit: 20 });
      await stores.tasks.retry(tasks[10] as StoredTask, 1_000);
      const most = Number.POSITIVE_INFINITY;
      const request = { job, node: 'a', count: 3, now: 999, limit: most, atOnce: most, mayOvertake: false };
      const taken = await five(() =>
        stores.transaction(async (bound) => {
          await bound.jobs.lockCounts(job);
          return sharedOf(bound).slots.take(request);
        }),
      );
      const due = tasks.slice(0, 10).map(({ position }) => position);
      expect(
        taken
          .flat()
          .map(({ position }) => position)
          .sort((one, other) => one - other),
      ).toEqual(due);
      const { slots } = sharedOf(stores);
      const { counts } = (await slots.finish(tasks, { job, node: 'b' })) ?? {};
      expect(counts).toMatchObject({ completed: 0, credits: 0, tokens: 0 });
      expect(await slots.finish(tasks, { job, node: 'a' })).toEqual({ counts, positions: new Set(due) });
    });

    test('tasks overtake those that are to be done later, and wait for first attempts by their order', async () => {
      const stores = await opened(database);
      const { job } = await running(stores);
      await stores.tasks.clear(job.number);
      const tasks = ['a-first', 'a', 'b-first', 'b', 'a-last', 'c'].map((key) => {
        const order = { sequence: key.charAt(0), isAlone: key.includes('-') };
        return { key, task: { key }, order: key === 'c' ? undefined : order };
      });
      await stores.tasks.add(job.number, tasks);
      const take = async (atOnce = 10, now = 0) => {
        const request = { job, node: 'n', count: 10, now, limit: Number.POSITIVE_INFINITY, atOnce, mayOvertake: true };
        return stores.transaction(async (bound) => {
          await bound.jobs.lockCounts(job);
          return sharedOf(bound).slots.take(request);
        });
      };
      const keysOf = (taken: readonly StoredTask[]) => taken.map(({ task }) => (task as { key: string }).key);
      const first = await take(2);
      expect(keysOf(first)).toEqual(['a-first', 'b-first']);
      expect(keysOf(await take(2))).toEqual([]);
      expect(keysOf(await take())).toEqual(['c']);
      const { slots } = sharedOf(stores);
      const retry = (task: StoredTask | undefined) => slots.retry(task as StoredTask, 1_000, { job, node: 'n' });
      await retry(first[0]);
      expect(await slots.nextDue(job, true)).toBe(1_000);
      const [page] = await take();
      expect(keysOf(page ? [page] : [])).toEqual(['a']);
      expect(keysOf(await take())).toEqual([]);
      await slots.finish(first, { job, node: 'n' });
      await retry(page);
      expect(keysOf(await take())).toEqual(['b', 'a-last']);
      expect(keysOf(await take(10, 1_000))).toEqual(['a-first', 'a']);
    });

    test('each node reserves a turn at a host, one after the other', async () => {
      const { hostTurns } = sharedOf(await opened(database));
      const host = randomUUID();
      const waits = await five(() => hostTurns.reserve(host, 1_000_000, 10_000_000));
      expect(waits.map((wait) => Math.round((wait ?? 0) / 1_000_000)).sort()).toEqual([0, 1, 2, 3, 4]);
    });
  });

  describe('an ended job that is to go', () => {
    async function withPages(database: TestDatabase) {
      const clock = createVirtualClock();
      const { stores } = await database.emptyStores(clock);
      const create = () => stores.jobs.create({ id: 'one', kind: 'crawl', team: 'a', request: {} });
      const job = (await create()) as Job;
      for (const position of [0, 1, 2]) {
        await stores.pages.addDocument(job, position, await packDocument({}), `scrape-${position}`);
      }
      await stores.pages.addError(job, { id: 'e', url: 'x', error: 'y', code: 'SCRAPE_TIMEOUT' });
      await stores.tasks.add(
        job.number,
        Array.from({ length: 1_200 }, (_, key) => ({ key: `${key}`, task: {} })),
      );
      await stores.jobs.end(job, { status: 'completed' }, { mayLeaveTasks: true });
      await stores.tasks.clear(job.number);
      const ended = (await stores.jobs.find('one')) as Job;
      return { stores, clock, job: ended, create };
    }

    test('is unknown from then on, and its rows go one after the other', async () => {
      const { stores, clock, job } = await withPages(database);
      await stores.jobs.hide([job]);
      await clock.advance(60_000);
      for (let removed = 1; removed === 1; removed = await stores.jobs.removeSome(1)) {
        await stores.jobs.touch(job);
        expect(await stores.jobs.reopen(job)).toBe(false);
        expect(await stores.jobs.find('one')).toBeUndefined();
        expect(await stores.jobs.ended('a', 1)).toEqual([]);
        expect(await stores.pages.findDocument('scrape-2')).toBeUndefined();
      }
      expect(await stores.pages.documents(job, { skip: 0, limit: 9, maxBytes: 999 })).toEqual([]);
      expect((await stores.jobs.bytesByTeam()).size).toBe(0);
    });

    test('is kept longer by a request, which writes nothing when one has done so a moment ago', async () => {
      const { stores, clock, job } = await withPages(database);
      const touch = async () => stores.jobs.touch((await stores.jobs.find('one')) as Job);
      expect(await touch()).toBe(job.expiresAt);
      await clock.advance(60_000);
      expect(await touch()).toBe(job.expiresAt + 60_000);
      expect(await stores.jobs.find('one')).toMatchObject({ expiresAt: job.expiresAt + 60_000 });
      await clock.advance(59_999);
      expect(await touch()).toBe(job.expiresAt + 60_000);
    });

    test('brings nothing back when another begins with its id', async () => {
      const { stores, clock, create } = await withPages(database);
      await clock.advance(24 * 60 * 60_000);
      const job = (await create()) as Job;
      expect(await stores.pages.documents(job, { skip: 0, limit: 9, maxBytes: 999 })).toEqual([]);
      expect(await stores.tasks.open(job.number)).toBe(0);
    });

    test('leaves tasks that are no longer open, and go by and by', async () => {
      const { stores, job } = await withPages(database);
      expect((await stores.jobs.snapshot('one'))?.open).toBe(0);
      expect(await stores.jobs.removeSome(150)).toBe(150);
      expect(await stores.jobs.removeSome(150)).toBe(50);
      expect(await stores.pages.documents(job, { skip: 0, limit: 9, maxBytes: 999 })).toHaveLength(3);
    });

    test('loses the tasks that it has left when it runs again', async () => {
      const { stores, job } = await withPages(database);
      expect(await stores.jobs.reopen(job)).toBe(true);
      expect(await stores.tasks.open(job.number)).toBe(0);
    });
  });

  describe('a URL that is longer than an index takes', () => {
    // Noise, because databases compress what repeats.
    const longUrl = () => `https://a.example/${randomBytes(5000).toString('hex')}`;
    const long = longUrl();
    const other = longUrl();

    test('is one task of a job', async () => {
      const { jobs, tasks } = await opened(database);
      const job = await jobs.create({ id: 'one', kind: 'crawl', team: 'a', request: {} });
      const add = (...urls: string[]) =>
        tasks.add(
          job?.number ?? 0,
          urls.map((url) => ({ key: url, task: { url } })),
        );
      expect(await add(long)).toBe(1);
      expect(await add(long, other)).toBe(1);
      expect(await tasks.claim(job?.number ?? 0, other)).toBe(false);
      expect(await tasks.next(job?.number ?? 0, { after: 0, limit: 3 })).toMatchObject([
        { task: { url: long } },
        { task: { url: other } },
      ]);
    });

    test('has its versions and its snapshots', async () => {
      const { trackedPages, snapshots } = await opened(database);
      const page = { team: 'a', tag: other, url: long };
      await trackedPages.set(page, { seen: 1, version: 'one' });
      await trackedPages.set(page, { seen: 2, version: 'two' });
      expect(await trackedPages.get(page)).toEqual({ seen: 2, version: 'two' });
      const of = (url: string) => ({ monitor: 'm', target: 't', url });
      for (const url of [long, other, 'https://a.example/']) await snapshots.set(of(url), { markdown: url });
      expect(await snapshots.get(of(long))).toEqual({ markdown: long });
      expect((await snapshots.urls('m', 't')).sort()).toEqual([long, other, 'https://a.example/'].sort());
      await snapshots.delete(of(long));
      expect(await snapshots.get(of(long))).toBeUndefined();
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
      const stores = await opened(database);
      await Promise.all(Array.from({ length: 5 }, () => stores.ledger.charge(charge('one', 2))));
      expect(await stores.ledger.latest(10)).toMatchObject([{ credits: 10 }]);
      expect(await stores.ledger.entries('a', { limit: 10 })).toMatchObject([{ id: 'one', position: 1 }]);
    });

    test('gives each entry of a team a position of its own, in the order in which they are stored', async () => {
      const { ledger } = await opened(database);
      await Promise.all(Array.from({ length: 20 }, (_, index) => ledger.charge(charge(`job ${index}`))));
      const positions = (await ledger.entries('a', { limit: 100 })).map(({ position }) => position);
      expect(positions).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
      await ledger.charge({ ...charge('other'), team: 'b' });
      expect((await ledger.entries('b', { limit: 1 }))[0]?.position).toBe(1);
    });

    test('has an entry of its own for each team that names a job so', async () => {
      const { ledger } = await opened(database);
      await ledger.charge(charge('one'));
      await ledger.charge({ ...charge('one', 3), team: 'b' });
      expect(await ledger.used('a', 0, Number.MAX_SAFE_INTEGER)).toBe(1);
      expect(await ledger.used('b', 0, Number.MAX_SAFE_INTEGER)).toBe(3);
    });
  });

  describe('each store gives back what it got', () => {
    const BYTES = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    /** Text that breaks what is not made for it. */
    const HOSTILE = `'";--\\ %_ \u{1F600} \u202E \uFFFF é ${'x'.repeat(3_000)}`;
    const TIME = 8_640_000_000_000;

    test('bytes, in order of their age', async () => {
      const { cachedPages, finishedScrapes, recordings, renderedFiles, uploads } = await opened(database);
      await recordings.set('key', { about: '{}', body: new Uint8Array() });
      await recordings.set('key', { about: '{"url":"x"}', body: BYTES });
      expect(await recordings.get('key')).toMatchObject({ about: '{"url":"x"}' });
      expect(new Uint8Array((await recordings.get('key'))?.body ?? [])).toEqual(BYTES);

      const page = { url: HOSTILE, status: 200, contentType: undefined, fetchedAt: TIME, body: BYTES };
      await cachedPages.set({ team: 'a', key: 'new' }, page);
      await cachedPages.set({ team: 'a', key: 'old' }, { ...page, fetchedAt: -1 });
      expect([...(await cachedPages.get({ team: 'a', key: 'new' }, 'other'))]).toMatchObject([
        ['new', { url: HOSTILE, fetchedAt: TIME }],
      ]);
      expect(await cachedPages.sizes()).toEqual(new Map([['a', 1024]]));
      expect(await cachedPages.evict(1)).toEqual([{ team: 'a', key: 'old' }]);

      for (const id of ['one', 'two', 'three']) await finishedScrapes.add({ id, team: 'a', document: BYTES });
      expect(await finishedScrapes.sizes()).toEqual(new Map([['a', 1536]]));
      await finishedScrapes.evict(513);
      expect(await finishedScrapes.find('two', -1)).toBeUndefined();
      expect((await finishedScrapes.find('three', -1))?.team).toBe('a');

      for (const id of ['one', 'two']) {
        await renderedFiles.add({ id, type: 'image/png', body: BYTES, expiresAt: TIME, page: null });
      }
      expect((await renderedFiles.latest('image/', 9)).map(({ id, bytes }) => [id, bytes])).toEqual([
        ['two', 512],
        ['one', 512],
      ]);
      await renderedFiles.add({ id: 'film', type: 'video/mp4', body: BYTES, expiresAt: TIME, page: null });
      await renderedFiles.evict({ media: 1_000, others: 600 });
      expect(await renderedFiles.get('film')).toBeDefined();
      expect(await renderedFiles.get('one')).toBeUndefined();

      const upload = { id: 'one', refDigest: BYTES.slice(0, 32), team: 'a', filename: HOSTILE, contentType: undefined };
      await uploads.add({ ...upload, expiresAt: TIME });
      const { number = 0 } = (await uploads.findByRef(upload.refDigest, 'a')) ?? {};
      await uploads.addPart(number, { position: 0, bytes: BYTES });
      await uploads.setSize(number, 512);
      expect(await uploads.find('one')).toMatchObject({
        filename: HOSTILE,
        size: 512,
        isParsed: false,
        expiresAt: TIME,
      });
      expect([await uploads.countUnparsed('a'), await uploads.size()]).toEqual([1, 512]);
      await uploads.setParsed(number);
      expect((await uploads.find('one'))?.isParsed).toBe(true);
      await uploads.forgetExpired(TIME);
      expect(await uploads.part(number, 0)).toBeUndefined();
    });

    test('text and numbers', async () => {
      const { answers, ledger, profiles, snapshots, threatPolicies, tokens, trackedPages } = await opened(database);
      await answers.set('a', HOSTILE, '{}');
      await answers.set('a', HOSTILE, HOSTILE);
      expect(await answers.get('a', HOSTILE)).toBe(HOSTILE);
      await ledger.charge({ ...charge('one', 0.25), target: HOSTILE });
      expect(await ledger.find('a', 'one')).toMatchObject({ target: HOSTILE });
      expect(await ledger.used('a', 0, TIME)).toBe(0.25);
      expect(await ledger.used('a', 1, 1)).toBe(0);
      await profiles.save({ team: 'a', name: HOSTILE, state: HOSTILE }, 10_000);
      expect(await profiles.use('a', HOSTILE)).toBe(HOSTILE);
      const key = { monitor: 'm', target: 't', url: HOSTILE };
      for (const text of ['', HOSTILE]) await snapshots.set(key, { text });
      expect(await snapshots.get(key)).toEqual({ text: HOSTILE });
      await snapshots.retain('m', []);
      expect(await snapshots.urls('m', 't')).toEqual([]);
      await threatPolicies.set('a', { mode: 'off' } as never);
      expect(await threatPolicies.get('a')).toEqual({ mode: 'off' });
      for (const count of [2, 3]) await tokens.add('a', TIME, count);
      expect(await tokens.used('a', TIME)).toBe(5);
      const page = { team: 'a', tag: '', url: HOSTILE };
      for (const seen of [1, TIME]) await trackedPages.set(page, { seen, version: HOSTILE });
      expect(await trackedPages.get(page)).toEqual({ seen: TIME, version: HOSTILE });
    });

    test('jobs with their tasks and pages', async () => {
      const { jobs, tasks, pages } = await opened(database);
      const request = { url: `${HOSTILE}\0` };
      const job = (await jobs.create({ id: 'one', kind: 'crawl', team: 'a', request })) as Job;
      expect(await jobs.create({ id: 'one', kind: 'crawl', team: 'a', request })).toBeUndefined();
      expect(await jobs.find('ONE')).toEqual(job);
      expect(job).toMatchObject({ request, completed: 0, credits: 0, progress: undefined });
      const many = Array.from({ length: 90 }, (_, index) => ({ key: `${index}`, task: { url: HOSTILE, index } }));
      expect(await tasks.add(job.number, many)).toBe(90);
      expect(await tasks.add(job.number, many.slice(0, 1))).toBe(0);
      expect([await tasks.claim(job.number, '3'), await tasks.claim(job.number, 'new')]).toEqual([false, true]);
      const [first, second] = await tasks.next(job.number, { after: 0, limit: 2 });
      expect(second?.task).toEqual(many[1]?.task);
      expect(first && [await tasks.finish(first), await tasks.finish(first)]).toEqual([true, false]);
      expect((await jobs.snapshot('one'))?.open).toBe(89);
      expect(await jobs.add(job, { completed: 1, credits: 0.5, tokens: 0, size: 7 })).toBe(true);
      expect(await jobs.lockCounts(job)).toEqual({ completed: 1, credits: 0.5, tokens: 0, size: job.size + 7 });
      await pages.addDocument(job, 0, await packDocument({ markdown: `${HOSTILE}\0` }), 'scrape');
      expect((await pages.documents(job, { skip: 0, limit: 9, maxBytes: 9 })).map((text) => JSON.parse(text))).toEqual([
        { markdown: `${HOSTILE}\0` },
      ]);
      expect((await pages.findDocument('SCRAPE'))?.team).toBe('a');
      for (const url of ['z', 'a', 'm']) await pages.addBlocked(job, url);
      expect(await pages.blocked(job)).toEqual(['z', 'a', 'm']);
      await pages.addError(job, { id: 'e', url: 'x', error: HOSTILE, code: 'SCRAPE_TIMEOUT' });
      expect(await pages.failedPages(job)).toMatchObject({ failed: 1, blocked: 3, firstError: { error: HOSTILE } });
      expect(await jobs.end(job, { status: 'completed' }, { mayLeaveTasks: false })).toBeUndefined();
      expect((await jobs.end(job, { status: 'completed' }, { mayLeaveTasks: true }))?.status).toBe('completed');
      expect([await jobs.reopen(job), await jobs.reopen(job)]).toEqual([true, false]);
      expect([await jobs.claimKey('a', HOSTILE), await jobs.claimKey('a', HOSTILE)]).toEqual([true, false]);
      await jobs.delete(job);
      expect(await pages.documents(job, { skip: 0, limit: 9, maxBytes: 9 })).toEqual([]);
    });

    test('monitors in the order of their last change', async () => {
      const { monitors } = await opened(database);
      const put = (id: string, nextRunAt?: string) =>
        monitors.put({ team: 'a', monitor: { id, retentionDays: 7, nextRunAt } as never });
      for (const id of ['one', 'two', 'three']) await put(id);
      await put('one', '2026-11-27T00:00:00Z');
      expect(await monitors.ids('a', { limit: 2, offset: 0 })).toEqual(['one', 'three']);
      expect(await monitors.due(TIME)).toEqual(['one']);
      expect(await monitors.nextDue()).toBe(Date.parse('2026-11-27T00:00:00Z'));
      expect(await monitors.retentions()).toContainEqual({ id: 'two', days: 7 });
    });
  });

  describe('a job that is locked', () => {
    const newJob = { id: 'queue', kind: 'letters', team: 'a', request: {} };
    const done = { status: 'completed' } as const;

    test('gets a task before somebody else can end it for want of tasks', async () => {
      const stores = await opened(database);
      const job = (await stores.jobs.create(newJob)) as Job;
      let end: Promise<Job | undefined> | undefined;
      await stores.transaction(async ({ jobs, tasks }) => {
        expect(await jobs.lock('queue')).toMatchObject({ number: job.number });
        await tasks.add(job.number, [{ key: 'one', task: {} }]);
        end = stores.transaction((other) => other.jobs.end(job, done, { mayLeaveTasks: false }));
        // Meanwhile the end has begun, where a database does several things at once.
        for (let count = 0; count < 20; count++) await jobs.find('queue');
      });
      expect(await end).toBeUndefined();
      expect(await stores.jobs.lock('queue')).toMatchObject({ status: 'running' });
    });

    test('is made once by several at once, and again when it has ended or was deleted', async () => {
      const stores = await opened(database);
      const create = () => stores.transaction(({ jobs }) => jobs.create(newJob));
      const made = async () => (await Promise.all([create(), create(), create()])).filter((job) => job !== undefined);
      const [first, ...others] = await made();
      expect(others).toEqual([]);
      await stores.jobs.end(first as Job, done, { mayLeaveTasks: true });
      expect(await stores.jobs.lock('queue')).toBeUndefined();
      expect(await made()).toMatchObject([{ number: first?.number, status: 'running', endedAt: undefined }]);
      await stores.jobs.delete(first as Job);
      expect(await made()).toHaveLength(1);
    });
  });
});
