import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';

const { data, error } = await trawl.GET('/v2/monitor/{monitorId}', {
  params: { path: { monitorId } },
});
if (!data) throw new Error('No such monitor', { cause: error });

const { name, lastCheckSummary, estimatedCreditsPerMonth } = data.data ?? {};
console.log(`${name}: ${lastCheckSummary?.changed ?? 0} pages changed.`);
console.log(`About ${estimatedCreditsPerMonth} credits a month.`);
