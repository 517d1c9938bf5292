import type { LocalServerOptions } from '../../src/index.js';
import { favourMemory } from '../../src/thrift.js';
import { watchTurns } from '../turns.js';

// A server in a process of its own, as the program starts it, with the options given as JSON: says where it is, and when
// asked how much memory it takes and ever took, and for how long a turn of its event loop lasted since it was last asked.
favourMemory();
const { createLocalServer } = await import('../../src/server.js');
const options: LocalServerOptions = JSON.parse(process.argv[2] ?? '{}');
const server = await createLocalServer({ allowPrivateNetworks: true, quiet: true, ...options });
const turns = watchTurns();
process.on('message', () => {
  const bytes = { now: process.memoryUsage.rss(), most: process.resourceUsage().maxRSS * 1024 };
  const longestTurnMs = turns.longest();
  process.send?.({ megabytes: bytes.now / 1e6, mostMegabytes: bytes.most / 1e6, longestTurnMs });
});
process.send?.({ url: server.url });
