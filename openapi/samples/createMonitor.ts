import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Look at two pages every hour, and call a webhook when one has changed.
const { id, nextRunAt } = await trawl.monitors.create({
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
});
console.log(`${id} runs next at ${nextRunAt}.`);
