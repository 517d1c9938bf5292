import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Who builds on this paper, as far as evaluation is concerned?
const path = '/v2/search/research/papers/{id}/similar';
const { data, error } = await trawl.GET(path, {
  params: {
    path: { id: 'arxiv:2401.15884' },
    query: { intent: 'evaluation of retrieval', mode: 'citers', k: 20 },
  },
});
if (!data) throw new Error('The search failed', { cause: error });

for (const { title, score } of data.results) console.log(score, title);
if (data.truncated) console.log(`The best of ${data.poolSize}.`);
