import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Replaces the whole policy: what is left out gets its default.
const { data, error } = await trawl.PUT('/v2/team/threat-protection', {
  body: {
    mode: 'normal',
    riskScoreThreshold: 70,
    blockedTlds: ['zip', 'mov'],
    whitelist: ['*.example.com'],
    failurePolicy: 'closed',
    allowRequestOverrides: true,
  },
});
if (!data) throw new Error('Not replaced', { cause: error });
console.log(`In force since ${data.data?.updatedAt}.`);
