import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The end is the first empty page: a page may come short.
const limit = 25;
for (let offset = 0; ; offset += limit) {
  const { data, error } = await trawl.GET('/v2/monitor', {
    params: { query: { limit, offset } },
  });
  if (!data) throw new Error('No list of monitors', { cause: error });
  const monitors = data.data ?? [];
  if (monitors.length === 0) break;
  for (const { name, status, nextRunAt } of monitors) {
    console.log(name, status, nextRunAt);
  }
}
