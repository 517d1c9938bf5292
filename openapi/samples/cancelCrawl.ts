import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startCrawl answered.
const id = '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f';

const { data, error, response } = await trawl.DELETE('/v2/crawl/{id}', {
  params: { path: { id } },
});
if (response.status === 409) console.log('It was already over.');
else if (!data) throw new Error('Not cancelled', { cause: error });
else console.log(`The crawl is ${data.status}.`);
