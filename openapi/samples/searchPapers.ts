import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const { data, error } = await trawl.GET('/v2/search/research/papers', {
  params: {
    query: {
      query: 'retrieval augmented generation that corrects itself',
      from: '2024-01-01',
      k: 10,
    },
  },
});
if (!data) throw new Error('The search failed', { cause: error });

for (const { paperId, title, score } of data.results) {
  console.log(score.toFixed(2), paperId, title);
}
