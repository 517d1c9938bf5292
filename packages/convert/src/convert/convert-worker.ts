import { deflateRawSync } from 'node:zlib';
import { serve } from '../workers/serve.js';
import { convertFile } from './convert-file.js';
import type { ConvertWork, WorkerResult } from './converter.js';
import { refuseLargeResult } from './result-size.js';

serve<ConvertWork, WorkerResult>(async ({ request, deflatesInput, maxResultBytes }) => {
  // To hand a page over to zlib's threads takes a tenth more of the CPU of a whole crawl.
  const deflatedInput = deflatesInput ? deflateRawSync(request.body) : undefined;
  const result = await convertFile(request);
  refuseLargeResult(result, maxResultBytes);
  return { ...result, deflatedInput };
});
