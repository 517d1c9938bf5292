import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that createBrowserSession answered.
const sessionId = '01a1fbd5-f006-7347-8017-b414086f3336';

const { data, error } = await trawl.POST('/v2/interact/{sessionId}/execute', {
  params: { path: { sessionId } },
  body: {
    language: 'node',
    code: "await page.goto('https://example.com'); return page.title();",
    timeout: 30,
  },
});
if (!data) throw new Error('The code did not run', { cause: error });

// Code that fails is an answer with status 200 all the same.
if (data.success) console.log(data.result);
else console.error(data.stderr ?? data.error);
