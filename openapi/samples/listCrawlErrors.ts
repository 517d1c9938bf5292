import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startCrawl answered.
const id = '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f';

// Pages that failed are missing from the results. Here is why.
const { data, error } = await trawl.GET('/v2/crawl/{id}/errors', {
  params: { path: { id } },
});
if (!data) throw new Error('No such crawl', { cause: error });

for (const failure of data.errors) console.log(failure.url, failure.error);
for (const url of data.robotsBlocked)
  console.log(url, 'forbidden by robots.txt');
