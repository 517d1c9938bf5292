import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startBatchScrape answered.
const id = '01a1fbbe-525a-720b-83ab-5f8b46631caf';

// Every page as it comes, until the batch is done.
for await (const { metadata } of trawl.batches.resume(id)) {
  console.log(metadata.sourceURL, metadata.statusCode);
}
