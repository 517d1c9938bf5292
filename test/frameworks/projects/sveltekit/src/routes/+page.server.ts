import { Trawl } from '@trawl/sdk';

/** The page is sent before the call ends. */
export const load = () => ({ later: new Trawl().scrape('https://tea.example.com/') });
