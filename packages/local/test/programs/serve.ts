import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { LocalServerOptions } from '../../src/index.js';
import { preferLowMemory } from '../../src/v8-flags.js';
import { watchEventLoop } from '../event-loop-delay.js';

// No name leads out of this machine.
dns.lookup = (async (hostname: string) => {
  if (hostname === 'localhost') return [{ address: '127.0.0.1', family: 4 }];
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
}) as unknown as typeof dns.lookup;
syncBuiltinESMExports();

// A server in a process of its own, as the program starts it, with the options given as JSON: says where it is, and when
// asked how much memory it takes and ever took, how much of it is in use, and for how long a turn of its event loop lasted
// since it was last asked.
preferLowMemory();
const { createLocalServer } = await import('../../src/server.js');
const options: LocalServerOptions = JSON.parse(process.argv[2] ?? '{}');
const server = await createLocalServer({ allowPrivateNetworks: true, quiet: true, ...options });
const turns = watchEventLoop();
process.on('message', () => {
  const longestTurnMs = turns.longest();
  // There is a collector to be called where the program was started with `--expose-gc`.
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const mostMegabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
  process.send?.({ megabytes: rss / 1e6, mostMegabytes, usedMegabytes: (heapUsed + external) / 1e6, longestTurnMs });
});
process.on('disconnect', () => process.exit());
process.send?.({ url: server.url });
