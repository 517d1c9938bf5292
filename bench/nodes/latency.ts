import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Trawl } from '@trawl/sdk';
import { type Service, startService } from '../local/service.js';
import { startSite } from '../local/start-site.js';
import { median } from '../median.js';
import type { Row } from '../table.js';
import type { DatabaseServer } from './database.js';

const ROUNDS = 100;

/** How much longer a scrape and a cache hit take on PostgreSQL than on a file, measured in turns. */
export async function measureLatency(server: DatabaseServer): Promise<Row[]> {
  const site = await startSite(1);
  const folder = mkdtempSync(join(tmpdir(), 'trawl-bench-'));
  const services: Service[] = [];
  try {
    services.push(await startService(['--browser', 'off', '--database', await server.createDatabase()]));
    services.push(await startService(['--browser', 'off', '--storage', join(folder, 'file.db')]));
    const clients = services.map(({ url }) => new Trawl({ baseUrl: url }));
    const scrapes: number[][] = clients.map(() => []);
    const hits: number[][] = clients.map(() => []);
    for (const trawl of clients) await trawl.scrape(site.url); // The first one loads the workers.
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, trawl] of clients.entries()) {
        scrapes[index]?.push(await timed(() => trawl.scrape(site.url, { maxAge: 0 })));
        hits[index]?.push(await timed(() => trawl.scrape(site.url)));
      }
    }
    return [row('A scrape on PostgreSQL', scrapes.map(median)), row('… from the cache', hits.map(median))];
  } finally {
    for (const service of services) service.stop();
    site.stop();
    rmSync(folder, { recursive: true });
  }
}

function row(what: string, [postgres = 0, file = 0]: readonly number[]): Row {
  return {
    what,
    ratio: postgres / file,
    ours: `${postgres.toFixed(1)} ms`,
    theirs: `${file.toFixed(1)} ms (a file of SQLite): ${(postgres - file).toFixed(1)} ms more`,
  };
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
