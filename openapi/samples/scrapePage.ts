import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// One page as Markdown for people, and as typed data for programs.
const { data, error } = await trawl.POST('/v2/scrape', {
  body: {
    url: 'https://shop.example.com/anchors/12',
    formats: [
      'markdown',
      {
        type: 'json',
        schema: {
          type: 'object',
          properties: { name: { type: 'string' }, price: { type: 'number' } },
        },
      },
    ],
  },
});
if (!data) throw new Error('Not read', { cause: error });
// A host that does not resolve is a failure with status 200.
if (!data.success) throw new Error(data.error);

console.log(data.data?.json, data.data?.metadata?.statusCode);
