import type { ScrapeInput } from '@trawl/sdk';
import { text, yesOrNo } from '../input-fields.js';
import { pageView } from '../pages/page-view.js';
import { knownText, NOTHING, own, type ResultText } from '../pages/result-text.js';
import { defineTool } from '../tool.js';
import { chargedScrape } from './charged-scrape.js';
import { serviceNote } from './service-note.js';

export const scrape = defineTool({
  name: 'scrape',
  title: 'Read a page',
  description:
    'Reads one web page or PDF and returns its main content as Markdown. A long page comes in parts: go on with read_more. ' +
    'Use search when you do not know the URL, and map to find the pages of a site.',
  input: {
    url: text('The page, such as https://example.com/docs.'),
    wholePage: yesOrNo('Also navigation, header and footer.').default(false),
    fresh: yesOrNo('Read it anew instead of a recent copy.').default(false),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: true,

  async run({ url, wholePage, fresh }, context) {
    const { policy, pages } = context;
    const request: ScrapeInput<['markdown']> = {
      ...policy.scrapeOptions,
      formats: ['markdown'],
      ...(wholePage && { onlyMainContent: false }),
      ...(fresh && { maxAge: 0 }),
    };
    const { markdown, metadata, warning } = await chargedScrape('scrape', url, request, context);
    // The page may have led elsewhere.
    policy.checkRedirect(metadata.url);
    const page = pages.add({ url: metadata.url, title: textOf(metadata.title), markdown });
    const note = own`${statusNote(metadata.statusCode)}${serviceNote(warning)}`;
    if (page.tokens === 0) return own`${note}${knownText(url)} has no text. Try wholePage, or another page.`;
    return own`${note}${pageView(page, policy.maxTokens - note.tokens)}`;
  },
});

const textOf = (title: unknown): string | undefined => (typeof title === 'string' ? title : undefined);

/** Says that a page is an error page, because its text reads like content. */
const statusNote = (status: number | undefined): ResultText =>
  status !== undefined && status >= 400
    ? own`The site answered with status ${status}: this is its error page.\n\n`
    : NOTHING;
