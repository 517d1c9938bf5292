import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// With the filters in the body: for long lists of repositories.
const { results = [], repos = [] } = await trawl.developer.search(
  'abort a fetch while its body is read',
  { repos: ['nodejs/undici', 'denoland/deno', 'oven-sh/bun'], passages: 2 },
);
for (const { title, passages = [] } of results) {
  console.log(title, passages.map(({ text }) => text).join('\n'));
}
for (const { repo, indexed } of repos) {
  if (!indexed) console.warn(`${repo} is not searched.`);
}
