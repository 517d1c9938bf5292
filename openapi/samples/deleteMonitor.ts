import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';

const { error, response } = await trawl.DELETE('/v2/monitor/{monitorId}', {
  params: { path: { monitorId } },
});
// 404: an earlier attempt has already deleted it.
const gone = response.ok || response.status === 404;
console.log(gone ? 'The monitor is gone.' : error);
