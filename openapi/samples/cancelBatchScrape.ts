import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startBatchScrape answered.
const id = '01a1fbbe-525a-720b-83ab-5f8b46631caf';

const { data, error } = await trawl.DELETE('/v2/batch/scrape/{id}', {
  params: { path: { id } },
});
if (!data) throw new Error('Not cancelled', { cause: error });
// What was read until now stays: ask for the status to get it.
console.log(`The batch is ${data.status}.`);
