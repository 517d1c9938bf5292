import { Refusal } from '../contract/refusal.js';
import type { Scraper } from '../scrape/scrape-task.js';
import { indexedText, type SeenPageRow, seenPage, seenPages } from '../search/seen-pages.js';
import type { Database } from '../store/database.js';
import type { PageDetail, PageView } from './views.js';

const MAX_PAGES = 200;

const NOT_CACHED = 'This is the text of the index: the cache no longer has the page.';

export function pageViews(database: Database, scraper: Scraper) {
  return {
    /** The last pages that contain a text in URL or title. */
    list: (text: string): PageView[] => seenPages(database, text, MAX_PAGES).map(viewOf),

    async detail(id: number): Promise<PageDetail> {
      const page = seenPage(database, id);
      if (!page) throw new Refusal(404, { error: 'There is no such page, or no longer.' });
      const markdown = await cachedMarkdown(page);
      if (markdown !== undefined) return { ...viewOf(page), markdown };
      return { ...viewOf(page), markdown: indexedText(database, id), note: NOT_CACHED };
    },
  };

  /** Lockdown reads the cache of the team only, and stores nothing. */
  async function cachedMarkdown({ team, url }: SeenPageRow): Promise<string | undefined> {
    const options = { formats: ['markdown' as const], lockdown: true, maxAge: Number.MAX_SAFE_INTEGER };
    try {
      return (await scraper.scrape({ url, team, options })).document.markdown ?? undefined;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

function viewOf({ id, team, url, title, filetype, seen }: SeenPageRow): PageView {
  return { id, team, url, title, type: filetype, seenAt: new Date(seen).toISOString() };
}
