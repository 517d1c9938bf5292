import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Has somebody met this problem before? With the filters in the URL.
const { results = [] } = await trawl.developer.searchByUrl(
  'abort a fetch while its body is read',
  { types: ['issue', 'pull_request'], k: 5 },
);
for (const { type, title, url } of results) console.log(type, title, url);
