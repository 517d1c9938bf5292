import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that createBrowserSession answered.
const { success, result, stderr, error } = await trawl.browsers.execute(
  '01a1fbd5-f006-7347-8017-b414086f3336',
  "await page.goto('https://example.com'); return page.title();",
  { language: 'node', timeout: 30 },
);

// Code that fails is an answer, too, and throws nothing here.
if (success) console.log(result);
else console.error(stderr ?? error);
