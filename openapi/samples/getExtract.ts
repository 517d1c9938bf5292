import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// The id that startExtract answered.
const { status, data, error } = await trawl.extracts.get(
  '01a1fbbd-4a33-775d-a85f-1b3d0fe35fc3',
);
if (status === 'completed') console.log(data);
else console.log(status, error ?? '');
