import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Which pages are about authentication? None of them is read.
const { data, error } = await trawl.POST('/v2/map', {
  body: {
    url: 'https://docs.example.com',
    search: 'authentication',
    includeSubdomains: false,
    limit: 100,
  },
});
if (!data) throw new Error('Not mapped', { cause: error });

for (const { url, title } of data.links ?? []) console.log(title ?? '-', url);
