import type { ScrapeInput } from '@trawl/sdk';
import { pageView } from '../pages/page-view.js';
import { countTokens } from '../pages/tokens.js';
import type { Tool } from '../tool.js';

const MAX_NOTE_LENGTH = 300;

export const scrape: Tool = {
  name: 'scrape',
  title: 'Read a page',
  description:
    'Reads one web page or PDF and returns its main content as Markdown. A long page comes in parts: go on with read_more. ' +
    'Use search when you do not know the URL, and map to find the pages of a site.',
  input: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'The page, such as https://example.com/docs.' },
      whole_page: { type: 'boolean', description: 'Also navigation, header and footer. Default: false.' },
      fresh: { type: 'boolean', description: 'Read it anew instead of a recent copy. Default: false.' },
    },
    required: ['url'],
    additionalProperties: false,
  },
  isReadOnly: true,
  isDefault: true,

  async run({ url, whole_page, fresh }, { trawl, policy, pages, signal }) {
    const address = String(url);
    policy.checkUrl(address);
    policy.creditsLeft();
    const request: ScrapeInput<['markdown']> = {
      ...policy.scrapeOptions,
      formats: ['markdown'],
      ...(whole_page === true && { onlyMainContent: false }),
      ...(fresh === true && { maxAge: 0 }),
    };
    const { markdown, metadata, warning } = await trawl.scrape(address, request, { signal });
    policy.spend(metadata.creditsUsed);
    // The page may have led elsewhere.
    if (metadata.url !== undefined) policy.checkUrl(metadata.url);
    const page = pages.add({ url: metadata.url ?? address, title: textOf(metadata.title), markdown });
    const note = typeof warning === 'string' ? `Note of the service: ${warning.slice(0, MAX_NOTE_LENGTH)}\n\n` : '';
    if (page.tokens === 0) return `${note}${page.url}\n\nThis page has no text. Try whole_page, or interact.`;
    return note + pageView(page, policy.maxTokens - countTokens(note));
  },
};

const textOf = (title: unknown): string | undefined => (typeof title === 'string' ? title : undefined);
