import { readFile } from 'node:fs/promises';
import { Trawl } from '@trawl/sdk';

const trawl = new Trawl(); // TRAWL_BASE_URL, TRAWL_API_KEY

// For a large file: put it where the service says, then name it.
const ticket = await trawl.uploads.create('report.pdf');
await trawl.uploads.put(ticket, new Blob([await readFile('report.pdf')]));

const { uploadRef } = ticket;
console.log((await trawl.parse({ uploadRef })).markdown);
