import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that createMonitor answered.
const monitor = await trawl.monitors.get(
  '01a1fbc6-fe53-703b-9c29-6067c15ce19b',
);
const { name, lastCheckSummary, estimatedCreditsPerMonth } = monitor;
console.log(`${name}: ${lastCheckSummary?.changed ?? 0} pages changed.`);
console.log(`About ${estimatedCreditsPerMonth} credits a month.`);
