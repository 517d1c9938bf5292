import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Warn before the credits of the month are gone.
const { data, error } = await trawl.GET('/v2/team/credit-usage');
if (!data) throw new Error('Credits unknown', { cause: error });

const {
  remainingCredits = 0,
  planCredits = 0,
  billingPeriodEnd,
} = data.data ?? {};
if (remainingCredits < planCredits / 10) {
  console.warn(`Only ${remainingCredits} credits until ${billingPeriodEnd}.`);
}
