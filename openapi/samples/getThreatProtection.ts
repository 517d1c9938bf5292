import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const { data, error, response } = await trawl.GET('/v2/team/threat-protection');
if (response.status === 403) console.log('Not enabled for your team.');
else if (!data) throw new Error('Policy unknown', { cause: error });
else console.log(data.data?.mode, data.data?.riskScoreThreshold);
