import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// A large file goes to a URL of its own first; only its reference is parsed.
const ticket = await trawl.uploads.create('report.pdf', {
  contentType: 'application/pdf',
  declaredSizeBytes: 524_288,
});
console.log(`Send it to ${ticket.uploadUrl} before ${ticket.expiresAt}.`);
console.log(`Then parse it as ${ticket.uploadRef}.`);
