import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Site, startSite } from '../local/start-site.js';
import type { Row } from '../table.js';
import { type Cluster, startCluster, TEAMS } from './cluster.js';
import type { DatabaseServer } from './database.js';
import { processorSeconds } from './processor-time.js';

const NODES = [1, 2, 4];
const PAGES = 1_000;
const POLL_MS = 100;

/** Pages that a node, and a team at all nodes, reads at once: a site as slow as this leaves the processors time. */
const AT_ONCE = 100;
const SLOW_SITE_SECONDS = 5;
/** Each place of a node reads so many pages while they are counted. */
const COUNTED_ROUNDS = 3;
/** The first pages of a job are handed out one after the other. */
const UNCOUNTED_ROUNDS = 1.5;
const LEAST_SHARE = 0.9;

/** What a page took, on average. Times in milliseconds. */
interface PageCost {
  readonly pagesPerSecond: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
  readonly siteMs: number;
  /** Its statements and transactions, with the way to the database. */
  readonly waitMs: number;
}

/** A crawl of a fast site, whose limit is the processors, and of a slow one, whose limit are the pages read at once. */
export async function measureScaling(server: DatabaseServer): Promise<Row[]> {
  const fastCrawls: PageCost[] = [];
  for (const nodes of NODES) fastCrawls.push(await crawlFastSite(server, nodes));
  const slowRates: number[] = [];
  for (const nodes of NODES) slowRates.push(await readSlowSite(server, nodes));
  const [oneNode, [slowRate = 0]] = [fastCrawls[0] as PageCost, slowRates];
  return [
    ...fastCrawls.map((cost, index) => fastRow(NODES[index] ?? 0, cost, oneNode)),
    ...slowRates.map((rate, index) => slowRow(NODES[index] ?? 0, rate, slowRate)),
  ];
}

async function crawlFastSite(server: DatabaseServer, nodes: number): Promise<PageCost> {
  return withCluster(server, nodes, { pages: PAGES }, async (cluster, site) => {
    // The first crawl of a process compiles its code, at each node.
    const firstSite = await startSite(PAGES);
    await crawl(cluster, firstSite).finally(() => firstSite.stop());
    const before = await countsOf(server, cluster, site);
    await crawl(cluster, site);
    return costOf(before, await countsOf(server, cluster, site), PAGES);
  });
}

async function crawl(cluster: Cluster, site: Site): Promise<void> {
  const trawl = cluster.team(0);
  const { id } = await trawl.crawls.start({ url: site.url, limit: PAGES, maxConcurrency: AT_ONCE });
  for (;;) {
    const { status, completed } = await trawl.crawls.get(id, { limit: 1 });
    if (status !== 'scraping') {
      if (completed !== PAGES) throw new Error(`Only ${completed} of ${PAGES} pages were read.`);
      return;
    }
    await sleep(POLL_MS);
  }
}

/** Pages a second of a site whose pages take seconds, as many at once as the nodes may read. */
async function readSlowSite(server: DatabaseServer, nodes: number): Promise<number> {
  const pages = AT_ONCE * Math.ceil(COUNTED_ROUNDS + 2 * UNCOUNTED_ROUNDS);
  const pace = { pages: TEAMS * pages, delayMs: SLOW_SITE_SECONDS * 1000 };
  return withCluster(server, nodes, pace, async (cluster, site) => {
    const batches = await Promise.all(
      Array.from({ length: TEAMS }, async (_, team) => {
        const urls = Array.from({ length: pages }, (_, page) => `${site.url}page/${team * pages + page}`);
        const trawl = cluster.team(team);
        const { id } = await trawl.batches.start({ urls, maxConcurrency: AT_ONCE });
        return async () => (await trawl.batches.get(id, { limit: 1 })).completed ?? 0;
      }),
    );
    const completed = async () =>
      (await Promise.all(batches.map((count) => count()))).reduce((sum, each) => sum + each);
    await sleep(UNCOUNTED_ROUNDS * SLOW_SITE_SECONDS * 1000);
    const [before, startedAt] = [await completed(), performance.now()];
    await sleep(COUNTED_ROUNDS * SLOW_SITE_SECONDS * 1000);
    return ((await completed()) - before) / ((performance.now() - startedAt) / 1000);
  });
}

async function withCluster<Result>(
  server: DatabaseServer,
  nodes: number,
  { pages, delayMs }: { readonly pages: number; readonly delayMs?: number },
  work: (cluster: Cluster, site: Site) => Promise<Result>,
): Promise<Result> {
  const cluster = await startCluster(await server.createDatabase(), nodes);
  try {
    const site = await startSite(pages, delayMs);
    return await work(cluster, site).finally(() => site.stop());
  } finally {
    cluster.stop();
  }
}

async function countsOf(server: DatabaseServer, cluster: Cluster, site: Site) {
  return {
    at: performance.now() / 1000,
    nodes: cluster.processorSeconds(),
    database: processorSeconds(server.pid),
    site: processorSeconds(site.pid),
    waits: await cluster.databaseSeconds(),
  };
}

type Counts = Awaited<ReturnType<typeof countsOf>>;

function costOf(before: Counts, after: Counts, pages: number): PageCost {
  const milliseconds = (kind: keyof Counts) => ((after[kind] - before[kind]) / pages) * 1000;
  return {
    pagesPerSecond: 1000 / milliseconds('at'),
    nodeMs: milliseconds('nodes'),
    databaseMs: milliseconds('database'),
    siteMs: milliseconds('site'),
    waitMs: milliseconds('waits'),
  };
}

function fastRow(nodes: number, cost: PageCost, oneNode: PageCost): Row {
  const cores = (milliseconds: number) => ((milliseconds * cost.pagesPerSecond) / 1000).toFixed(2);
  return {
    what: `A crawl of ${PAGES.toLocaleString('en')} pages, ${nodesOf(nodes)}`,
    ratio: cost.pagesPerSecond / oneNode.pagesPerSecond,
    ours: `${Math.round(cost.pagesPerSecond)} pages/s, ${cost.nodeMs.toFixed(1)} ms of CPU a page`,
    theirs: `of ${availableParallelism()} processors, nodes took ${cores(cost.nodeMs)}, PostgreSQL ${cores(cost.databaseMs)}, the site ${cores(cost.siteMs)}; a page waited ${cost.waitMs.toFixed(1)} ms for statements`,
  };
}

function slowRow(nodes: number, rate: number, rateOfOne: number): Row {
  return {
    what: `Pages of a site that takes ${SLOW_SITE_SECONDS} s for each, ${nodesOf(nodes)}`,
    ratio: rate / rateOfOne,
    ours: `${rate.toFixed(1)} pages/s`,
    theirs: `${((AT_ONCE * nodes) / SLOW_SITE_SECONDS).toFixed(0)} pages/s, if ${AT_ONCE * nodes} are read at every moment`,
    target: { words: `≥ ${LEAST_SHARE * nodes}×`, isMet: rate >= LEAST_SHARE * nodes * rateOfOne },
  };
}

function nodesOf(count: number): string {
  return count === 1 ? '1 node' : `${count} nodes`;
}
