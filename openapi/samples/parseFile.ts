import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// Read no more than the first ten pages of a long PDF.
const { markdown, metadata } = await trawl.parse('report.pdf', {
  parsers: [{ type: 'pdf', maxPages: 10 }],
});
console.log(markdown);
console.log(`Read ${metadata.numPages} of ${metadata.totalPages} pages.`);
