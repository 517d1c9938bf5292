import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// All scrapes, newest first, for as long as there is a next page.
let cursor: string | null | undefined;
do {
  const { data, error } = await trawl.GET('/v2/team/activity', {
    params: { query: { endpoint: 'scrape', ...(cursor && { cursor }) } },
  });
  if (!data) throw new Error('No list of calls', { cause: error });
  for (const { created_at, target } of data.data ?? []) {
    console.log(created_at, target);
  }
  cursor = data.has_more ? data.cursor : undefined;
} while (cursor);
