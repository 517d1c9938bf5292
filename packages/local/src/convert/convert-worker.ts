import { serve } from '../workers/serve.js';
import { packSync } from './compression.js';
import { convert } from './convert.js';
import type { ConvertedPage, ConvertWork } from './convert-pool.js';

serve<ConvertWork, ConvertedPage>(async (work) => {
  const packed = work.pack ? packSync(work.request.body) : undefined;
  return { ...(await convert(work.request)), packed };
});
