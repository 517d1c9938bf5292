import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The last 500 scrapes, newest first. The SDK turns the pages.
const scrapes = trawl.team.activity({ endpoint: 'scrape', limit: 500 });
for await (const { created_at, target } of scrapes) {
  console.log(created_at, target);
}
