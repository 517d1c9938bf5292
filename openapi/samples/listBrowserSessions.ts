import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Close whatever is still open, so that it is no longer billed.
const { data, error } = await trawl.GET('/v2/interact', {
  params: { query: { status: 'active' } },
});
if (!data) throw new Error('No list of sessions', { cause: error });

for (const { id: sessionId = '' } of data.sessions ?? []) {
  await trawl.DELETE('/v2/interact/{sessionId}', {
    params: { path: { sessionId } },
  });
}
console.log(`Closed ${data.sessions?.length ?? 0} sessions.`);
