import type { PageDetail, PageView } from '../../../operator/views.js';
import { facts, note, textBlock } from '../content.js';
import { h, pageLink } from '../dom.js';
import { timeOf } from '../format.js';
import { listSection } from '../list.js';

export const pages = listSection<PageView[], PageDetail>({
  name: 'pages',
  title: 'Pages',
  empty: () => [
    h('p', {}, 'No page has been seen yet. What is scraped, crawled or seeded can be read and searched here.'),
  ],
  path: (text) => `pages?text=${encodeURIComponent(text)}`,
  isSearchedByServer: true,
  rows: (list) =>
    list.map(({ id, url, title, type, seenAt }) => ({
      key: String(id),
      mood: 'quiet',
      state: type || 'html',
      at: seenAt,
      kind: '',
      title: title || url,
      note: title ? url : '',
    })),
  detailPath: ({ ids: [id = ''] }) => `pages/${encodeURIComponent(id)}`,
  detail: (page) => [
    h('h2', {}, page.title || page.url),
    note(page.note),
    facts({
      URL: pageLink(page.url),
      Seen: timeOf(page.seenAt),
      Team: page.team === 'local' ? undefined : page.team,
    }),
    textBlock('Markdown', page.markdown),
  ],
});
