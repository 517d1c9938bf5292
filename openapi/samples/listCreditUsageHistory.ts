import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Who has used how much? One line for each period and API key.
const periods = await trawl.team.creditHistory({ byApiKey: true });
for (const { startDate, apiKey, totalCredits } of periods) {
  console.log(startDate, apiKey, totalCredits);
}
