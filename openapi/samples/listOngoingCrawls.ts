import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Cancel whatever still runs for one site.
for (const { id, url } of await trawl.crawls.ongoing()) {
  if (new URL(url).hostname !== 'docs.example.com') continue;
  await trawl.crawls.cancel(id);
  console.log(`Cancelled the crawl of ${url}.`);
}
