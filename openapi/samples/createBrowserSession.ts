import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// A browser that stays signed in: the profile keeps its cookies.
const { liveViewUrl, cdpUrl, expiresAt } = await trawl.browsers.create({
  ttl: 600,
  activityTtl: 120,
  profile: { name: 'shop-account' },
});

console.log(`Watch it at ${liveViewUrl}`);
console.log(`Drive it with Playwright at ${cdpUrl}`);
console.log(`Open until ${expiresAt}`);
