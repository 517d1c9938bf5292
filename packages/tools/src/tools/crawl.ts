import type { CrawlInput, Trawl } from '@trawl/sdk';
import { fenced } from '../pages/fence.js';
import { countTokens } from '../pages/tokens.js';
import { type Tool, type ToolContext, ToolError } from '../tool.js';

/** How long a call waits for pages, so that no client gives up on it. */
const WAIT_MS = 20_000;
const POLL_MS = 500;

/** A crawl of the service that returns at once: its first pages, and how to go on. */
export const crawl: Tool = {
  name: 'crawl',
  title: 'Read a site',
  description:
    'Starts to read several pages of a site. Returns its id and the pages read so far, each with a cursor for read_more. ' +
    'Go on with crawl_status. Prefer map and scrape when a few pages suffice.',
  input: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Where to start. Only pages below it are read.' },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'How many pages. Default: 10.' },
      include_paths: {
        type: 'array',
        items: { type: 'string' },
        description: 'Regular expressions: only pages whose path matches one.',
      },
    },
    required: ['url'],
    additionalProperties: false,
  },
  isReadOnly: true,
  isDefault: true,

  async run({ url, limit = 10, include_paths }, context) {
    const { trawl, policy, signal } = context;
    const address = String(url);
    policy.checkUrl(address);
    policy.checkCredits();
    const request: CrawlInput<['markdown']> = {
      limit: Number(limit),
      ...(Array.isArray(include_paths) && { includePaths: [...include_paths] }),
      scrapeOptions: { ...policy.scrapeOptions, formats: ['markdown'] },
    };
    const { id } = await trawl.crawls.start({ ...request, url: address }, { signal });
    return statusOf(id, 0, context);
  },
};

export const crawlStatus: Tool = {
  name: 'crawl_status',
  title: 'Go on with a crawl',
  description: 'The pages that a crawl has read since, each with a cursor for read_more, and whether it is finished.',
  input: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The id that crawl returned.' },
      skip: { type: 'integer', minimum: 0, maximum: 10_000, description: 'How many pages you have seen. Default: 0.' },
    },
    required: ['id'],
    additionalProperties: false,
  },
  isReadOnly: true,
  isDefault: true,

  run: async ({ id, skip = 0 }, context) => statusOf(String(id), Number(skip), context),
};

type CrawlState = Awaited<ReturnType<Trawl['crawls']['get']>>;

async function statusOf(id: string, skip: number, context: ToolContext): Promise<string> {
  const { policy, pages, signal } = context;
  const state = await firstNews(id, skip, context);
  const lines: string[] = [];
  let used = 200;
  for (const { markdown, metadata } of state.data ?? []) {
    const url = String(metadata?.url ?? metadata?.sourceURL ?? '');
    if (!policy.allows(url)) continue;
    const page = pages.add({ url, title: String(metadata?.title ?? ''), markdown: markdown ?? '' });
    const line = `- ${page.title || 'Untitled'} | ${url} | ${page.tokens} tokens | cursor ${page.id}:0`;
    used += countTokens(line) + 1;
    if (used > policy.maxTokens) break;
    lines.push(line);
  }
  signal?.throwIfAborted();
  const seen = skip + lines.length;
  const isDone = state.status !== 'scraping';
  if (isDone) policy.spend(state.creditsUsed);
  const more = seen < (state.completed ?? 0) || !isDone;
  return [
    `Crawl ${id}: ${state.status}, ${state.completed ?? 0} of ${state.total ?? '?'} pages read.`,
    more ? `Go on with crawl_status, id ${id}, skip ${seen}.` : 'These are all pages.',
    ...(state.error ? [`It failed: ${state.error}`] : []),
    '',
    lines.length > 0 ? fenced(lines.join('\n')) : 'No new pages.',
  ].join('\n');
}

/** The state of a crawl when it has pages that were not seen, or when it has ended, or after a while. */
async function firstNews(id: string, skip: number, { trawl, signal, onProgress }: ToolContext): Promise<CrawlState> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const state = await trawl.crawls.get(id, { skip, limit: 50 }, { signal });
    onProgress?.(state.completed ?? 0, state.total, `${state.completed ?? 0} pages read`);
    if (state.status !== 'scraping' || (state.data?.length ?? 0) > 0 || Date.now() > until) return state;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (signal?.aborted) throw new ToolError(`The call was cancelled. The crawl ${id} goes on.`);
  }
}
