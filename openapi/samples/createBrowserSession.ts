import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// A browser that stays signed in: the profile keeps its cookies.
const { data, error } = await trawl.POST('/v2/interact', {
  body: { ttl: 600, activityTtl: 120, profile: { name: 'shop-account' } },
});
if (!data) throw new Error('No browser was opened', { cause: error });
if (!data.success) throw new Error(data.error);

console.log(`Watch it at ${data.liveViewUrl}`);
console.log(`Drive it with Playwright at ${data.cdpUrl}`);
console.log(`Open until ${data.expiresAt}`);
