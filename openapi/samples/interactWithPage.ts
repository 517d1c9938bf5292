import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Go on with a page in the same browser, in plain words or with code.
const page = await trawl.scrape('https://shop.example.com');
await using session = trawl.interact(page);

const { output } = await session.prompt('What does the smallest plan cost?');
console.log(output);
await session.execute("await page.click('text=Buy')", { language: 'node' });
