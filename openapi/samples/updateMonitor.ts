import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';

// Pause it over the holidays; all the rest stays as it is.
const { data, error } = await trawl.PATCH('/v2/monitor/{monitorId}', {
  params: { path: { monitorId } },
  body: { status: 'paused' },
});
if (!data) throw new Error('Not changed', { cause: error });
console.log(`${data.data?.name} is ${data.data?.status}.`);
