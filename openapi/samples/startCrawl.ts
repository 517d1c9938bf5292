import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Read the guides of a documentation site, each page as it comes.
const guides = trawl.crawl('https://docs.example.com', {
  includePaths: ['^/guides/.*', '^/$'],
  limit: 200,
});
for await (const { markdown, metadata } of guides) {
  console.log(metadata.url, markdown.length);
}

// Or start it, and come back later: by its id, or when a webhook is called.
const { id } = await trawl.crawls.start({
  url: 'https://docs.example.com',
  webhook: { url: 'https://app.example.com/hooks/crawl' },
});
console.log(`Crawl ${id} has started.`);
