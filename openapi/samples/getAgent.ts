import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startAgent answered.
const jobId = '01a1fbd5-550b-71f2-a54a-b66f196838fc';

const { data, error } = await trawl.GET('/v2/agent/{jobId}', {
  params: { path: { jobId } },
});
if (!data) throw new Error('No such agent', { cause: error });

if (data.status === 'completed') console.log(data.data, data.creditsUsed);
else if (data.status === 'failed') console.error(data.error);
else console.log('Still at work: ask again in a few seconds.');
