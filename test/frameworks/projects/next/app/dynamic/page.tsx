import { Trawl } from '@trawl/sdk';

/** Next.js learns by an error of its `fetch` that the page cannot be made when the project is built. */
export default async function Page() {
  const trawl = new Trawl({ fetchOptions: { cache: 'no-store' } });
  const { metadata } = await trawl.scrape('https://tea.example.com/');
  return <h1>{metadata.title}</h1>;
}
