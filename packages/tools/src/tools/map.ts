import { address, text, wholeNumber } from '../input-fields.js';
import { fittingItems } from '../pages/fitting-items.js';
import { knownText, own, toolName } from '../pages/result-text.js';
import { defineTool } from '../tool.js';
import { serviceNote } from './service-note.js';

export const map = defineTool({
  name: 'map',
  title: 'List the pages of a site',
  description:
    'Lists URLs of a site without reading them, the best matches for the search first. Read them with {scrape}.',
  input: {
    url: address('The site, such as https://docs.example.com.'),
    search: text('What the pages are to be about.').optional(),
    limit: wholeNumber(1, 500, 'How many URLs.').default(50),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: true,

  async run({ url, search, limit }, { trawl, policy, time }) {
    policy.checkUrl(url);
    policy.credits.left();
    const request = { limit, timeout: time.leftMs, ...(search !== undefined && { search }) };
    const { links = [], warning } = await trawl.map(url, request, time.limits);
    const allowedLinks = links.filter((link) => policy.allows(link.url));
    const note = serviceNote(warning);
    if (allowedLinks.length === 0)
      return own`${note}No pages of ${knownText(url)} were found. Try ${toolName('scrape')} with that URL.`;
    const items = allowedLinks.map((link) => [link.url, link.title].filter(Boolean).join(' | '));
    return policy.budget.fill((room) => {
      const { text, count } = fittingItems(items, room);
      return count === items.length
        ? own`${note}${text}`
        : own`${note}${items.length - count} more do not fit: use search to narrow them.\n\n${text}`;
    });
  },
});
