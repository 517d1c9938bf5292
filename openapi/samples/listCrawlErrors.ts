import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Pages that failed are missing from the results. Here is why.
const { errors, robotsBlocked } = await trawl.crawls.errors(
  '01a1fbbe-a2ba-70f9-9bab-4b90a93de71f', // The id that startCrawl answered.
);
for (const failure of errors) console.log(failure.url, failure.error);
for (const url of robotsBlocked) console.log(url, 'forbidden by robots.txt');
