import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';

// Pause it over the holidays; all the rest stays as it is.
const { name, status } = await trawl.monitors.update(monitorId, {
  status: 'paused',
});
console.log(`${name} is ${status}.`);
