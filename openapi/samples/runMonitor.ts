import { ConflictError, Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that createMonitor answered. Do not wait for the schedule.
const monitorId = '01a1fbc6-fe53-703b-9c29-6067c15ce19b';
try {
  const { id, status } = await trawl.monitors.run(monitorId);
  console.log(`Check ${id} is ${status}.`);
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  console.log('A check is already running.');
}
