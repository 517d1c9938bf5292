import { NotFoundError, Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that createMonitor answered.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';
try {
  await trawl.monitors.delete(monitorId);
} catch (error) {
  // An earlier attempt may have deleted it already.
  if (!(error instanceof NotFoundError)) throw error;
}
console.log('The monitor is gone.');
