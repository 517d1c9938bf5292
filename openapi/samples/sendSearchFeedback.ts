import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const search = await trawl.POST('/v2/search', {
  body: { query: 'changesets leave pre-release mode' },
});
const jobId = search.data?.id;
if (!jobId) throw new Error('The search has no id to give feedback on.');

// Say what helped, and what you looked for in vain.
const { data, error } = await trawl.POST('/v2/search/{jobId}/feedback', {
  params: { path: { jobId } },
  body: {
    rating: 'partial',
    valuableSources: [{ url: 'https://github.com/changesets/changesets' }],
    missingContent: [{ topic: 'How to leave pre-release mode' }],
  },
});
if (!data) throw new Error('Feedback refused', { cause: error });
console.log(`Thank you: ${data.creditsRefunded} credits came back.`);
