import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

const { remainingTokens, planTokens } = await trawl.team.tokens();
console.log(`${remainingTokens} of ${planTokens} tokens are left.`);
