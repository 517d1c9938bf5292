import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startAgent answered. It has found enough: stop it.
await trawl.agents.cancel('01a1fbd5-550b-71f2-a54a-b66f196838fc');
console.log('The agent has stopped.');
