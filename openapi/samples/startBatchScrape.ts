import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Read a list of pages as one job, two at a time.
const { data, error } = await trawl.POST('/v2/batch/scrape', {
  body: {
    urls: ['https://docs.example.com/install', 'https://docs.example.com/faq'],
    formats: ['markdown'],
    maxConcurrency: 2,
  },
});
if (!data) throw new Error('Not started', { cause: error });
if (!data.success) throw new Error(data.error);

console.log(`Batch ${data.id} has started.`);
console.log('Not valid as URLs:', data.invalidURLs ?? []);
