import { readFile } from 'node:fs/promises';
import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',
  apiKey: process.env.TRAWL_API_KEY,
});

const ticket = await trawl.POST('/v2/parse/upload-url', {
  body: { filename: 'report.pdf' },
});
if (!ticket.data?.data) throw new Error('No upload URL');
const { uploadUrl, uploadRef } = ticket.data.data;
// The id is the last part of the URL.
const id = new URL(uploadUrl).pathname.split('/').at(-1) ?? '';

const { response } = await trawl.PUT('/v2/parse/upload/{id}', {
  params: { path: { id }, query: { uploadRef } },
  body: new Blob([await readFile('report.pdf')]),
});
if (!response.ok) throw new Error(`The upload failed: ${response.status}`);

const parsed = await trawl.POST('/v2/parse', { body: { uploadRef } });
console.log(parsed.data?.data?.markdown);
