import { deflateRawSync } from 'node:zlib';
import { serve } from '../workers/serve.js';
import { convert } from './convert.js';
import type { ConvertedPage, ConvertWork } from './convert-pool.js';
import { refuseLarge } from './converted-size.js';

serve<ConvertWork, ConvertedPage>(async (work) => {
  // To hand a page over to zlib's threads takes a tenth more of the CPU of a whole crawl.
  const packed = work.pack ? deflateRawSync(work.request.body) : undefined;
  const converted = await convert(work.request);
  refuseLarge(converted.document);
  return { ...converted, packed };
});
