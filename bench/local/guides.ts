import type { Row } from '../table.js';
import { compressedBytes, readableAfterMs } from './page-cost.js';
import { startService } from './service.js';

const MOST_BYTES = 15_000;
const MOST_READABLE_MS = 300;

/** What a guide costs: the bytes of the largest page, and the time until its text can be read. */
export async function measureGuides(): Promise<Row[]> {
  const service = await startService();
  try {
    const folder = `${service.url}/docs/`;
    const guides = (await (await fetch(`${folder}guides.json`)).json()) as { readonly path: string }[];
    const sizes = await Promise.all(
      guides.map(async ({ path }) => ({ path, bytes: await compressedBytes(folder + path) })),
    );
    const [largest] = sizes.sort((a, b) => b.bytes - a.bytes);
    if (!largest) throw new Error('This build has no guides.');
    const size: Row = {
      what: `The largest of ${sizes.length} guides at \`/docs/\`: bytes, compressed`,
      ours: `${(largest.bytes / 1000).toFixed(1)} kB`,
      theirs: '',
      target: { words: `≤ ${MOST_BYTES / 1000} kB`, isMet: largest.bytes <= MOST_BYTES },
    };
    const readable = await readableAfterMs(folder + largest.path, (page) =>
      page.locator('main > :last-child').waitFor(),
    );
    if (readable === undefined) return [size];
    return [
      size,
      {
        what: '… until it can be read',
        ours: `${Math.round(readable)} ms`,
        theirs: '',
        target: { words: `≤ ${MOST_READABLE_MS} ms`, isMet: readable <= MOST_READABLE_MS },
      },
    ];
  } finally {
    service.stop();
  }
}
