import { Refusal } from '../contract/refusal.js';
import type { Scraper } from '../scrape/scrape-task.js';
import { readableText } from '../search/page-text.js';
import type { SearchStore, SeenPage } from '../store/search-store.js';
import type { PageDetail, PageView } from './views.js';

const MAX_PAGES = 200;

const NOT_CACHED = 'This is the text of the index: the cache no longer has the page.';

export function pageViews(search: SearchStore, scraper: Scraper) {
  return {
    /** The last pages that contain a text in URL or title. */
    list: async (text: string): Promise<PageView[]> => (await search.seenPages(text, MAX_PAGES)).map(viewOf),

    async detail(id: number): Promise<PageDetail> {
      const page = await search.seenPage(id);
      if (!page) throw new Refusal('not_found', 'There is no such page, or no longer.');
      const markdown = await cachedMarkdown(page);
      if (markdown !== undefined) return { ...viewOf(page), markdown };
      return { ...viewOf(page), markdown: readableText(await search.text(id)), note: NOT_CACHED };
    },
  };

  /** Lockdown reads the cache of the team only, and stores nothing. */
  async function cachedMarkdown({ team, url }: SeenPage): Promise<string | undefined> {
    const options = { formats: ['markdown' as const], lockdown: true, maxAge: Number.MAX_SAFE_INTEGER };
    try {
      return (await scraper.scrape({ url, team, options })).document.markdown ?? undefined;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}

function viewOf({ id, team, url, title, filetype, seen }: SeenPage): PageView {
  return { id, team, url, title, type: filetype, seenAt: new Date(seen).toISOString() };
}
