import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

const { metadata } = await trawl.scrape('https://docs.example.com/quickstart');
if (!metadata.scrapeId) throw new Error('The scrape has no id.');

// Later, perhaps in another program: the same result, not read again.
const page = await trawl.getScrape(metadata.scrapeId, {
  formats: ['markdown'],
});
console.log(page.markdown);
