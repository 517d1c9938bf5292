import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

// A large file goes to a URL of its own, and is parsed from there.
const { data, error } = await trawl.POST('/v2/parse/upload-url', {
  body: {
    filename: 'report.pdf',
    contentType: 'application/pdf',
    declaredSizeBytes: 524_288,
  },
});
if (!data?.data) throw new Error('No upload URL', { cause: error });

const { uploadUrl, uploadRef, expiresAt } = data.data;
console.log(`Send the file to ${uploadUrl} before ${expiresAt}.`);
console.log(`Then parse it as ${uploadRef}.`);
