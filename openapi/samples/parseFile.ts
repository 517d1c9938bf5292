import { readFile } from 'node:fs/promises';
import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// Read no more than the first ten pages of a long PDF.
const file = new Blob([await readFile('report.pdf')], {
  type: 'application/pdf',
});
const { data, error } = await trawl.POST('/v2/parse', {
  body: {
    file,
    options: {
      formats: ['markdown'],
      parsers: [{ type: 'pdf', maxPages: 10 }],
    },
  },
});
if (!data) throw new Error('Not parsed', { cause: error });

const { numPages, totalPages } = data.data?.metadata ?? {};
console.log(data.data?.markdown);
console.log(`Read ${numPages} of ${totalPages} pages.`);
