import { ConflictError, Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startCrawl answered.
const id = '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f';
try {
  await trawl.crawls.cancel(id);
  console.log('The crawl has stopped.');
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  console.log('It was already over.');
}
