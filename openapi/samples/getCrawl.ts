import { setTimeout } from 'node:timers/promises';
import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startCrawl answered.
const id = '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f';

// Ask until it is over. A status you do not know: still at work.
const ended = ['completed', 'failed', 'cancelled'];
for (;;) {
  const { data, error } = await trawl.GET('/v2/crawl/{id}', {
    params: { path: { id } },
  });
  if (!data) throw new Error('No such crawl', { cause: error });
  console.log(`${data.status}: ${data.completed} of ${data.total} pages`);
  if (ended.includes(data.status)) {
    for (const { metadata } of data.data ?? []) console.log(metadata?.url);
    break;
  }
  await setTimeout(2_000);
}
