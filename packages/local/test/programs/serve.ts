import { favourMemory } from '../../src/thrift.js';

// A server in a process of its own, as the program starts it: says where it is, and when asked how much memory it takes
// and ever took.
favourMemory();
const { createLocalServer } = await import('../../src/server.js');
const server = await createLocalServer({ allowPrivateNetworks: true, quiet: true });
process.on('message', () => {
  const bytes = { now: process.memoryUsage.rss(), most: process.resourceUsage().maxRSS * 1024 };
  process.send?.({ megabytes: bytes.now / 1e6, mostMegabytes: bytes.most / 1e6 });
});
process.send?.({ url: server.url });
