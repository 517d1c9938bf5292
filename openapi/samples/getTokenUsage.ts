import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const { data, error } = await trawl.GET('/v2/team/token-usage');
if (!data) throw new Error('Tokens unknown', { cause: error });

const { remainingTokens, planTokens } = data.data ?? {};
console.log(`${remainingTokens} of ${planTokens} tokens are left.`);
