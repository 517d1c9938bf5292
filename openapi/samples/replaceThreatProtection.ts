import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Replaces the whole policy: what is left out gets its default.
const { updatedAt } = await trawl.team.replaceThreatProtection({
  mode: 'normal',
  riskScoreThreshold: 70,
  blockedTlds: ['zip', 'mov'],
  whitelist: ['*.example.com'],
  failurePolicy: 'closed',
  allowRequestOverrides: true,
});
console.log(`In force since ${updatedAt}.`);
