import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Read a list of pages as one job, two at a time.
const pages = trawl.batchScrape(
  ['https://docs.example.com/install', 'https://docs.example.com/faq'],
  { formats: ['markdown'], maxConcurrency: 2 },
);
for await (const { markdown, metadata } of pages) {
  console.log(metadata.sourceURL, markdown.length);
}
