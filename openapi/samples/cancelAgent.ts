import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startAgent answered.
const jobId = '01a1fbd5-550b-71f2-a54a-b66f196838fc';

// It has found enough, or it costs too much: stop it.
const { data, error } = await trawl.DELETE('/v2/agent/{jobId}', {
  params: { path: { jobId } },
});
if (!data) throw new Error('Not stopped', { cause: error });
console.log(data.success ? 'The agent has stopped.' : 'It goes on.');
