import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Which pages are about authentication? None of them is read.
const { links = [] } = await trawl.map('https://docs.example.com', {
  search: 'authentication',
  includeSubdomains: false,
  limit: 100,
});
for (const { url, title } of links) console.log(title ?? '-', url);
