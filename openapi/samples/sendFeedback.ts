import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The scrape of a page came back without its table: say so.
const { data, error } = await trawl.POST('/v2/feedback', {
  body: {
    endpoint: 'scrape',
    jobId: '01a1fbd5-f048-75e7-b166-91889e7d70d6',
    rating: 'bad',
    issues: ['missing-table'],
    url: 'https://docs.example.com/quickstart',
    note: 'The table of system requirements is not in the Markdown.',
  },
});
if (!data) throw new Error('Feedback refused', { cause: error });
console.log(`Thank you: ${data.creditsRefunded} credits came back.`);
