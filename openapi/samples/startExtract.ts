import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Deprecated. New programs scrape with a 'json' format instead.
const { data, error } = await trawl.POST('/v2/extract', {
  body: {
    urls: ['https://shop.example.com/anchors'],
    prompt: 'Name and price of every product',
  },
});
if (!data) throw new Error('Not started', { cause: error });

for (const warning of data.warnings ?? []) console.warn(warning);
console.log(`Extraction ${data.id} has started.`);
