import { Trawl } from '@trawl/sdk';
import { z } from 'zod';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Describe the data, and say what it may cost at most.
const Company = z.object({ name: z.string(), founded: z.number() });
const { data, creditsUsed } = await trawl.agent(
  'The three largest makers of anchors, and when they started',
  { schema: z.object({ companies: z.array(Company) }), maxCredits: 200 },
);
for (const { name, founded } of data.companies) console.log(founded, name);
console.log(`It cost ${creditsUsed} credits.`);
