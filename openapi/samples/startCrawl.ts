import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Read the guides of a site, and be told when it is done.
const { data, error } = await trawl.POST('/v2/crawl', {
  body: {
    url: 'https://docs.example.com',
    includePaths: ['^/guides/.*', '^/$'],
    limit: 200,
    scrapeOptions: { formats: ['markdown'] },
    webhook: {
      url: 'https://app.example.com/hooks/crawl',
      events: ['completed', 'failed'],
    },
  },
});
if (!data) throw new Error('Not started', { cause: error });
if (!data.success) throw new Error(data.error);
console.log(`Crawl ${data.id} has started.`);
