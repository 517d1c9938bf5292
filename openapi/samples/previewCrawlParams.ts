import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Say in words what to read, and see the options before you crawl.
const { data, error } = await trawl.POST('/v2/crawl/params-preview', {
  body: {
    url: 'https://docs.example.com',
    prompt: 'Only the guides, not the blog',
  },
});
if (!data) throw new Error('There is no preview', { cause: error });

const { includePaths, excludePaths, limit } = data.data ?? {};
console.log({ includePaths, excludePaths, limit });
