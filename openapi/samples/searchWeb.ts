import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Projects of the last year, each of them read in the same call.
const { data, error } = await trawl.POST('/v2/search', {
  body: {
    query: 'openapi typescript client site:github.com',
    limit: 5,
    tbs: 'qdr:y',
    scrapeOptions: { formats: ['markdown'] },
  },
});
if (!data) throw new Error('The search failed', { cause: error });

for (const { title, url, markdown } of data.data?.web ?? []) {
  console.log(`${title}\n${url}\n${markdown?.slice(0, 300)}\n`);
}
