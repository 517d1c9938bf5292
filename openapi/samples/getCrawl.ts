import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startCrawl answered.
const id = '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f';

const { status, completed, total } = await trawl.crawls.get(id);
console.log(`${status}: ${completed} of ${total} pages`);

// Or wait for it, and take every page as it comes.
const pages = trawl.crawls.resume(id, { formats: ['markdown'] });
for await (const page of pages) console.log(page.markdown);
