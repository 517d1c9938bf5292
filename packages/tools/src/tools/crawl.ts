import { type CrawlInput, NotFoundError } from '@trawl/sdk';
import { address, text, texts, wholeNumber } from '../input-fields.js';
import { fittingItems } from '../pages/fitting-items.js';
import {
  joined,
  knownText,
  knownWord,
  NOTHING,
  numberOf,
  own,
  type ResultText,
  toolName,
} from '../pages/result-text.js';
import { defineTool, type ToolContext } from '../tool.js';
import { ToolError } from '../tool-error.js';
import { firstNews, hasIdForm, startJob } from './job.js';
import { failureNote, serviceNote } from './service-note.js';

/** How many pages one result lists. */
const LISTED = 50;

/** Any other status, also one that is not known, means that the crawl goes on. */
const ENDS = ['completed', 'failed', 'cancelled'];

/** A crawl of the service that returns at once: its first pages, and how to go on. */
export const crawl = defineTool({
  name: 'crawl',
  title: 'Read a site',
  description:
    'Starts to read several pages of a site. Returns its id and the pages read so far, each with a cursor for {read_more}. ' +
    'Go on with {crawl_status}. Prefer {map} and {scrape} when a few pages suffice.',
  input: {
    url: address('Where to start. Only pages below it are read.'),
    limit: wholeNumber(1, 100, 'How many pages.').default(10),
    includePaths: texts('Regular expressions: only pages whose path matches one.').optional(),
  },
  isReadOnly: true,
  isOpenWorld: true,
  isDefault: true,
  leadsTo: ['crawl_status', 'read_more'],

  async run({ url, limit, includePaths }, context) {
    const { trawl, policy } = context;
    policy.checkUrl(url);
    let bound = NOTHING;
    const request: CrawlInput<['markdown']> = {
      ...(includePaths && { includePaths }),
      scrapeOptions: { ...policy.scrapeOptions, formats: ['markdown'] },
    };
    return startJob(
      {
        // A page costs one credit or more.
        credits: limit,
        name: 'crawl',
        start: (credits) => {
          const pages = own`The credits suffice for ${credits} of ${limit} pages.\n\n`;
          if (credits < limit) bound = pages;
          return trawl.crawls.start({ ...request, url, limit: credits });
        },
        cancel: (id) => trawl.crawls.cancel(id),
        news: async (id) => own`${bound}${await statusOf(id, 0, context)}`,
      },
      context,
    );
  },
});

export const crawlStatus = defineTool({
  name: 'crawl_status',
  title: 'Go on with a crawl',
  description: 'The pages that a crawl has read since, each with a cursor for {read_more}, and whether it is finished.',
  input: {
    id: text('The id of the crawl.'),
    skip: wholeNumber(0, 10_000, 'How many pages you have seen.').default(0),
  },
  isReadOnly: true,
  isOpenWorld: false,
  isDefault: true,
  leadsTo: ['read_more'],

  async run({ id, skip }, context) {
    const unknown = new ToolError(
      own`id ${knownText(JSON.stringify(id))} leads to no crawl, or no longer: use the id of a crawl.`,
    );
    if (!hasIdForm(id)) throw unknown;
    return statusOf(id, skip, context).catch((error) => {
      throw error instanceof NotFoundError ? unknown : error;
    });
  },
});

async function statusOf(id: string, skip: number, context: ToolContext): Promise<ResultText> {
  const { trawl, policy, pages, time, onProgress } = context;
  const state = await firstNews({
    get: () => trawl.crawls.get(id, { skip, limit: LISTED }, time.limits),
    isNews: ({ status, data = [] }) => status !== 'scraping' || data.length > 0,
    onState: (news) => {
      const [completed = 0, total] = [news.completed, news.total].map(numberOf);
      onProgress?.(completed, total, `${completed} pages read`);
    },
    time,
  });
  const goOn = (position: number) =>
    own`Go on with ${toolName('crawl_status')}, id ${knownText(id)}, skip ${position}.`;
  if (!state) return own`Crawl ${knownText(id)} is at work, and has not said more yet. ${goOn(skip)}`;
  const isOver = ENDS.includes(state.status);
  policy.credits.settleJob(id, state.creditsUsed, isOver);
  const readings = (state.data ?? []).map(async ({ markdown, metadata }) => {
    const url = String(metadata?.url ?? metadata?.sourceURL ?? '');
    if (!policy.allows(url)) return '- A page of a host that may not be read here';
    const { scrapeId } = metadata ?? {};
    const read = { url, title: String(metadata?.title ?? ''), markdown: markdown ?? '' };
    const page = await pages.add(read, hasIdForm(scrapeId) ? scrapeId : undefined);
    return `- cursor ${page.name}:0 | ${page.tokens} tokens | ${page.url} | ${page.title || 'Untitled'}`;
  });
  const items = await Promise.all(readings);
  const note = own`${failureNote(state.error)}${serviceNote(state.warning)}`;
  const status = knownWord(state.status, ['scraping', ...ENDS]) ?? own`at work`;
  return policy.budget.fill((room) => {
    const { text, count } = fittingItems(items, room);
    const lastPosition = skip + count;
    const isAll = isOver && lastPosition >= (numberOf(state.completed) ?? 0);
    return joined(
      [
        own`Crawl ${knownText(id)}: ${status}, ${numberOf(state.completed) ?? 0} of ${state.total} pages read.`,
        isAll ? own`These are all pages.` : goOn(lastPosition),
        note,
        items.length > 0 ? text : own`No new pages.`,
      ],
      '\n',
    );
  });
}
