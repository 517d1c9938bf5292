import type { BatchScrapeInput, CrawlInput } from '@trawl/sdk';
import { startBatchScrape, startCrawl } from '../generated/flags.js';
import { UsageError } from '../usage-error.js';
import type { CommandSpec, OwnFlag } from './command.js';
import { followDocuments } from './follow-documents.js';

const JOB_FLAGS: readonly OwnFlag[] = [
  {
    usage: '--front-matter',
    description: 'With --output: begin each Markdown file with URL, title and status in YAML.',
  },
  { usage: '--resume <id>', description: 'Go on with a job that exists instead of starting one.' },
  { usage: '--cursor <cursor>', description: 'Where to resume it: an interrupted job prints this.' },
];

export const crawl: CommandSpec = {
  name: 'crawl',
  summary: 'Read the pages of a site',
  details:
    'Prints a line of JSON for each page as soon as it arrives; on a terminal, its URL and title. Ctrl-C leaves the crawl running, and prints how to go on.',
  arguments: [{ name: 'url', description: 'Where to start.', field: 'url' }],
  flags: startCrawl,
  ownFlags: JOB_FLAGS,
  examples: [
    'trawl crawl https://example.com --limit 20',
    'trawl crawl https://example.com --limit 20 --output pages',
    'trawl crawl https://example.com --limit 20 --fields metadata.title,metadata.url',
  ],
  estimate: ([url = ''], request) => ['crawl', { ...request, url } as CrawlInput],

  run(context) {
    const { trawl, args, own, request } = context;
    const [url] = args;
    if (!own.resume && !url) throw new UsageError('Name the URL to start at, or the crawl to go on with by --resume.');
    return followDocuments(context, 'crawl', trawl.crawls, (call) =>
      trawl.crawls.start({ ...(request as CrawlInput<[]>), url: String(url) }, call),
    );
  },
};

export const batch: CommandSpec = {
  name: 'batch',
  summary: 'Read a list of URLs as one job',
  details:
    'Prints a line of JSON for each page as soon as it arrives; on a terminal, its URL and title. Ctrl-C leaves the job running, and prints how to go on.',
  arguments: [
    {
      name: 'url',
      description: 'The pages; @FILE for a file of them. Without any, one on each line of standard input.',
      field: 'urls',
      many: true,
      orLines: true,
    },
  ],
  flags: startBatchScrape,
  ownFlags: JOB_FLAGS,
  examples: [
    'trawl batch https://example.com https://example.org',
    'trawl batch --file urls.txt --output pages',
    'trawl batch @urls.txt',
  ],
  estimate: (urls, request) => ['batchScrape', { ...request, urls } as BatchScrapeInput & { urls: string[] }],

  run(context) {
    const { trawl, args, request } = context;
    return followDocuments(context, 'batch', trawl.batches, (call) =>
      trawl.batches.start({ ...(request as BatchScrapeInput<[]>), urls: [...args] }, call),
    );
  },
};
