import { Trawl } from '@trawl/sdk';
import { z } from 'zod';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// One page as Markdown for people, and as typed data for programs.
const schema = z.object({ name: z.string(), price: z.number() });
const { markdown, json } = await trawl.scrape(
  'https://shop.example.com/anchors/12',
  { formats: ['markdown', { type: 'json', schema }] },
);

console.log(markdown);
console.log(`${json.name} costs ${json.price.toFixed(2)} euros.`);
