/** The service as it is shipped, in a process of its own; tells where it is, and on request how much memory it takes. */
import { createLocalServer } from '@trawl/local';

const server = await createLocalServer({ allowPrivateNetworks: true, quiet: true });
process.send?.({ url: server.url, startedAfterMs: performance.now() });
process.on('message', () => process.send?.({ resident: process.memoryUsage().rss }));
process.once('disconnect', () => process.exit());
