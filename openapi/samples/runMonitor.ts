import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';

// Do not wait for the schedule: check now.
const run = await trawl.POST('/v2/monitor/{monitorId}/run', {
  params: { path: { monitorId } },
});
if (run.response.status === 409) console.log('A check is already running.');
else if (!run.data) throw new Error('No check', { cause: run.error });
else console.log(`Check ${run.data.id} is ${run.data.data?.status}.`);
