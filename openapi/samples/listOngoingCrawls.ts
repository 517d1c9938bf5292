import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Cancel whatever still runs for one site.
const { data, error } = await trawl.GET('/v2/crawl/ongoing');
if (!data) throw new Error('No list of crawls', { cause: error });

for (const { id, url } of data.crawls ?? []) {
  if (new URL(url).hostname !== 'docs.example.com') continue;
  await trawl.DELETE('/v2/crawl/{id}', { params: { path: { id } } });
  console.log(`Cancelled the crawl of ${url}.`);
}
