import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startBatchScrape answered.
const id = '01a1fbbe-525a-720b-83ab-5f8b46631caf';

// Try once more what failed; what robots.txt forbids stays forbidden.
const { errors } = await trawl.batches.errors(id);
const again = errors.flatMap(({ url }) => url ?? []);
if (again.length > 0) await trawl.batches.start({ urls: again });
console.log(`${again.length} pages are tried again.`);
