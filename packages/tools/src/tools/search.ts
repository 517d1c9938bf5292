import { estimateCredits, type ImageResult, type NewsResult, type WebResult } from '@trawl/sdk';
import { choice, text, wholeNumber } from '../input-fields.js';
import { clipped } from '../pages/clipped.js';
import { fittingItems } from '../pages/fitting-items.js';
import { own } from '../pages/result-text.js';
import { defineTool } from '../tool.js';
import { serviceNote } from './service-note.js';

/** The maximum length of a title. It leaves room for the URL after it. */
const MAX_TITLE_TOKENS = 60;

export const search = defineTool({
  name: 'search',
  title: 'Search the web',
  description:
    'Searches the web and returns titles, URLs and snippets. Read a result with {scrape}. The query takes operators: "exact", ' +
    '-word, site:, filetype:, inurl:, intitle:.',
  input: {
    query: text('What to search for, at most 500 characters.'),
    source: choice(['web', 'news', 'images'], 'What kind of results.').default('web'),
    limit: wholeNumber(1, 20, 'How many results.').default(5),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: true,

  async run({ query, source, limit }, { trawl, policy, time }) {
    const request = { sources: [source], limit };
    const data = await policy.credits.call(
      `search of ${source}`,
      estimateCredits('search', request).expected.max,
      time,
      () => trawl.search(query, { ...request, timeout: time.leftMs }, time.limits),
      ({ creditsUsed }) => creditsUsed,
    );
    const results: readonly Result[] = Object.values(data).flatMap((list) => (Array.isArray(list) ? list : []));
    const allowedResults = results.filter(({ url }) => url !== undefined && policy.allows(url));
    const note = serviceNote(data.warning);
    if (allowedResults.length === 0) return own`${note}Nothing was found. Try fewer or other words.`;
    const items = allowedResults.map(itemOf);
    return policy.budget.fill((room) => {
      const { text, count } = fittingItems(items, room);
      return count === items.length
        ? own`${note}${text}`
        : own`${note}${items.length - count} more do not fit: ask for fewer.\n\n${text}`;
    });
  },
});

type Result = Partial<WebResult & NewsResult & ImageResult>;

const itemOf = ({ title, url, imageUrl, description, snippet }: Result, index: number): string =>
  [`${index + 1}. ${clipped(title ?? '', MAX_TITLE_TOKENS) || url}`, imageUrl, url, description ?? snippet]
    .filter(Boolean)
    .join('\n   ');
