import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createBrowserSession answered.
const sessionId = '01a1fbd5-f006-7347-8017-b414086f3336';

const { data, error } = await trawl.DELETE('/v2/interact/{sessionId}', {
  params: { path: { sessionId } },
});
if (!data) throw new Error('Not closed', { cause: error });

const seconds = (data.sessionDurationMs ?? 0) / 1_000;
console.log(`Open for ${seconds} s, ${data.creditsBilled ?? 0} credits.`);
