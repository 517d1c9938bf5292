import { Trawl } from '@trawl/sdk';

/** The `fetch` of a load function goes through SvelteKit; the call ends after the page is sent. */
export const load = ({ fetch }: { fetch: typeof globalThis.fetch }) => ({
  later: new Trawl({ fetch }).scrape('https://tea.example.com/').then(({ metadata }) => metadata.title),
});
