import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Has somebody met this problem before?
const { data, error } = await trawl.GET('/v2/search/developer', {
  params: {
    query: {
      query: 'abort a fetch while its body is read',
      types: ['issue', 'pull_request'],
      k: 5,
    },
  },
});
if (!data) throw new Error('The search failed', { cause: error });

for (const { type, title, url } of data.results ?? []) {
  console.log(type, title, url);
}
