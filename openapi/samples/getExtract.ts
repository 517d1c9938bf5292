import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// The id that startExtract answered.
const id = '01a1fbbd-4a33-775d-a85f-1b3d0fe35fc3';

const { data, error } = await trawl.GET('/v2/extract/{id}', {
  params: { path: { id } },
});
if (!data) throw new Error('No such extraction', { cause: error });

if (data.status === 'completed') console.log(data.data);
else console.log(data.status, data.error ?? '');
