import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Row } from '../table.js';
import { startCluster } from './cluster.js';
import type { DatabaseServer } from './database.js';

const PAGES = 400;
const AT_ONCE = 40;
const PAGE_MS = 1_000;
const MOST_SECONDS = 15;

/** Seconds from `kill -9` of a node until others have begun all of its tasks again. */
export async function measureTakeover(server: DatabaseServer): Promise<Row> {
  const lostPages = new Set<string>();
  let isNodeEnding = false;
  let onLostPage = () => {};
  let onNoLostPage = () => {};
  const site = createServer((request, response) => {
    const path = request.url ?? '';
    if (!path.startsWith('/page/')) return void response.writeHead(404).end();
    if (lostPages.delete(path) && lostPages.size === 0) onNoLostPage();
    const timer = setTimeout(() => response.setHeader('content-type', 'text/html').end(`<h1>${path}</h1>`), PAGE_MS);
    response.on('close', () => {
      clearTimeout(timer);
      if (response.writableFinished || !isNodeEnding) return;
      lostPages.add(path);
      onLostPage();
    });
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const cluster = await startCluster(await server.createDatabase(), 2);
  try {
    const urls = Array.from({ length: PAGES }, (_, page) => `http://127.0.0.1:${port}/page/${page}`);
    await cluster.team(0).batches.start({ urls, maxConcurrency: AT_ONCE });
    while ((await cluster.tasks()).some((tasks) => tasks === 0)) await pause(PAGE_MS / 10);
    const startedAt = performance.now();
    isNodeEnding = true;
    cluster.nodes[1]?.stop();
    await new Promise<void>((resolve) => {
      onLostPage = resolve;
    });
    // All connections of a process are closed at once.
    await pause(PAGE_MS / 2);
    isNodeEnding = false;
    const lost = lostPages.size;
    await new Promise<void>((resolve) => {
      onNoLostPage = resolve;
      if (lostPages.size === 0) resolve();
    });
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
