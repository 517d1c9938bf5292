import { query, Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Projects of the last year, each of them read in the same call.
const { web } = await trawl.search(
  query('openapi typescript client', { site: 'github.com' }),
  {
    limit: 5,
    tbs: 'qdr:y',
    scrapeOptions: { formats: ['markdown'] },
  },
);
for (const { title, url, markdown } of web) {
  console.log(`${title}\n${url}\n${markdown?.slice(0, 300)}\n`);
}
