import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// As many workers as your plan lets run at once.
const { concurrency = 0, maxConcurrency = 1 } = await trawl.team.concurrency();
console.log(`Room for ${Math.max(0, maxConcurrency - concurrency)} more.`);
