import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Who has used how much? One line for each period and API key.
const { data, error } = await trawl.GET('/v2/team/credit-usage/historical', {
  params: { query: { byApiKey: true } },
});
if (!data) throw new Error('There is no history', { cause: error });

for (const { startDate, apiKey, totalCredits } of data.periods ?? []) {
  console.log(startDate, apiKey, totalCredits);
}
