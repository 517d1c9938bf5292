import { PermissionDeniedError, Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

try {
  const { mode, riskScoreThreshold } = await trawl.team.threatProtection();
  console.log(mode, riskScoreThreshold);
} catch (error) {
  if (!(error instanceof PermissionDeniedError)) throw error;
  console.log('Not enabled for your team.');
}
