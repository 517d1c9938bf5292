import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// As many workers as your plan lets run at once.
const { data, error } = await trawl.GET('/v2/concurrency-check');
if (!data) throw new Error('Limit unknown', { cause: error });

const { concurrency = 0, maxConcurrency = 1 } = data;
console.log(`Room for ${Math.max(0, maxConcurrency - concurrency)} more.`);
