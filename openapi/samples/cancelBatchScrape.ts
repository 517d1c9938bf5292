import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startBatchScrape answered.
const id = '01a1fbbe-525a-720b-83ab-5f8b46631caf';

await trawl.batches.cancel(id);
// What was read until now stays, and costs what it cost.
const { completed, creditsUsed } = await trawl.batches.get(id);
console.log(`${completed} pages were read for ${creditsUsed} credits.`);
