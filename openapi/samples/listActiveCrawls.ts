import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Did somebody leave a crawl running?
for (const { id, url, created_at } of await trawl.crawls.active()) {
  console.log(`${id} reads ${url} since ${created_at}`);
}
