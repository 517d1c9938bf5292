import type { BatchScrapeInput, ScrapeInput } from '@trawl/sdk';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import { scrapePage } from '../generated/flags.js';
import { copiedAt, copiesNote } from '../output/copies.js';
import { pictureOf, requestForPicture } from '../output/picture.js';
import { UsageError } from '../usage-error.js';
import type { CommandContext, CommandSpec } from './command.js';
import { sayWarningAndStatus } from './page-status.js';
import { textOfPage } from './text-of-page.js';

/** How many pages are asked for at once. */
const CONCURRENCY = 4;

export const scrape: CommandSpec = {
  name: 'scrape',
  summary: 'Read a page, as Markdown or in other formats',
  details:
    'Prints the text of one page, or JSON if you ask for several formats or for data. Several pages give a line of JSON each. A file named .png, .jpg or .webp gets the picture of one page.',
  arguments: [
    {
      name: 'url',
      description: 'The pages; @FILE for a file of them. Without any, one on each line of standard input.',
      field: 'url',
      many: true,
      orLines: true,
    },
  ],
  flags: scrapePage,
  examples: [
    'trawl scrape https://example.com',
    'trawl scrape https://example.com --formats markdown,links --json',
    'trawl scrape --file urls.txt --output pages',
    'trawl scrape https://example.com --output shot.png',
    `trawl scrape https://example.com --formats '{"type":"json","prompt":"the founders"}'`,
  ],
  estimate: (urls, request) =>
    urls.length > 1
      ? ['batchScrape', { ...request, urls } as BatchScrapeInput & { urls: string[] }]
      : ['scrape', { ...request, url: urls[0] ?? '' } as ScrapeInput],

  async run(context) {
    const { args, output } = context;
    const [url = '', ...others] = args;
    if (output.picture !== undefined && others.length === 0) return scrapePicture(context, url, output.picture);
    if (output.picture !== undefined)
      throw new UsageError(`--output ${output.picture} is one picture: give a folder for several pages.`);
    if (others.length > 0 || output.isFolder) return scrapeAll(context);
    const document = await scrapeOne(context, url);
    await output.one(document, textOfPage(document));
    const copyTime = copiedAt(document);
    context.note(copyTime && copiesNote([copyTime], 1));
    return EXIT.ok;
  },
};

async function scrapeOne(context: CommandContext, url: string): Promise<object> {
  const { trawl, args, request, output, signal, say } = context;
  const document = await trawl.scrape(url, request as ScrapeInput<[]>, { signal });
  const isAlone = args.length === 1;
  // The overview of several pages shows the status of each.
  sayWarningAndStatus(say, document, url, { isNamed: !isAlone, showsStatus: isAlone || !output.isOverview });
  return document;
}

/** Writes the screenshot of a page into the file of `--output`. */
async function scrapePicture(context: CommandContext, url: string, path: string): Promise<number> {
  const request = requestForPicture(path, context.request);
  const document = (await scrapeOne({ ...context, request }, url)) as { readonly screenshot?: unknown };
  await context.output.writePicture(pictureOf(document.screenshot, context.signal));
  return EXIT.ok;
}

/** Every page that can be read is printed; a page that cannot is named, and decides the status. */
async function scrapeAll(context: CommandContext): Promise<number> {
  const { args, output, progress, say, note, signal } = context;
  await output.prepareFolder();
  const queue = [...args];
  let count = 0;
  const failures: unknown[] = [];
  const readSome = async (): Promise<void> => {
    for (let url = queue.shift(); url !== undefined && !signal.aborted; url = queue.shift()) {
      try {
        await output.page(await scrapeOne(context, url), url);
      } catch (error) {
        if (signal.aborted) return;
        failures.push(error);
        say(`${url}: ${context.messageOf(error)}`, 'bad');
      }
      count++;
      progress.show(`${count} of ${args.length} pages`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readSome));
  if (signal.aborted)
    throw new ExplainedError(`Interrupted after ${count} of ${args.length} pages.`, { cause: signal.reason });
  note(output.copies());
  note(output.summary());
  if (failures.length === 0) return EXIT.ok;
  return failures.length < args.length ? EXIT.partlyFailed : exitStatusOf(failures[0]);
}
