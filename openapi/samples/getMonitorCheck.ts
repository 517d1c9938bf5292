import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';
// The id that runMonitor answered.
const checkId = '01a1fbc7-009f-73aa-9a6d-739dcc186707';

// Only the pages that changed, with what is different.
const path = '/v2/monitor/{monitorId}/checks/{checkId}';
const { data, error } = await trawl.GET(path, {
  params: { path: { monitorId, checkId }, query: { status: 'changed' } },
});
if (!data) throw new Error('No such check', { cause: error });

for (const { url, diff, judgment } of data.data?.pages ?? []) {
  console.log(url, judgment?.reason ?? '');
  console.log(diff?.text);
}
