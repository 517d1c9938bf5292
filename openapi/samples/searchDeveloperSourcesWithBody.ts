import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The same search as a body: for long lists of repositories.
const { data, error } = await trawl.POST('/v2/search/developer', {
  body: {
    query: 'abort a fetch while its body is read',
    repos: ['nodejs/undici', 'denoland/deno', 'oven-sh/bun'],
    passages: 2,
  },
});
if (!data) throw new Error('The search failed', { cause: error });

for (const { title, passages } of data.results ?? []) {
  console.log(
    title,
    passages?.map(({ text }) => text),
  );
}
for (const { repo, indexed } of data.repos ?? []) {
  if (!indexed) console.warn(`${repo} is not searched.`);
}
