import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that createBrowserSession answered.
const closed = await trawl.browsers.delete(
  '01a1fbd5-f006-7347-8017-b414086f3336',
);
const seconds = (closed.sessionDurationMs ?? 0) / 1_000;
console.log(`Open for ${seconds} s, ${closed.creditsBilled ?? 0} credits.`);
