import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Close whatever is still open, so that it is no longer billed.
const sessions = await trawl.browsers.list({ status: 'active' });
for (const { id = '' } of sessions) await trawl.browsers.delete(id);
console.log(`Closed ${sessions.length} sessions.`);
