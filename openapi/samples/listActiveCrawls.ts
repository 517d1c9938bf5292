import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Did somebody leave a crawl running?
const { data, error } = await trawl.GET('/v2/crawl/active');
if (!data) throw new Error('No list of crawls', { cause: error });

for (const { id, url, created_at } of data.crawls ?? []) {
  console.log(`${id} reads ${url} since ${created_at}`);
}
