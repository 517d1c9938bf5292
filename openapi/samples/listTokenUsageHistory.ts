import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const { data, error } = await trawl.GET('/v2/team/token-usage/historical');
if (!data) throw new Error('There is no history', { cause: error });

for (const { startDate, endDate, totalTokens } of data.periods ?? []) {
  console.log(`${startDate} to ${endDate}: ${totalTokens} tokens`);
}
