import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const { data, error } = await trawl.POST('/v2/support/docs-search', {
  body: { question: 'How do I keep a browser signed in between scrapes?' },
});
if (!data) throw new Error('No answer', { cause: error });

console.log(data.answer);
for (const { pathOrUrl, reason } of data.evidence ?? []) {
  console.log(`- ${pathOrUrl}: ${reason}`);
}
