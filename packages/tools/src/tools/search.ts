import { fenced } from '../pages/fence.js';
import { countTokens } from '../pages/tokens.js';
import type { Tool } from '../tool.js';

export const search: Tool = {
  name: 'search',
  title: 'Search the web',
  description:
    'Searches the web and returns titles, URLs and snippets. Read a result with scrape. The query takes operators: "exact", ' +
    '-word, site:, filetype:, inurl:, intitle:.',
  input: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to search for, at most 500 characters.' },
      source: { type: 'string', enum: ['web', 'news', 'images'], description: 'What kind of results. Default: web.' },
      limit: { type: 'integer', minimum: 1, maximum: 20, description: 'How many results. Default: 5.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  isReadOnly: true,
  isDefault: true,

  async run({ query, source = 'web', limit = 5 }, { trawl, policy, signal }) {
    policy.checkCredits();
    const request = { sources: [source as 'web'], limit: Number(limit) };
    const data = await trawl.search(String(query), request, { signal });
    policy.spend(data.creditsUsed);
    const results: readonly Result[] = Object.values(data).flatMap((list) => (Array.isArray(list) ? list : []));
    const allowed = results.filter(({ url }) => url !== undefined && policy.allows(url));
    if (allowed.length === 0) return 'Nothing was found. Try fewer or other words.';
    return fenced(listOf(allowed, policy.maxTokens));
  },
};

interface Result {
  readonly title?: string;
  readonly url?: string;
  readonly imageUrl?: string;
  readonly description?: string;
  readonly snippet?: string;
}

/** As many results as fit. They are short, and the best come first. */
function listOf(results: readonly Result[], maxTokens: number): string {
  let text = '';
  for (const [index, { title, url, imageUrl, description, snippet }] of results.entries()) {
    const lines = [`${index + 1}. ${title ?? url}`, imageUrl, url, description ?? snippet].filter(Boolean);
    const next = `${text}${text && '\n\n'}${lines.join('\n   ')}`;
    if (countTokens(next) > maxTokens - 100) return `${text}\n\n[${results.length - index} more results do not fit.]`;
    text = next;
  }
  return text;
}
