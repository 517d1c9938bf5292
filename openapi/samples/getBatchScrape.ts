import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startBatchScrape answered.
const id = '01a1fbbe-525a-720b-83ab-5f8b46631caf';

// Every document of a finished job, page after page of at most 100.
const documents = [];
for (let skip = 0; ; ) {
  const { data, error } = await trawl.GET('/v2/batch/scrape/{id}', {
    params: { path: { id }, query: { skip } },
  });
  if (!data) throw new Error('No such batch', { cause: error });
  const page = data.data ?? [];
  documents.push(...page);
  skip += page.length;
  if (!data.next || page.length === 0) break;
}
console.log(documents.map(({ metadata }) => metadata?.sourceURL));
