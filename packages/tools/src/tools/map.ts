import { fittingItems } from '../pages/fitting-items.js';
import { countTokens } from '../pages/tokens.js';
import type { Tool } from '../tool.js';
import { serviceNote } from './service-note.js';

export const map: Tool = {
  name: 'map',
  title: 'List the pages of a site',
  description:
    'Lists URLs of a site without reading them, the best matches for the search first. Read them with scrape.',
  input: {
    url: { type: 'string', isRequired: true, description: 'The site, such as https://docs.example.com.' },
    search: { type: 'string', description: 'What the pages are to be about.' },
    limit: { type: 'integer', minimum: 1, maximum: 500, description: 'How many URLs. Default: 50.' },
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: true,

  async run({ url, search, limit = 50 }, { trawl, policy, signal }) {
    const address = String(url);
    policy.checkUrl(address);
    policy.creditsLeft();
    const request = { limit: Number(limit), ...(search !== undefined && { search: String(search) }) };
    const { links = [], warning } = await trawl.map(address, request, { signal });
    const allowed = links.filter((link) => policy.allows(link.url));
    const note = serviceNote(warning);
    if (allowed.length === 0) return `${note}No pages of ${address} were found. Try scrape with that URL.`;
    const items = allowed.map((link) => [link.url, link.title].filter(Boolean).join(' | '));
    const { text, count } = fittingItems(items, policy.maxTokens - countTokens(note));
    return count === items.length
      ? note + text
      : `${note}${items.length - count} more do not fit: use search to narrow them.\n\n${text}`;
  },
};
