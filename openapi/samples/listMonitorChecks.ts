import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';

// How did the last checks go?
const { data, error } = await trawl.GET('/v2/monitor/{monitorId}/checks', {
  params: { path: { monitorId }, query: { limit: 10 } },
});
if (!data) throw new Error('No list of checks', { cause: error });

for (const { finishedAt, status, summary } of data.data ?? []) {
  console.log(finishedAt, status, `${summary?.changed ?? 0} changed`);
}
