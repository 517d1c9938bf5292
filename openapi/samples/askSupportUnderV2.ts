import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// A call has failed: ask why, and take the parameters that mend it.
const { data, error } = await trawl.POST('/v2/support/ask', {
  body: {
    question: 'Why is the Markdown of https://shop.example.com empty?',
    rationale: 'I need the prices of all products.',
  },
});
if (!data) throw new Error('No answer', { cause: error });

console.log(`${data.answer} (confidence: ${data.confidence})`);
if (data.fixParameters) {
  await trawl.POST('/v2/scrape', {
    body: { url: 'https://shop.example.com', ...data.fixParameters },
  });
}
