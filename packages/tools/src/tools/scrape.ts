import type { ScrapeInput } from '@trawl/sdk';
import { pageView } from '../pages/page-view.js';
import type { Tool } from '../tool.js';

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
    policy.checkCredits();
    const request: ScrapeInput<['markdown']> = {
      ...policy.scrapeOptions,
      formats: ['markdown'],
      ...(whole_page === true && { onlyMainContent: false }),
      ...(fresh === true && { maxAge: 0 }),
    };
    const { markdown, metadata, warning } = await trawl.scrape(address, request, { signal });
    policy.spend(metadata.creditsUsed);
    const page = pages.add({ url: metadata.url ?? address, title: textOf(metadata.title), markdown });
    const note = typeof warning === 'string' ? `Note of the service: ${warning}\n\n` : '';
    return note + (markdown === '' ? `${address}\n\nThis page has no text.` : pageView(page, policy.maxTokens));
  },
};

const textOf = (title: unknown): string | undefined => (typeof title === 'string' ? title : undefined);
