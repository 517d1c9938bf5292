import type { ScrapeInput } from '@trawl/sdk';
import { address, yesOrNo } from '../input-fields.js';
import { pageView } from '../pages/page-view.js';
import { type Picture, pictureOf } from '../pages/picture.js';
import { knownText, NOTHING, own, type ResultText } from '../pages/result-text.js';
import { defineTool, type Tool } from '../tool.js';
import { chargedScrape } from './charged-scrape.js';
import { hasIdForm } from './job.js';
import { serviceNote } from './service-note.js';

/** A window that most sites are made for. Its picture takes about 1,400 tokens. */
const SCREENSHOT = { type: 'screenshot', quality: 80, viewport: { width: 1280, height: 800 } } as const;

export const scrape = defineTool({
  name: 'scrape',
  title: 'Read a page',
  description:
    'Reads one web page or PDF and returns its main content as Markdown. A long page comes in parts: go on with {read_more}. ' +
    'Use {search} when you do not know the URL, and {map} to find the pages of a site.',
  input: {
    url: address('The page, such as https://example.com/docs.'),
    wholePage: yesOrNo('Also navigation, header and footer.').default(false),
    fresh: yesOrNo('Read it anew instead of a recent copy.').default(false),
    screenshot: yesOrNo('Also a picture of its top.').default(false),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: true,
  leadsTo: ['read_more'],

  async run({ url, wholePage, fresh, screenshot }, context) {
    const { policy, pages, time } = context;
    const request: ScrapeInput<['markdown', typeof SCREENSHOT]> = {
      ...policy.scrapeOptions,
      formats: screenshot ? ['markdown', SCREENSHOT] : (['markdown'] as never),
      ...(wholePage && { onlyMainContent: false }),
      ...(fresh && { maxAge: 0 }),
    };
    const scraped = await chargedScrape('scrape', url, request, context);
    const { markdown, metadata, warning } = scraped;
    // The page may have led elsewhere.
    policy.checkRedirect(metadata.url);
    const { scrapeId, title } = metadata;
    const read = { url: metadata.url, title: typeof title === 'string' ? title : undefined, markdown };
    const page = await pages.add(read, hasIdForm(scrapeId) ? scrapeId : undefined);
    const picture = screenshot ? await pictureOf(scraped.screenshot, time.signal) : undefined;
    const hasRoom = picture !== undefined && policy.budget.hasRoomFor(picture.tokens);
    const missing = screenshot && !hasRoom ? missingPicture(picture) : NOTHING;
    const note = own`${statusNote(metadata.statusCode)}${serviceNote(warning)}${missing}`;
    const budget = hasRoom ? policy.budget.less(picture.tokens) : policy.budget;
    const text = budget.fill((room) =>
      page.tokens === 0
        ? own`${note}${knownText(url)} has no text. Try wholePage, or another page.`
        : own`${note}${pageView(page, room)}`,
    );
    return hasRoom ? { text, images: [picture.image] } : text;
  },
});

/** For rules of hosts: a picture shows what other hosts have in the frames of the page. */
export const scrapeWithoutPictures: Tool = { ...scrape, input: scrape.input.omit({ screenshot: true }) };

const missingPicture = (picture: Picture | undefined): ResultText =>
  picture
    ? own`The picture of this page takes about ${picture.tokens} tokens, which do not fit into a result.\n\n`
    : own`There is no picture of this page.\n\n`;

/** Says that a page is an error page, because its text reads like content. */
const statusNote = (status: number | undefined): ResultText =>
  status !== undefined && status >= 400
    ? own`The site answered with status ${status}: this is its error page.\n\n`
    : NOTHING;
