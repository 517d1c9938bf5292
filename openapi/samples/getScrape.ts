import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const scrape = await trawl.POST('/v2/scrape', {
  body: { url: 'https://docs.example.com/quickstart' },
});
const scrapeId = scrape.data?.data?.metadata?.scrapeId;
if (!scrapeId) throw new Error('The scrape has no id.');

// Later, perhaps in another program: the same result, not read again.
const { data, error } = await trawl.GET('/v2/scrape/{scrapeId}', {
  params: { path: { scrapeId } },
});
if (!data) throw new Error('No such scrape', { cause: error });
console.log(data.data?.markdown);
