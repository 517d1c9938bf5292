import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Say in words what to read, and see the options before you crawl.
const { includePaths, excludePaths, limit } = await trawl.crawls.preview({
  url: 'https://docs.example.com',
  prompt: 'Only the guides, not the blog',
});
console.log({ includePaths, excludePaths, limit });
