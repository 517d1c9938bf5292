import { serve } from '../workers/serve.js';
import { packSync } from './compression.js';
import { convert } from './convert.js';
import type { ConvertedPage, ConvertWork } from './convert-pool.js';
import { refuseLarge } from './converted-size.js';

serve<ConvertWork, ConvertedPage>(async (work) => {
  const packed = work.pack ? packSync(work.request.body) : undefined;
  const converted = await convert(work.request);
  refuseLarge(converted.document);
  return { ...converted, packed };
});
