import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from './serving.js';
import type { Row } from './table.js';

const DOCUMENTS = 100_000;
const PAGE_SIZE = 100;
const MOST_GROWTH = 30e6;

const program = fileURLToPath(new URL('crawl-program.mjs', import.meta.url));

/** Streams a long crawl, and measures how much stays in memory and whether a page is lost, repeated or requested twice. */
export async function measureCrawl(): Promise<Row[]> {
  const server = await serve(DOCUMENTS);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, server.url]);
    const { documents, held, resident } = JSON.parse(stdout);
    const requests = await server.requests();
    const least = 1 + DOCUMENTS / PAGE_SIZE;
    return [
      {
        what: 'A crawl of 100,000 documents: memory above its level after the first 1,000',
        ours: megabytes(held),
        theirs: `${megabytes(resident)} of the process, garbage included`,
        target: { words: `≤ ${megabytes(MOST_GROWTH)}`, isMet: held <= MOST_GROWTH },
      },
      {
        what: '… different documents received',
        ours: documents.toLocaleString('en'),
        theirs: `${DOCUMENTS.toLocaleString('en')} there are`,
        target: { words: 'all', isMet: documents === DOCUMENTS },
      },
      {
        what: '… requests',
        ours: requests.toLocaleString('en'),
        theirs: `${least.toLocaleString('en')} are needed`,
        target: { words: 'no more', isMet: requests === least },
      },
    ];
  } finally {
    server.stop();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
