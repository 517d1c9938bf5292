import { Trawl } from '@trawl/sdk';

/** The `fetch` of a load function names the origin of the page. */
export async function load({ fetch }: { fetch: typeof globalThis.fetch }) {
  const outcome = await new Trawl({ fetch }).scrape('https://tea.example.com/').then(
    ({ metadata }) => metadata.title,
    ({ message }) => message,
  );
  return { outcome };
}
