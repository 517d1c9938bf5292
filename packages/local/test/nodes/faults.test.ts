import { once } from 'node:events';
import type { CrawlJob } from '@trawl/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { linksTo, type Page, site } from '../crawl/site.js';
import { sharedServer } from '../postgres/database.js';
import { startPostgres } from '../postgres/server.js';
import { answerOf, type NodeProcess, startNodeProcess } from './service.js';

const { EXPLORE, PROPERTY_SEED } = process.env;

/** The faults come in an order of the seed: in `npm test` in the same one each time. */
const SEED = PROPERTY_SEED ? Number(PROPERTY_SEED) : EXPLORE ? Date.now() % 100_000 : 1;

const ROUNDS = EXPLORE ? 5 : 1;

/** Pages of a crawl, and those that are done before the first fault. */
const PAGES = 60;
const FIRST_PAGES = 10;

/** A dead node is noticed after 15 s at most. The rest is for machines that have other things to do as well. */
const PATIENCE = { timeout: 120_000, interval: 100 };

type Fault = (victim: NodeProcess) => Promise<void>;

/** A site whose pages link to the next two, and answer after a short time. */
function slowSite() {
  const page =
    (index: number): Page =>
    (_, response) =>
      setTimeout(() => {
        const links = index < PAGES ? linksTo(`/${index + 1}`, `/${Math.min(index + 2, PAGES)}`) : linksTo('/1');
        response.writeHead(200, { 'content-type': 'text/html' }).end(links);
      }, 50);
  const pages = Array.from({ length: PAGES }, (_, index) => [`/${index + 1}`, page(index + 1)] as const);
  return site(Object.fromEntries(pages));
}

/** Receives the events of crawls. */
async function receiver() {
  const events: { type: string; id: string; data?: { metadata: { url: string } }[] }[] = [];
  const { url } = await site({
    '/': async (request, response) => {
      const chunks = await request.toArray();
      events.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    },
  });
  return { url: `${url}/`, events };
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function inOrderOf<Item>(next: () => number, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

describe.skipIf('missing' in sharedServer)('a service of three nodes', () => {
  test(`loses nothing and does nothing twice, whatever happens to its nodes and its database (seed ${SEED})`, async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const next = random(SEED);
    let nodes = await Promise.all([1, 2, 3].map(() => startNodeProcess(postgres.url)));
    const { events, url: webhook } = await receiver();

    const kill: Fault = async (victim) => {
      victim.run.process.kill('SIGKILL');
      await once(victim.run.process, 'exit');
      nodes = [...nodes.filter((node) => node !== victim), await startNodeProcess(postgres.url)];
    };
    /** It is stopped until the others have done its tasks, and finds that it was taken for dead. */
    const stop: Fault = async (victim) => {
      victim.run.process.kill('SIGSTOP');
      const others = nodes.filter((node) => node !== victim);
      await expect.poll(() => nodesSeenBy(others[0]), PATIENCE).toBe(others.length);
      victim.run.process.kill('SIGCONT');
    };
    const restartDatabase: Fault = () => postgres.restart();

    for (let round = 0; round < ROUNDS; round += 1) {
      const { url } = await slowSite();
      const request = {
        url: `${url}/1`,
        limit: PAGES,
        sitemap: 'skip',
        crawlEntireDomain: true,
        webhook: { url: webhook },
      };
      const crawl = await answerOf<{ id: string }>(nodes[0] as NodeProcess, '/v2/crawl', request);
      const id = crawl?.id ?? '';
      const state = () => answerOf<CrawlJob>(nodes[0] as NodeProcess, `/v2/crawl/${id}`);
      await expect.poll(async () => (await state())?.completed, PATIENCE).toBeGreaterThan(FIRST_PAGES);
      // The first node is the one that is asked.
      for (const fault of inOrderOf(next, [kill, stop, restartDatabase])) {
        await fault(nodes[1 + Math.floor(next() * (nodes.length - 1))] as NodeProcess);
      }
      await expect.poll(async () => (await state())?.status, PATIENCE).toBe('completed');

      const job = await state();
      const urls = job?.data?.map(({ metadata }) => metadata?.url);
      expect(new Set(urls).size).toBe(PAGES);
      expect(job).toMatchObject({ completed: PAGES, total: PAGES, creditsUsed: PAGES });
      expect(await chargedFor(nodes[0] as NodeProcess, request.url)).toBe(PAGES);
      const eventsOf = () => events.filter((event) => event.id === id);
      await expect.poll(() => eventsOf().at(-1)?.type, PATIENCE).toBe('crawl.completed');
      expect(eventsOf().at(0)?.type).toBe('crawl.started');
      const pages = eventsOf().flatMap(({ data = [] }) => data.map(({ metadata }) => metadata.url));
      expect(new Set(pages)).toEqual(new Set(urls));
      for (const node of nodes) await expect.poll(() => answerOf(node, '/_local/ready'), PATIENCE).toBeDefined();
      await expect.poll(() => nodesSeenBy(nodes[0]), PATIENCE).toBe(nodes.length);
    }
  }, 600_000);
});

async function nodesSeenBy(node: NodeProcess | undefined): Promise<number | undefined> {
  const answer = node && (await answerOf<{ data: unknown[] }>(node, '/_local/nodes'));
  return answer?.data.length;
}

/** The credits that the ledger has for a crawl with this start. */
async function chargedFor(node: NodeProcess, start: string): Promise<number | undefined> {
  const answer = await answerOf<{ data: { charges: { target?: string; credits: number }[] } }>(node, '/_local/credits');
  const charges = answer?.data.charges.filter(({ target }) => target === start);
  return charges?.reduce((sum, { credits }) => sum + credits, 0);
}
