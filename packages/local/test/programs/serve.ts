import { createLocalServer } from '../../src/server.js';

// A server in a process of its own: says where it is, and how much memory it ever needed when asked.
const server = await createLocalServer({ allowPrivateNetworks: true, quiet: true });
process.on('message', () => process.send?.({ peakMegabytes: process.resourceUsage().maxRSS / 1024 }));
process.send?.({ url: server.url });
