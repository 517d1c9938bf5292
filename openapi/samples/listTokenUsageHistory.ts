import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

for (const period of await trawl.team.tokenHistory()) {
  const { startDate, endDate, totalTokens } = period;
  console.log(`${startDate} to ${endDate}: ${totalTokens} tokens`);
}
