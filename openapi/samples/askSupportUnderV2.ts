import { createTrawlClient } from '@trawl/client';

// Where a server has only this path, `support.ask()` of the SDK finds it by
// itself. This is the bare call.
const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});
const { data, error } = await trawl.POST('/v2/support/ask', {
  body: { question: 'Why is the Markdown of https://example.com empty?' },
});
if (!data) throw new Error('No answer', { cause: error });
console.log(`${data.answer} (confidence: ${data.confidence})`);
