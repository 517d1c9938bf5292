import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const scrape = await trawl.POST('/v2/scrape', {
  body: { url: 'https://shop.example.com' },
});
const scrapeId = scrape.data?.data?.metadata?.scrapeId;
if (!scrapeId) throw new Error('There is no page to act on.');

// Go on in the same browser session, in plain words.
const { data, error } = await trawl.POST('/v2/scrape/{scrapeId}/interact', {
  params: { path: { scrapeId } },
  body: { prompt: 'What does the smallest plan cost?' },
});
if (!data) throw new Error('No answer', { cause: error });
console.log(data.output);
