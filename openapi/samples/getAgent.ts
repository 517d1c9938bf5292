import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startAgent answered.
const id = '01a1fbd5-550b-71f2-a54a-b66f196838fc';

const { status } = await trawl.agents.get(id);
console.log(`The agent is ${status}.`);

// Or wait for its data.
const { data, creditsUsed } = await trawl.agents.resume(id);
console.log(data, creditsUsed);
