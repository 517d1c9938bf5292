import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Warn before the credits of the month are gone.
const {
  remainingCredits = 0,
  planCredits = 0,
  billingPeriodEnd,
} = await trawl.team.credits();
if (remainingCredits < planCredits / 10) {
  console.warn(`Only ${remainingCredits} credits until ${billingPeriodEnd}.`);
}
