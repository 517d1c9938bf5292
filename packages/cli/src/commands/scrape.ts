import type { ScrapeInput } from '@trawl/sdk';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { scrapePage } from '../generated/flags.js';
import type { CommandContext, CommandSpec } from './command.js';
import { textOfPage } from './text-of-page.js';

/** How many pages are asked for at once. */
const CONCURRENCY = 4;

export const scrape: CommandSpec = {
  name: 'scrape',
  summary: 'Read a page, as Markdown or in other formats',
  arguments: [{ name: 'url', description: 'The page. Several give a line of JSON each.', many: true, orLines: true }],
  flags: scrapePage,
  examples: [
    'trawl scrape https://example.com',
    'trawl scrape https://example.com --formats markdown,links --json',
    `trawl scrape https://example.com --formats '{"type":"json","prompt":"the founders"}'`,
  ],
  estimate: ([url = ''], request) => ['scrape', { ...request, url } as ScrapeInput],

  async run(context) {
    const { args, output } = context;
    const [url = '', ...others] = args;
    if (others.length > 0) return scrapeAll(context);
    const document = await scrapeOne(context, url);
    await output.one(document, textOfPage(document));
    return EXIT.ok;
  },
};

async function scrapeOne({ trawl, request, signal, say }: CommandContext, url: string): Promise<object> {
  const document = await trawl.scrape(url, request as ScrapeInput<[]>, { signal });
  if (typeof document.warning === 'string') say(document.warning);
  return document;
}

/** Every page that can be read is printed; a page that cannot is named, and decides the status. */
async function scrapeAll(context: CommandContext): Promise<number> {
  const { args, output, progress, say, signal } = context;
  const waiting = [...args];
  const failures: unknown[] = [];
  let done = 0;
  const readSome = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined && !signal.aborted; url = waiting.shift()) {
      try {
        await output.page(await scrapeOne(context, url), url);
      } catch (error) {
        failures.push(error);
        progress.clear();
        say(`${url}: ${(error as Error).message}`);
      }
      progress.show(`${++done} of ${args.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readSome));
  progress.clear();
  if (signal.aborted) return EXIT.interrupted;
  if (failures.length === 0) return EXIT.ok;
  return failures.length < args.length ? EXIT.partlyFailed : exitStatusOf(failures[0]);
}
