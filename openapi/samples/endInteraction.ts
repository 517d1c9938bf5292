import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id of the scrape that opened the session.
const scrapeId = '01a1fbd5-f048-75e7-b166-91889e7d70d6';

const end = await trawl.DELETE('/v2/scrape/{scrapeId}/interact', {
  params: { path: { scrapeId } },
});
// 404: it has ended by itself, which is as good.
const closed = end.response.ok || end.response.status === 404;
console.log(closed ? 'The session is closed.' : end.error);
