import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Describe the data, and say what it may cost at most.
const { data, error } = await trawl.POST('/v2/agent', {
  body: {
    prompt: 'The three largest makers of anchors, and when they started',
    schema: {
      type: 'object',
      properties: {
        companies: { type: 'array', items: { type: 'object' } },
      },
    },
    maxCredits: 200,
  },
});
if (!data) throw new Error('Not started', { cause: error });
if (!data.success) throw new Error(data.error);
console.log(`Agent ${data.id} is at work.`);
