import { setTimeout as sleep } from 'node:timers/promises';
import { startSite } from '../local/start-site.js';
import type { Row } from '../table.js';
import { type Cluster, startCluster } from './cluster.js';
import type { DatabaseCounts, DatabaseServer } from './database.js';

const PAGES = 500;
const POLL_MS = 100;
/** How long a node is watched that has nothing to do. */
const IDLE_SECONDS = 10;

/** What PostgreSQL has to do for a page, and for a node that has no work. */
export async function measurePageWrites(server: DatabaseServer): Promise<Row[]> {
  const database = await server.createDatabase();
  const count = async () => {
    // Connections tell what they have written when they are closed.
    await server.idle(database);
    return server.counts(database);
  };
  const withNode = async (work: (cluster: Cluster) => Promise<void>) => {
    const cluster = await startCluster(database, 1);
    await work(cluster).finally(() => cluster.stop());
  };
  await withNode(async () => undefined); // It makes the tables.
  const atFirst = await count();
  await withNode(async () => undefined);
  const beforeCrawl = await count();
  await withNode(async (cluster) => {
    const site = await startSite(PAGES);
    try {
      const trawl = cluster.team(0);
      const { id } = await trawl.crawls.start({ url: site.url, limit: PAGES });
      while ((await trawl.crawls.get(id, { limit: 1 })).status === 'scraping') await sleep(POLL_MS);
    } finally {
      site.stop();
    }
  });
  const afterCrawl = await count();
  let idleStatements = 0;
  await withNode(async () => {
    const { statements } = await server.counts(database);
    await sleep(IDLE_SECONDS * 1000);
    idleStatements = (await server.counts(database)).statements - statements;
  });
  const ofPage = (kind: keyof DatabaseCounts) => {
    const ofStart = beforeCrawl[kind] - atFirst[kind];
    return (afterCrawl[kind] - beforeCrawl[kind] - ofStart) / PAGES;
  };
  return [
    {
      what: 'A page of a crawl in PostgreSQL',
      ours: `${ofPage('statements').toFixed(1)} statements, ${ofPage('writtenRows').toFixed(1)} rows written`,
      theirs: `${kilobytes(ofPage('logBytes'))} of write-ahead log, ${kilobytes(ofPage('tableBytes'))} of tables and indexes`,
    },
    {
      what: 'A node without work',
      ours: `${(idleStatements / IDLE_SECONDS).toFixed(1)} statements/s`,
      theirs: '',
    },
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
