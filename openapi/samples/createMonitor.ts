import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Look at two pages every hour, and call back when one changes.
const { data, error } = await trawl.POST('/v2/monitor', {
  body: {
    name: 'Pricing of the competition',
    schedule: { cron: '0 * * * *', timezone: 'Europe/Berlin' },
    targets: [
      {
        type: 'scrape',
        urls: [
          'https://shop.example.com/pricing',
          'https://shop.example.com/plans',
        ],
      },
    ],
    goal: 'Tell me when a price changes.',
    webhook: { url: 'https://app.example.com/hooks/monitor' },
  },
});
if (!data) throw new Error('Not created', { cause: error });
console.log(`${data.data?.id} runs next at ${data.data?.nextRunAt}.`);
