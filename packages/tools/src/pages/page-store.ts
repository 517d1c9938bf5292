import { type Block, blocksOf } from './blocks.js';
import { clipped } from './clipped.js';

/** A page that a session has read. */
export interface StoredPage {
  /** The id of the page in cursors. */
  readonly id: string;
  readonly url: string;
  /** The title on one line; empty if the page has none. */
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly tokens: number;
}

/** The pages of a session, so that the rest of a long one can be read without asking for it again. */
export interface PageStore {
  add(page: { readonly url: string; readonly title?: string | undefined; readonly markdown: string }): StoredPage;
  /** A page that was read; undefined when it was too long ago. */
  get(id: string): StoredPage | undefined;
}

const MAX_LENGTH = 5_000_000;

/** The maximum length of a URL. It leaves room for text in the smallest budget. */
const MAX_URL_TOKENS = 100;
const MAX_TITLE_TOKENS = 60;

/** @param maxLength - How many characters the pages may have together. The oldest go first. */
export function createPageStore(maxLength = MAX_LENGTH): PageStore {
  const pages = new Map<string, { readonly page: StoredPage; readonly length: number }>();
  let length = 0;
  let count = 0;
  return {
    add({ url, title, markdown }) {
      const id = String(++count);
      const blocks = blocksOf(markdown);
      const tokens = blocks.reduce((sum, block) => sum + block.tokens, 0);
      const page = {
        id,
        // The URL on one line. The name of a file keeps its blanks.
        url: clipped(url.replace(/\s+/g, /^https?:/.test(url) ? '%20' : ' '), MAX_URL_TOKENS),
        title: clipped((title ?? '').replace(/\s+/g, ' ').trim(), MAX_TITLE_TOKENS),
        blocks,
        tokens,
      };
      pages.set(id, { page, length: markdown.length });
      length += markdown.length;
      for (const [oldest, oldestPage] of pages) {
        if (length <= maxLength || oldest === id) break;
        pages.delete(oldest);
        length -= oldestPage.length;
      }
      return page;
    },
    get: (id) => pages.get(id)?.page,
  };
}
