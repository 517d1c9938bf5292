import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The passages of one paper that answer a question.
const { data, error } = await trawl.GET('/v2/search/research/papers/{id}', {
  params: {
    path: { id: 'arxiv:2401.15884' },
    query: { query: 'How is the quality of retrieval judged?', k: 4 },
  },
});
if (!data) throw new Error('No such paper', { cause: error });

console.log(data.paper.title);
for (const { text } of data.passages ?? []) console.log(`> ${text}`);
