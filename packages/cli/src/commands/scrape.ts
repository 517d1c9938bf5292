import type { BatchScrapeInput, ScrapeInput } from '@trawl/sdk';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import { scrapePage } from '../generated/flags.js';
import type { CommandContext, CommandSpec } from './command.js';
import { textOfPage } from './text-of-page.js';

/** How many pages are asked for at once. */
const CONCURRENCY = 4;

export const scrape: CommandSpec = {
  name: 'scrape',
  summary: 'Read a page, as Markdown or in other formats',
  details:
    'Prints the text of one page, or JSON if you ask for several formats or for data. Several pages give a line of JSON each.',
  arguments: [
    {
      name: 'url',
      description: 'The pages. Without any, one on each line of standard input.',
      field: 'url',
      many: true,
      orLines: true,
    },
  ],
  flags: scrapePage,
  examples: [
    'trawl scrape https://example.com',
    'trawl scrape https://example.com --formats markdown,links --json',
    `trawl scrape https://example.com --formats '{"type":"json","prompt":"the founders"}'`,
  ],
  estimate: (urls, request) =>
    urls.length > 1
      ? ['batchScrape', { ...request, urls } as BatchScrapeInput & { urls: string[] }]
      : ['scrape', { ...request, url: urls[0] ?? '' } as ScrapeInput],

  async run(context) {
    const { args, output } = context;
    const [url = '', ...others] = args;
    if (others.length > 0 || output.isFolder) return scrapeAll(context);
    const document = await scrapeOne(context, url);
    await output.one(document, textOfPage(document));
    return EXIT.ok;
  },
};

async function scrapeOne({ trawl, request, signal, say }: CommandContext, url: string): Promise<object> {
  const document = await trawl.scrape(url, request as ScrapeInput<[]>, { signal });
  if (typeof document.warning === 'string') say(document.warning);
  const { statusCode } = document.metadata;
  if (Number(statusCode) >= 400) say(`${url}: the page has the status ${statusCode}.`);
  return document;
}

/** Every page that can be read is printed; a page that cannot is named, and decides the status. */
async function scrapeAll(context: CommandContext): Promise<number> {
  const { args, output, progress, say, note, signal } = context;
  const waiting = [...args];
  let done = 0;
  const failures: unknown[] = [];
  const readSome = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined && !signal.aborted; url = waiting.shift()) {
      try {
        await output.page(await scrapeOne(context, url), url);
      } catch (error) {
        if (signal.aborted) return;
        failures.push(error);
        say(`${url}: ${(error as Error).message}`);
      }
      done++;
      progress.show(`${done} of ${args.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readSome));
  if (signal.aborted)
    throw new ExplainedError(`Interrupted after ${done} of ${args.length} pages.`, { cause: signal.reason });
  note(output.summary());
  if (failures.length === 0) return EXIT.ok;
  return failures.length < args.length ? EXIT.partlyFailed : exitStatusOf(failures[0]);
}
