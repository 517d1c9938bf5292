import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '../table.js';
import { startCluster } from './cluster.js';
import type { DatabaseServer } from './database.js';
import { waitUntil } from './wait.js';

const PAGES = 1_000;
const AT_ONCE = 40;
const PAGE_MS = 1_000;
const MOST_SECONDS = 15;

/** Seconds from `kill -9` of a node until others have begun all of its tasks again. */
export async function measureTakeover(server: DatabaseServer): Promise<Row> {
  let openPages = 0;
  const lostPages = new Set<string>();
  let isNodeEnding = false;
  const site = createServer((request, response) => {
    const path = request.url ?? '';
    if (!path.startsWith('/page/')) return void response.writeHead(404).end();
    openPages += 1;
    lostPages.delete(path);
    const timer = setTimeout(() => response.setHeader('content-type', 'text/html').end(`<h1>${path}</h1>`), PAGE_MS);
    response.on('close', () => {
      clearTimeout(timer);
      openPages -= 1;
      if (!response.writableFinished && isNodeEnding) lostPages.add(path);
    });
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const cluster = await startCluster(await server.createDatabase(), 2);
  try {
    const urls = Array.from({ length: PAGES }, (_, page) => `http://127.0.0.1:${port}/page/${page}`);
    await cluster.team(0).batches.start({ urls, maxConcurrency: AT_ONCE });
    // More open pages than one of the nodes can have are pages of both.
    const areBothReading = async () => Math.max(...(await cluster.tasks())) < openPages;
    await waitUntil('both nodes read pages', areBothReading);
    const startedAt = performance.now();
    isNodeEnding = true;
    cluster.nodes[1]?.stop();
    await waitUntil('a page of the killed node was lost', () => lostPages.size > 0);
    // All connections of a process are closed at once.
    await sleep(PAGE_MS / 2);
    isNodeEnding = false;
    const lost = lostPages.size;
    await waitUntil('another node had begun all lost pages again', () => lostPages.size === 0);
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      what: 'Until others do all tasks of a killed node',
      ours: `${seconds.toFixed(1)} s`,
      theirs: `${lost} pages`,
      target: { words: `≤ ${MOST_SECONDS} s`, isMet: seconds <= MOST_SECONDS },
    };
  } finally {
    cluster.stop();
    site.closeAllConnections();
    site.close();
  }
}
