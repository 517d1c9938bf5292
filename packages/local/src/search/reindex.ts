import type { Database } from '../store/database.js';
import { createPageTables, type ImageNames, type PageNames, putImageWords, putWords, textOf } from './page-table.js';

/** The number of pages or images in a transaction. */
const BATCH = 20;

const PAGES = 'select id, team, title, url, description from search_pages where id > ? order by id limit ?';

const IMAGES = `
  select image.id, image.team, image.url, alt, title
  from search_images as image join search_pages as page on page.id = image.page
  where image.id > ? order by image.id limit ?`;

interface Row {
  readonly id: number;
  readonly team: string;
}

/**
 * Fills empty full-text indexes from the tables of pages and images.
 *
 * @param pause is awaited between batches, and may throw to stop.
 */
export async function reindex(database: Database, pause: () => Promise<void>): Promise<void> {
  const tablesOf = createPageTables(database);
  await forEach<PageNames & Row>(PAGES, (page) =>
    putWords(database, tablesOf(page.team), page, textOf(database, page.id)),
  );
  await forEach<ImageNames & Row>(IMAGES, (image) => putImageWords(database, tablesOf(image.team), image));

  async function forEach<Found extends Row>(sql: string, store: (row: Found) => void): Promise<void> {
    for (let last = 0; ; await pause()) {
      const rows = database.all<Found>(sql, last, BATCH);
      if (rows.length === 0) return;
      database.transaction(() => rows.forEach(store));
      last = rows.at(-1)?.id ?? last;
    }
  }
}
