import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startBatchScrape answered.
const id = '01a1fbbe-525a-720b-83ab-5f8b46631caf';

const { data, error } = await trawl.GET('/v2/batch/scrape/{id}/errors', {
  params: { path: { id } },
});
if (!data) throw new Error('No such batch', { cause: error });

// Try once more what failed; what robots.txt forbids stays forbidden.
const again = data.errors.flatMap(({ url }) => url ?? []);
if (again.length > 0) {
  await trawl.POST('/v2/batch/scrape', { body: { urls: again } });
}
console.log(`${again.length} pages are tried again.`);
