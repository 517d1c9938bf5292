import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';

// How did the last ten checks go?
const checks = trawl.monitors.checks(monitorId, { limit: 10 });
for await (const { finishedAt, status, summary } of checks) {
  console.log(finishedAt, status, `${summary?.changed ?? 0} changed`);
}
