import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { LocalServerOptions } from '../../src/index.js';
import { preferLowMemory } from '../../src/program/v8-flags.js';
import { watchEventLoop } from '../event-loop-delay.js';

// No host name resolves to another machine.
dns.lookup = (async (hostname: string) => {
  if (hostname === 'localhost') return [{ address: '127.0.0.1', family: 4 }];
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
}) as unknown as typeof dns.lookup;
syncBuiltinESMExports();

// A server in a process of its own, started as the program starts it, with its options as JSON. It sends its URL. For each
// message it sends its memory, the most memory so far, the memory in use, and the longest turn of its event loop since
// the last message.
preferLowMemory();
const { createLocalServer } = await import('../../src/app/server.js');
const options: LocalServerOptions = JSON.parse(process.argv[2] ?? '{}');
const server = await createLocalServer({ browser: 'off', allowPrivateNetworks: true, quiet: true, ...options });
const turns = watchEventLoop();
process.on('message', () => {
  const longestTurnMs = turns.longest();
  // Exists when the program was started with `--expose-gc`.
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const mostMegabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
  process.send?.({ megabytes: rss / 1e6, mostMegabytes, usedMegabytes: (heapUsed + external) / 1e6, longestTurnMs });
});
process.on('disconnect', () => process.exit());
process.send?.({ url: server.url });
